import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

/// Retries of translations in which some texts failed.
@Suite(.timeLimit(.minutes(10)))
struct PartialRetryTests {
    private let clock = TestClock()

    /// A provider with a scripted outcome per call and text; texts without one are answered.
    private final class Scripted: TranslationProvider {
        let asked = Shared<[[String]]>([])
        private let calls: Shared<ArraySlice<[String: ServiceError]>>

        init(_ calls: [[String: ServiceError]]) { self.calls = Shared(calls[...]) }

        var descriptor: ProviderDescriptor {
            ProviderDescriptor(
                id: "scripted",
                kind: "scripted",
                version: "1",
                service: .translation,
                locality: .network
            )
        }

        func languagePairs() async throws -> [LanguagePair] { [] }

        func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
            asked.change { $0.append(request.texts) }
            let errors = calls.change { $0.popFirst() } ?? [:]
            if let all = errors["*"] { throw all }
            let results = request.texts.map { text -> Result<Translation, ServiceError> in
                errors[text].map { .failure($0) } ?? .success(Translation(text: "[\(text)]", provider: "scripted"))
            }
            var report = ServiceReport.answered(by: "scripted", in: .zero)
            if !errors.isEmpty { report.attempts[0].outcome = .partlyAnswered }
            return TranslationResponse(results: results, report: report)
        }
    }

    private func policy(_ attempts: Int, retriesUncertain: Bool = false) -> RetryPolicy {
        RetryPolicy(
            attempts: attempts,
            initialDelay: .seconds(1),
            retriesUncertain: retriesUncertain,
            clock: clock.serviceClock,
            chance: { 1 }
        )
    }

    private func shown(_ response: TranslationResponse) -> [String] {
        response.results.map { result in
            switch result {
            case .success(let translation): translation.text
            case .failure(let error): error.code.rawValue
            }
        }
    }

    /// The response, with every wait skipped.
    private func answer(
        _ provider: Scripted,
        _ policy: some CallPolicy,
        texts: [String] = ["a", "b", "c", "d"],
        waits: [Int]
    ) async throws -> TranslationResponse {
        let task = Task { try await provider.applying(policy).translate(TranslationRequest(texts: texts)) }
        for wait in waits {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(wait) - .nanoseconds(1))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .nanoseconds(1))
        }
        return try await task.value
    }

    @Test func onlyTransientFailuresAreRetried() async throws {
        let provider = Scripted([
            [
                "b": ServiceError(.unavailable, "no"), "c": ServiceError(.notFound, "no"),
                "d": ServiceError(.rateLimited, "no", retryAfter: .seconds(7)),
            ],
            ["d": ServiceError(.unavailable, "no")],
        ])
        // The longest delay that a text asks for, then the policy's own.
        let response = try await answer(provider, policy(3), waits: [7, 2])
        #expect(provider.asked.value == [["a", "b", "c", "d"], ["b", "d"], ["d"]])
        #expect(shown(response) == ["[a]", "[b]", "notFound", "[d]"])
        #expect(response.report.attempts.count == 1)
        #expect(response.report.attempts.first?.retries == 2)
        #expect(response.report.attempts.first?.outcome == .partlyAnswered)
        #expect(response.report.attempts.first?.code == .notFound)
    }

    @Test func anEventuallyCompleteAnswerIsReportedAsComplete() async throws {
        let provider = Scripted([["a": ServiceError(.timedOut, "no")]])
        let response = try await answer(provider, policy(2), waits: [1])
        #expect(shown(response) == ["[a]", "[b]", "[c]", "[d]"])
        #expect(response.report.attempts.first?.outcome == .answered)
        #expect(response.report.attempts.first?.code == nil)
    }

    @Test func answersStayWhenOtherTextsKeepFailing() async throws {
        let provider = Scripted(Array(repeating: ["b": ServiceError(.unavailable, "no")], count: 3))
        let response = try await answer(provider, policy(3), waits: [1, 2])
        #expect(provider.asked.value == [["a", "b", "c", "d"], ["b"], ["b"]])
        #expect(shown(response) == ["[a]", "unavailable", "[c]", "[d]"])
        #expect(response.report.attempts.first?.retries == 2)
    }

    @Test func aFailedRetryKeepsEarlierAnswers() async throws {
        let provider = Scripted([
            ["b": ServiceError(.unavailable, "no"), "c": ServiceError(.unavailable, "no")],
            ["*": ServiceError(.network, "no")],
            ["*": ServiceError(.unauthorized, "no")],
        ])
        let response = try await answer(provider, policy(9), waits: [1, 2])
        #expect(provider.asked.value == [["a", "b", "c", "d"], ["b", "c"], ["b", "c"]])
        #expect(shown(response) == ["[a]", "unauthorized", "unauthorized", "[d]"])
    }

    @Test(arguments: [false, true]) func whatMayHaveBeenDoneIsNotAskedForAgain(retriesUncertain: Bool) async throws {
        var lost = ServiceError(.network, "the answer was lost")
        lost.outcomeUnknown = true
        let provider = Scripted([["a": lost, "b": ServiceError(.network, "not reached")]])
        let policy = policy(2, retriesUncertain: retriesUncertain)
        let response = try await answer(provider, policy, waits: [1])
        #expect(provider.asked.value.last == (retriesUncertain ? ["a", "b"] : ["b"]))
        #expect(shown(response) == [retriesUncertain ? "[a]" : "network", "[b]", "[c]", "[d]"])
    }

    @Test(arguments: [ServiceError.Code.unauthorized, .quotaExceeded, .notFound, .unsupported, .limitExceeded])
    func permanentFailuresAreNotRetried(code: ServiceError.Code) async throws {
        let provider = Scripted([["a": ServiceError(code, "no")]])
        let response = try await answer(provider, policy(5), waits: [])
        #expect(provider.asked.value.count == 1)
        #expect(shown(response) == [code.rawValue, "[b]", "[c]", "[d]"])
    }

    @Test func aLongerWaitThanAllowedIsReportedWithTheTime() async throws {
        let provider = Scripted([["a": ServiceError(.rateLimited, "no", retryAfter: .seconds(31))]])
        let response = try await answer(provider, policy(5), waits: [])
        guard case .failure(let error) = response.results[0] else {
            Issue.record("it was answered")
            return
        }
        #expect(error.retryAfter == .seconds(31))
        #expect(provider.asked.value.count == 1)
    }

    @Test func equalTextsKeepTheirPositions() async throws {
        let provider = Scripted([["x": ServiceError(.unavailable, "no")]])
        let response = try await answer(provider, policy(2), texts: ["x", "a", "x"], waits: [1])
        #expect(provider.asked.value == [["x", "a", "x"], ["x", "x"]])
        #expect(shown(response) == ["[x]", "[a]", "[x]"])
    }

    @Test func otherPoliciesCallOnce() async throws {
        let provider = Scripted([["a": ServiceError(.unavailable, "no")]])
        let response = try await answer(provider, .circuitBroken(after: 1, clock: clock.serviceClock), waits: [])
        #expect(shown(response) == ["unavailable", "[b]", "[c]", "[d]"])
        #expect(provider.asked.value.count == 1)
    }

    @Test func cancellingWhileItWaitsEndsTheCall() async throws {
        let provider = Scripted([["a": ServiceError(.unavailable, "no")]])
        let governed = provider.applying(policy(5))
        let task = Task { try await governed.translate(TranslationRequest(texts: ["a", "b"])) }
        try await clock.waitForSleepers(count: 1)
        task.cancel()
        #expect(try await serviceError { try await task.value }.code == .cancelled)
        #expect(provider.asked.value.count == 1)
    }
}
