import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

/// Deadlines of requests that wait for a limiter.
@Suite(.timeLimit(.minutes(10)))
struct DeadlineAtGateTests {
    private let clock = TestClock()

    private func gate(_ requestsPerMinute: Int) throws -> RequestGate {
        try RequestGate(
            RequestGateLimits(requestsPerMinute: requestsPerMinute),
            account: "a",
            clock: clock.serviceClock
        )
    }

    private var policy: DeadlinePolicy { .deadline(.seconds(5), clock: clock.serviceClock) }

    /// Advances the clock until a task has ended, by at most 15 minutes.
    private func turn(until isOver: () -> Bool) async -> Duration {
        let start = clock.now.offset
        for _ in 0..<900 where !isOver() {
            clock.advance(by: .seconds(1))
            for _ in 0..<50 { await Task.yield() }
        }
        return clock.now.offset - start
    }

    @Test func timeStandsStillWhileEveryTaskWaits() async throws {
        let gate = try gate(1)
        let over = Shared(false)
        let task = Task { [policy] in
            defer { over.change { $0 = true } }
            return try await policy.run(CallTrace()) {
                for _ in 0..<4 { try await gate.send(characters: 1) {} }
                return 42
            }
        }
        let time = await turn { over.value }
        #expect(try await task.value == 42)
        #expect(time >= .seconds(180))
    }

    @Test func theDeadlineRunsWhileOneRequestIsUnderWay() async throws {
        let gate = try gate(1)
        let over = Shared(false)
        let never = Gate()
        let task = Task { [policy] in
            defer { over.change { $0 = true } }
            try await policy.run(CallTrace()) {
                async let one: Void = gate.send(characters: 1) { await never.wait() }
                async let two: Void = gate.send(characters: 1) { await never.wait() }
                _ = try await (one, two)
            }
        }
        let time = await turn { over.value }
        let error = try await serviceError { try await task.value }
        #expect(error.code == .timedOut)
        #expect(time <= .seconds(30))
        never.open()
    }

    @Test(arguments: [0, 1]) func theErrorSaysWhetherTextsHadBeenSent(characters: Int) async throws {
        for gate in [RequestGate.open, try gate(100)] {
            let never = Gate()
            let begun = Gate()
            let task = Task { [policy] in
                try await policy.run(CallTrace()) {
                    try await gate.send(characters: characters) {
                        begun.open()
                        await never.wait()
                    }
                }
            }
            await begun.wait()
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(5))
            let error = try await serviceError { try await task.value }
            #expect(error.code == .timedOut)
            #expect(error.outcomeUnknown == (characters > 0))
            never.open()
        }
    }

    @Test func aCallThatOnlyWaitedForTheLimiterIsRetryable() async throws {
        // A provider that works for a long time before it sends a request.
        let never = Gate()
        let task = Task { [policy] in try await policy.run(CallTrace()) { await never.wait() } }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(5))
        #expect(try await serviceError { try await task.value }.outcomeUnknown == false)
        never.open()
    }
}
