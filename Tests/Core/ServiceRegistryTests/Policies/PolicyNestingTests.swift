import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PolicyNestingTests {
    /// Records when it is entered and left.
    private struct Recorder: CallPolicy {
        let name: String
        let log: Shared<[String]>

        func run<Value: Sendable>(
            _ trace: CallTrace,
            _ operation: @escaping @Sendable () async throws -> Value
        ) async throws -> Value {
            log.change { [name] in $0.append("enter \(name)") }
            defer { log.change { [name] in $0.append("leave \(name)") } }
            return try await operation()
        }
    }

    @Test func thePolicyAppliedLastIsTheOutermost() async throws {
        let log = Shared<[String]>([])
        let provider = InMemoryFeedback().applying(Recorder(name: "inner", log: log))
            .applying(Recorder(name: "outer", log: log))
        _ = try await provider.play(FeedbackRequest(event: "success"))
        #expect(log.value == ["enter outer", "enter inner", "leave inner", "leave outer"])
    }

    @Test func everyCallOfEveryServiceIsMadeUnderThePolicy() async throws {
        let log = Shared<[String]>([])
        let policy = Recorder(name: "p", log: log)
        let speech = InMemorySpeech().applying(policy)
        _ = try await speech.voices(matching: VoiceQuery())
        _ = try await speech.synthesize(SpeechRequest(text: "a"))
        let translation = InMemoryTranslation(entries: [try pair("en", "es"): ["a": "b"]]).applying(policy)
        _ = try await translation.languagePairs()
        _ = try await translation.translate(TranslationRequest(texts: ["a"], target: try tag("es")))
        _ = try await InMemorySentences().applying(policy).sentences(for: SentenceRequest(word: "a"))
        _ = try await InMemoryFeedback().applying(policy).play(FeedbackRequest(event: "success"))
        #expect(log.value.count == 12)
    }

    @Test func aRetryGivesEachAttemptItsOwnDeadline() async throws {
        let clock = TestClock()
        let gate = Gate()
        let calls = Shared(0)
        // It ignores cancellation and does not sleep, so only the policies sleep.
        let provider = StreamingSpeech(id: "hanging") { _ in
            calls.change { $0 += 1 }
            await gate.wait()
            return SpeechStream { nil }
        }
        let governed = provider.applying(.deadline(.seconds(2), clock: clock.serviceClock))
            .applying(RetryPolicy(attempts: 2, initialDelay: .seconds(1), clock: clock.serviceClock, chance: { 1 }))
        let task = Task { try await governed.synthesize(SpeechRequest(text: "a")) }
        for seconds in [2, 1, 2] {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: .seconds(seconds))
        }
        let error = try await serviceError { try await task.value }
        #expect(error.code == .timedOut)
        #expect(error.provider == "hanging")
        #expect(error.report?.attempts.map(\.retries) == [1])
        gate.open()
        #expect(calls.value <= 2)
    }

    @Test func aWrappedProviderKeepsItsUpstreamsDescriptor() async {
        let upstream = InMemoryFeedback(id: "a")
        let governed = upstream.applying(.retrying(2)).applying(.circuitBroken(after: 2))
        #expect(governed.descriptor == upstream.descriptor)
        #expect(await governed.status() == .ready)
        await governed.shutdown()
        #expect(upstream.shutdownCount == 1)
    }
}
