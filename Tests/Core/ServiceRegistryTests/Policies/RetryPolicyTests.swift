import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RetryPolicyTests {
    private let clock = TestClock()

    private func policy(
        _ attempts: Int,
        maximumDelay: Duration = .seconds(30),
        chance: Double = 1
    ) -> RetryPolicy {
        RetryPolicy(
            attempts: attempts,
            initialDelay: .seconds(1),
            maximumDelay: maximumDelay,
            clock: clock.serviceClock,
            chance: { chance }
        )
    }

    private func start(_ policy: RetryPolicy, _ calls: ScriptedCalls, _ trace: CallTrace = CallTrace()) -> Task<
        Int, any Error
    > {
        Task { try await policy.run(trace) { try await calls.call() } }
    }

    @Test func aSuccessIsNotRepeated() async throws {
        let calls = ScriptedCalls([])
        let trace = CallTrace()
        #expect(try await start(policy(5), calls, trace).value == 1)
        #expect(calls.count == 1)
        #expect(trace.retries == 0)
    }

    @Test(arguments: ServiceError.Code.known + [ServiceError.Code(rawValue: "new")])
    func onlyRetryableCodesAreRetried(code: ServiceError.Code) async throws {
        let calls = ScriptedCalls([code])
        let task = start(policy(2), calls)
        if code.isRetryable {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(1))
            #expect(try await task.value == 2)
        } else {
            #expect(try await serviceError { try await task.value }.code == code)
            #expect(calls.count == 1)
        }
    }

    @Test func theDelayDoublesUpToTheMaximum() async throws {
        let calls = ScriptedCalls([.network, .network, .network, .network, .network])
        let task = start(policy(6, maximumDelay: .seconds(5)), calls)
        for (index, wait) in [1, 2, 4, 5, 5].enumerated() {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(wait) - .nanoseconds(1))
            #expect(clock.sleeperCount == 1)
            #expect(calls.count == index + 1)
            clock.advance(by: .nanoseconds(1))
        }
        #expect(try await task.value == 6)
    }

    @Test(arguments: [(0.0, 500), (0.5, 750), (1, 1000), (-7, 500), (99, 1000), (.nan, 500), (.infinity, 1000)])
    func jitterIsBetweenHalfAndAllOfTheWait(chance: Double, milliseconds: Int) async throws {
        let task = start(policy(2, chance: chance), ScriptedCalls([.network]))
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .milliseconds(milliseconds) - .nanoseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(try await task.value == 2)
    }

    @Test func theProvidersTimeIsWaitedInstead() async throws {
        let calls = Shared(0)
        let task = Task { [policy = policy(2)] in
            try await policy.run(CallTrace()) {
                let count = calls.change { value in
                    value += 1
                    return value
                }
                if count == 1 { throw ServiceError(.rateLimited, "too many", retryAfter: .seconds(30)) }
                return count
            }
        }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(30) - .nanoseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(try await task.value == 2)
    }

    @Test func anExcessiveDelayIsNotAwaited() async throws {
        let error = try await serviceError {
            try await policy(5).run(CallTrace()) {
                throw ServiceError(.rateLimited, "too many", retryAfter: .seconds(30) + .nanoseconds(1))
            }
        }
        #expect(error.code == .rateLimited)
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: ServiceError.Code.known.filter(\.isRetryable))
    func locallyRejectedRequestsAreNotRetried(code: ServiceError.Code) async throws {
        let error = try await serviceError {
            try await policy(5).run(CallTrace()) {
                var error = ServiceError(code, "offline")
                error.rejectedLocally = true
                throw error
            }
        }
        #expect(error.code == code)
        #expect(clock.sleeperCount == 0)
    }

    @Test func theLastErrorIsGivenWhenAllFail() async throws {
        let calls = ScriptedCalls([.network, .timedOut, .unavailable])
        let task = start(policy(3), calls)
        for wait in [1, 2] {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(wait))
        }
        let error = try await serviceError { try await task.value }
        #expect(error.code == .unavailable)
        #expect(calls.count == 3)
    }

    @Test(arguments: [1, 0, -1, Int.min])
    func fewerThanOneAttemptMeansOne(attempts: Int) async throws {
        let calls = ScriptedCalls([.network])
        let task = start(policy(attempts), calls)
        #expect(try await serviceError { try await task.value }.code == .network)
        #expect(calls.count == 1)
    }

    @Test func cancellingEndsTheWait() async throws {
        let calls = ScriptedCalls([.network])
        let task = start(policy(2), calls)
        try await clock.waitForSleepers(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(calls.count == 1)
    }

    @Test func retriesAreInTheReport() async throws {
        let failing = InMemoryTranslation(
            entries: [try pair("en", "es"): ["water": "agua"]],
            failures: [ServiceError(.network, "down"), ServiceError(.network, "down")]
        )
        let provider = failing.applying(policy(3))
        let request = TranslationRequest(texts: ["water"], source: try tag("en"), target: try tag("es"))
        let task = Task { try await provider.translate(request) }
        for wait in [1, 2] {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(wait))
        }
        let report = try await task.value.report
        #expect(report.attempts.map(\.retries) == [2])
        #expect(report.attempts.map(\.outcome) == [.answered])
    }

    @Test func failedRetriesAreInTheReportOfTheChain() async throws {
        let failing = InMemorySpeech(
            id: "failing",
            failures: [ServiceError(.network, "down"), ServiceError(.network, "down")]
        )
        let chain = FallbackSpeech(
            [failing.applying(policy(2)), InMemorySpeech(id: "sound")],
            clock: clock.serviceClock
        )
        let task = Task { try await chain.synthesize(SpeechRequest(text: "water")).collect() }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(1))
        let attempts = try await task.value.report.attempts
        #expect(attempts.map(\.provider) == ["failing", "sound"])
        #expect(attempts.map(\.retries) == [1, 0])
        #expect(attempts.first?.duration == .seconds(1))
        #expect(attempts.first?.code == .network)
    }

    @Test func speechIsRetriedUntilItsFirstAudioAndNeverAfter() async throws {
        let makes = Shared(0)
        // Each stream fails one event later than the previous one: before the format, after it, after the first audio.
        let provider = StreamingSpeech { _ in
            let number = makes.change { value in
                value += 1
                return value
            }
            let events = Shared(
                [SpeechEvent.format(AudioFormat(sampleRate: 8000)), .audio(AudioChunk(samples: [1]))].prefix(number - 1)
            )
            return SpeechStream {
                if let event = events.change({ $0.popFirst() }) { return event }
                throw ServiceError(.pluginCrashed, "stream \(number)")
            }
        }
        .applying(policy(9))
        let task = Task { try await provider.synthesize(SpeechRequest(text: "a")) }
        for wait in [1, 2] {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(wait))
        }
        let stream = try await task.value
        let error = try await serviceError { try await stream.collect() }
        #expect(error.message == "stream 3")
        #expect(makes.value == 3)
    }
}
