import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BudgetTests {
    private let clock = TestClock()
    /// 2026-03-31 23:00 UTC.
    private let store = InMemoryUsage(secondsSince1970: 1_774_998_000)

    private func gate(_ budgets: UsageBudget..., perMinute: Int? = nil) throws -> RequestGate {
        try RequestGate(
            RequestGateLimits(requestsPerMinute: perMinute, budgets: budgets),
            account: "deepl",
            store: store,
            clock: clock.serviceClock
        )
    }

    private func used(_ period: String) async throws -> Usage? {
        let now = store.secondsSince1970
        return try await store.usage(in: [UsagePeriod(.day, at: now), UsagePeriod(.month, at: now)])
            .first { $0.account == "deepl" && $0.period == period }?.usage
    }

    @Test func theBudgetIsNeverExceeded() async throws {
        let gate = try gate(.init(100, .characters, in: .day))
        try await gate.send(characters: 60) {}
        try await gate.send(characters: 40) {}
        let error = try await serviceError { try await gate.send(characters: 1) { Issue.record("it was sent") } }
        #expect(error.code == .quotaExceeded)
        #expect(error.rejectedLocally)
        #expect(error.provider == "deepl")
        #expect(error.retryAfter == .seconds(3600))
        #expect(
            error.message
                == "the budget of 100 characters per day has 0 left, too few for 1 character; "
                + "it resets at 2026-04-01 00:00 UTC"
        )
        #expect(error.remedy?.contains("charactersPerDay") == true)
        // A list request sends no characters.
        try await gate.send(characters: 0) {}
        #expect(try await used("2026-03-31") == Usage(requests: 3, characters: 100))
        #expect(try await used("2026-03") == Usage(requests: 3, characters: 100))
    }

    @Test func tokensAreEstimatedBeforeAndCountedAfter() async throws {
        let gate = try gate(.init(100, .tokens, in: .day))
        let first = try await gate.enter(characters: 1, tokens: 40)
        let second = try await gate.enter(characters: 1, tokens: 60)
        // Requests under way count.
        let error = try await serviceError { _ = try await gate.enter(characters: 1, tokens: 1) }
        #expect(
            error.code == .quotaExceeded && error.message.contains("has 0 left, too few for about 1 token;"),
            "\(error)"
        )
        await first.settle(tokens: 10)
        await first.settle(tokens: 99)
        first.end()
        #expect(try await used("2026-03-31")?.tokens == 70)
        await second.settle(tokens: 500)
        await second.end(after: ServiceError(.providerFailed, "broke"))
        await second.settle(tokens: 1)
        #expect(try await used("2026-03") == Usage(requests: 2, characters: 2, tokens: 510))
        #expect(try await serviceError { _ = try await gate.enter(characters: 1, tokens: 1) }.code == .quotaExceeded)
        store.secondsSince1970 += 3600
        // Without a report, the estimate counts; a request that never arrived counts as nothing.
        try await gate.enter(characters: 1, tokens: 30).end()
        let lost = try await gate.enter(characters: 1, tokens: 30)
        await lost.end(after: ServiceError(.network, "no way there"))
        #expect(try await used("2026-04-01") == Usage(requests: 1, characters: 1, tokens: 30))
        let large = try await serviceError { _ = try await gate.enter(characters: 1, tokens: 101) }
        #expect(large.code == .limitExceeded && large.message.contains("about 101 tokens"), "\(large)")
    }

    @Test func aRequestRejectedByTheNewDayIsNotCountedInItsMinute() async throws {
        let gate = try gate(.init(100, .characters, in: .day), perMinute: 1)
        try await gate.send(characters: 1) {}
        let refused = Task { _ = try await gate.enter(characters: 1) }
        try await clock.waitForSleepers(count: 1)
        store.secondsSince1970 += 3600
        store.failure = ServiceError(.unavailable, "the count cannot be kept")
        clock.advance(by: .seconds(60))
        #expect(try await serviceError { try await refused.soon }.code == .unavailable)
        store.failure = nil
        try await gate.send(characters: 1) {}
        #expect(clock.sleeperCount == 0)
    }

    @Test func theRemainderOfABudgetCanBeUsed() async throws {
        let gate = try gate(.init(100, .characters, in: .month))
        try await gate.send(characters: 90) {}
        _ = try await serviceError { try await gate.send(characters: 11) {} }
        try await gate.send(characters: 10) {}
    }

    @Test func countsRestartEachDayAndMonth() async throws {
        let gate = try gate(.init(2, .requests, in: .day), .init(3, .requests, in: .month))
        for _ in 0..<2 { try await gate.send(characters: 1) {} }
        #expect(try await serviceError { try await gate.send(characters: 1) {} }.message.contains("2 requests per day"))
        store.secondsSince1970 += 3600
        for _ in 0..<2 { try await gate.send(characters: 1) {} }
        store.secondsSince1970 += 86_400
        try await gate.send(characters: 1) {}
        let error = try await serviceError { try await gate.send(characters: 1) {} }
        #expect(error.message.contains("3 requests per month"))
        #expect(error.message.contains("2026-05-01 00:00 UTC"))
    }

    @Test func aTextAboveTheBudgetIsRejectedWithTheNumbers() async throws {
        let gate = try gate(.init(100, .characters, in: .month))
        let error = try await serviceError { try await gate.send(characters: 101) {} }
        #expect(error.code == .limitExceeded)
        #expect(error.message.contains("101") && error.message.contains("100 characters per month"))
        #expect(error.rejectedLocally)
        #expect(try await used("2026-03") == nil)
    }

    @Test func requestsThatCertainlyNeverArrivedAreReleased() async throws {
        let gate = try gate(.init(10, .characters, in: .day))
        for _ in 0..<5 {
            _ = try await serviceError {
                try await gate.send(characters: 10) { throw ServiceError(.network, "cannot connect") }
            }
        }
        #expect(try await store.usage(in: [UsagePeriod(.day, at: store.secondsSince1970)]) == [])
        var lost = ServiceError(.network, "the answer was lost")
        lost.outcomeUnknown = true
        _ = try await serviceError { try await gate.send(characters: 10) { throw lost } }
        #expect(try await used("2026-03-31") == Usage(requests: 1, characters: 10))
    }

    @Test(arguments: [ServiceError.Code.timedOut, .cancelled, .unavailable, .rateLimited, .providerFailed])
    func requestsThatMayHaveArrivedStayCounted(code: ServiceError.Code) async throws {
        let gate = try gate(.init(10, .characters, in: .day))
        _ = try await serviceError { try await gate.send(characters: 10) { throw ServiceError(code, "no") } }
        #expect(try await used("2026-03-31") == Usage(requests: 1, characters: 10))
    }

    @Test func cancellingAWaitReleasesItsShare() async throws {
        let gate = try gate(.init(100, .characters, in: .day), perMinute: 1)
        try await gate.send(characters: 1) {}
        let task = Task { try await gate.send(characters: 50) {} }
        try await clock.waitForSleepers(count: 1)
        #expect(try await used("2026-03-31") == Usage(requests: 2, characters: 51))
        task.cancel()
        #expect(try await serviceError { try await task.value }.code == .cancelled)
        #expect(try await used("2026-03-31") == Usage(requests: 1, characters: 1))
    }

    @Test func aRequestIsCountedInTheDayInWhichItIsSent() async throws {
        let gate = try gate(.init(100, .characters, in: .day), perMinute: 1)
        try await gate.send(characters: 1) {}
        let task = Task { try await gate.send(characters: 50) {} }
        try await clock.waitForSleepers(count: 1)
        store.secondsSince1970 += 3600
        clock.advance(by: .seconds(60))
        try await task.value
        #expect(try await used("2026-04-01") == Usage(requests: 1, characters: 50))
        #expect(try await used("2026-04") == Usage(requests: 1, characters: 50))
        store.secondsSince1970 -= 3600
        #expect(try await used("2026-03-31") == Usage(requests: 1, characters: 1))
    }

    @Test func aRejectionIsImmediateWhateverTheQueueLength() async throws {
        let gate = try gate(.init(1, .requests, in: .day), perMinute: 1)
        try await gate.send(characters: 1) {}
        for _ in 0..<100 {
            #expect(try await serviceError { try await gate.send(characters: 1) {} }.code == .quotaExceeded)
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func uncountableRequestsAreNotSent() async throws {
        let gate = try gate(.init(10, .characters, in: .day))
        store.failure = ServiceError(.io, "cannot open 'usage'", remedy: "fix it")
        let error = try await serviceError { try await gate.send(characters: 1) { Issue.record("it was sent") } }
        #expect(error.code == .unavailable)
        #expect(error.rejectedLocally)
        #expect(error.message == "'deepl' is not called because its budget cannot be enforced: cannot open 'usage'")
        #expect(error.remedy == "fix it")
        store.failure = nil
        try await gate.send(characters: 10) {}
    }

    @Test func aBudgetWithoutAStoreIsAMistake() throws {
        let error = #expect(throws: ServiceError.self) {
            try RequestGate(RequestGateLimits(budgets: [.init(1, .requests, in: .month)]), account: "deepl")
        }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("requestsPerMonth") == true)
    }
}
