import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DeadlinePolicyTests {
    private let clock = TestClock()

    private func policy(_ limit: Duration = .seconds(5)) -> DeadlinePolicy {
        .deadline(limit, clock: clock.serviceClock)
    }

    @Test func aQuickAnswerPassesAndTheTimerIsCancelled() async throws {
        #expect(try await policy().run(CallTrace()) { 42 } == 42)
        // The timer task may not have started yet; if it starts now, it is already cancelled.
        for _ in 0..<20 { await Task.yield() }
        clock.advance(by: .seconds(100))
        #expect(clock.sleeperCount == 0)
    }

    @Test func aProviderThatIgnoresCancellationStillTimesOut() async throws {
        let gate = Gate()
        let task = Task { [policy = policy()] in
            try await policy.run(CallTrace()) { await gate.wait() }
        }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(5))
        let error = try await serviceError { try await task.value }
        #expect(error.code == .timedOut)
        #expect(error.message.contains("5.0 seconds"))
        gate.open()
    }

    @Test func errorsPassUnchanged() async throws {
        let error = try await serviceError {
            try await policy().run(CallTrace()) { throw ServiceError(.notFound, "no such word") }
        }
        #expect(error == ServiceError(.notFound, "no such word"))
    }

    @Test func cancellingTheCallerEndsTheCallAtOnce() async throws {
        let gate = Gate()
        let task = Task { [policy = policy()] in
            try await policy.run(CallTrace()) { await gate.wait() }
        }
        try await clock.waitForSleepers(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
    }

    @Test func theProviderReceivesTheDeadline() async throws {
        let wasCancelled = Gate()
        let task = Task { [policy = policy(), clock] in
            try await policy.run(CallTrace()) {
                do {
                    try await clock.serviceClock.sleep(for: .seconds(60))
                } catch is CancellationError {
                    wasCancelled.open()
                    throw CancellationError()
                }
            }
        }
        try await clock.waitForSleepers(count: 2)
        clock.advance(by: .seconds(5))
        #expect(try await serviceError { try await task.value }.code == .timedOut)
        await wasCancelled.wait()
    }

    @Test func anAnswerJustInTimeCounts() async throws {
        let task = Task { [policy = policy(), clock] in
            try await policy.run(CallTrace()) {
                try await clock.serviceClock.sleep(for: .seconds(5) - .nanoseconds(1))
                return 1
            }
        }
        try await clock.waitForSleepers(count: 2)
        clock.advance(by: .seconds(5) - .nanoseconds(1))
        #expect(try await task.value == 1)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func aZeroDeadlineTimesOut(limit: Duration) async throws {
        let gate = Gate()
        let error = try await serviceError {
            try await policy(limit).run(CallTrace()) { await gate.wait() }
        }
        #expect(error.code == .timedOut)
        gate.open()
    }

    @Test func anEndlessDeadlineDoesNotOverflow() async throws {
        let policy = DeadlinePolicy(limit: .seconds(Int64.max))
        #expect(try await policy.run(CallTrace()) { 1 } == 1)
    }

    @Test func everyStepOfAStreamHasItsOwnDeadline() async throws {
        let gates = [Gate(), Gate()]
        let step = Shared(0)
        let provider = StreamingSpeech { _ in
            SpeechStream {
                let number = step.change { value in
                    value += 1
                    return value
                }
                switch number {
                case 1: return .format(AudioFormat(sampleRate: 8000))
                case 2: return .audio(AudioChunk(samples: [1]))
                case 3:
                    await gates[0].wait()
                    return .audio(AudioChunk(samples: [2]))
                default:
                    await gates[1].wait()
                    return nil
                }
            }
        }
        .applying(policy())

        var iterator = try await provider.synthesize(SpeechRequest(text: "a")).makeAsyncIterator()
        #expect(try await iterator.next() == .format(AudioFormat(sampleRate: 8000)))
        #expect(try await iterator.next() == .audio(AudioChunk(samples: [1])))
        // Time between the caller's reads does not count.
        clock.advance(by: .seconds(60))
        gates[0].open()
        #expect(try await iterator.next() == .audio(AudioChunk(samples: [2])))

        let turning = Task { [clock] in
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(5))
        }
        do {
            _ = try await iterator.next()
            Issue.record("the step did not time out")
        } catch {
            let known = try #require(error as? ServiceError)
            #expect(known.code == .timedOut)
            #expect(known.provider == "streaming")
        }
        try await turning.value
        #expect(try await iterator.next() == nil)
        gates[1].open()
    }

    @Test func aWrappedProviderThrowsOnlyServiceErrors() async throws {
        let slow = InMemorySpeech(id: "slow", delay: .seconds(60), clock: clock.serviceClock).applying(policy())
        let task = Task { try await slow.synthesize(SpeechRequest(text: "a")) }
        try await clock.waitForSleepers(count: 2)
        task.cancel()
        let error = try await serviceError { try await task.value }
        #expect(error.code == .cancelled)
        #expect(error.provider == "slow")
    }
}
