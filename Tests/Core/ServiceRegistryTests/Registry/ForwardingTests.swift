import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@testable import ServiceRegistry

/// Every wrapper forwards what it does not change, including optional capabilities and configured defaults.
@Suite("Wrappers forward to their provider")
struct ForwardingTests {
    private static let store = MemoryResponseStore()
    private static let caching = ResponseCaching(store: store)
    private static let gate = GatePolicy(gate: .open)

    private static func offline() -> OfflinePolicy { OfflinePolicy(while: { false }) }

    @Test(arguments: 0..<8)
    func speech(wrapper: Int) async throws {
        let inner = TellingSpeech()
        let outer: any SpeechProvider = [
            inner.applying(.deadline(.seconds(60))), inner.applying(.retrying(2)),
            inner.applying(.rateLimited(60, per: .seconds(60))), inner.applying(.circuitBroken(after: 2)),
            inner.applying(Self.gate), inner.applying(Self.offline()),
            CachedSpeech(upstream: inner, caching: Self.caching), FallbackSpeech([inner]),
        ][wrapper]
        #expect(outer.defaults == inner.defaults)
        #expect(try await outer.voices(matching: VoiceQuery()).first?.id == "telling")
        if wrapper < 7 { #expect(outer.descriptor == inner.descriptor) }
        #expect(await outer.status() == .degraded(reason: "tired", remedy: nil))
        await outer.shutdown()
        #expect(inner.shutdowns.value == 1)
    }

    @Test(arguments: 0..<9)
    func translation(wrapper: Int) async throws {
        let inner = TellingTranslation()
        let queue = OfflineQueue(NoStore(), for: [])
        let outer: any TranslationProvider = [
            inner.applying(.deadline(.seconds(60))), inner.applying(.retrying(2)),
            inner.applying(.rateLimited(60, per: .seconds(60))), inner.applying(.circuitBroken(after: 2)),
            inner.applying(Self.gate), inner.applying(Self.offline()),
            CachedTranslation(upstream: inner, caching: Self.caching), QueueingTranslation(inner, queue: queue),
            FallbackTranslation([inner]),
        ][wrapper]
        #expect(outer.defaults == inner.defaults)
        #expect(try await outer.languagePairs().first == pair("en", "de"))
        if wrapper < 8 { #expect(outer.descriptor == inner.descriptor) }
        #expect(await outer.status() == .degraded(reason: "tired", remedy: nil))
        await outer.shutdown()
        #expect(inner.shutdowns.value == 1)
    }

    @Test(arguments: 0..<8)
    func sentences(wrapper: Int) async throws {
        let inner = TellingSentences()
        let outer: any SentenceProvider = [
            inner.applying(.deadline(.seconds(60))), inner.applying(.retrying(2)),
            inner.applying(.rateLimited(60, per: .seconds(60))), inner.applying(.circuitBroken(after: 2)),
            inner.applying(Self.gate), inner.applying(Self.offline()),
            CachedSentences(upstream: inner, caching: Self.caching), FallbackSentences([inner]),
        ][wrapper]
        #expect(outer.defaults == inner.defaults)
        // Both have default implementations in the protocol, which would hide a missing forward.
        let events = try await outer.sentenceStream(for: SentenceRequest(word: "streamed")).reduce(into: 0) {
            count,
            _ in
            count += 1
        }
        #expect(events == 2)
        #expect(try await outer.lesson(for: LessonRequest(words: [])).introduction == "written")
        if wrapper < 7 { #expect(outer.descriptor == inner.descriptor) }
        #expect(await outer.status() == .degraded(reason: "tired", remedy: nil))
        await outer.shutdown()
        #expect(inner.shutdowns.value == 1)
    }

    @Test(arguments: 0..<7)
    func feedback(wrapper: Int) async throws {
        let inner = TellingFeedback()
        let outer: any FeedbackProvider = [
            inner.applying(.deadline(.seconds(60))), inner.applying(.retrying(2)),
            inner.applying(.rateLimited(60, per: .seconds(60))), inner.applying(.circuitBroken(after: 2)),
            inner.applying(Self.gate), inner.applying(Self.offline()), FallbackFeedback([inner]),
        ][wrapper]
        #expect(outer.defaults == inner.defaults)
        _ = try await outer.play(FeedbackRequest(event: "success"))
        #expect(await outer.status() == .degraded(reason: "tired", remedy: nil))
        await outer.shutdown()
        #expect(inner.shutdowns.value == 1)
    }

    @Test("a registry's providers keep configured defaults when wrapped again")
    func registry() async throws {
        let registry = ServiceRegistry()
        registry.register(InMemorySpeech.kind())
        registry.register(InMemoryTranslation.kind())
        let translation = ProviderDefinition(
            id: "words",
            kind: "in-memory-translation",
            options: OptionValues([
                "source": OptionValue(.string("en")), "target": OptionValue(.string("es")),
                "entries": OptionValue(.strings(["water=agua"])),
            ])
        )
        let result = await registry.loadAll(
            RegistryConfiguration(
                providers: [translation],
                services: [
                    .speech: ServiceSettings(
                        use: ["in-memory-speech"],
                        options: OptionValues([
                            "accent": OptionValue(.string("en-GB")), "rate": OptionValue(.number(1.5)),
                        ])
                    ),
                    .translation: ServiceSettings(
                        use: ["words"],
                        options: OptionValues(["to": OptionValue(.string("es"))])
                    ),
                ]
            )
        )
        #expect(result.problems.isEmpty)
        let speech = try await registry.speech().applying(.deadline(.seconds(60))).cached(in: Self.store)
        #expect(speech.defaults.language?.text == "en-GB")
        #expect(speech.defaults.rate == 1.5)
        let translated = try await registry.translation().applying(.retrying(2)).cached(in: Self.store)
        #expect(translated.defaults.target?.text == "es")
    }
}

private func described(_ service: Service) -> ProviderDescriptor {
    ProviderDescriptor(id: "telling", kind: "telling", version: "1", service: service, locality: .inProcess)
}

private struct TellingSpeech: SpeechProvider {
    let shutdowns = Shared(0)
    let descriptor = described(.speech)
    var defaults: SpeechDefaults { SpeechDefaults(language: LanguageTag("en-IE"), rate: 2) }
    func status() async -> ProviderStatus { .degraded(reason: "tired", remedy: nil) }
    func shutdown() async { shutdowns.change { $0 += 1 } }
    func voices(matching query: VoiceQuery) async throws -> [Voice] {
        [Voice(id: "telling", name: "Telling", languages: [try tag("en")], provider: "telling")]
    }
    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream { SpeechStream { nil } }
}

private struct TellingTranslation: TranslationProvider {
    let shutdowns = Shared(0)
    let descriptor = described(.translation)
    var defaults: TranslationDefaults { TranslationDefaults(target: LanguageTag("ja"), level: .a1) }
    func status() async -> ProviderStatus { .degraded(reason: "tired", remedy: nil) }
    func shutdown() async { shutdowns.change { $0 += 1 } }
    func languagePairs() async throws -> [LanguagePair] { [try pair("en", "de")] }
    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        TranslationResponse(results: [], report: ServiceReport())
    }
}

private struct TellingSentences: SentenceProvider {
    let shutdowns = Shared(0)
    let descriptor = described(.sentences)
    var defaults: SentenceDefaults { SentenceDefaults(language: LanguageTag("fr"), level: .b1) }
    func status() async -> ProviderStatus { .degraded(reason: "tired", remedy: nil) }
    func shutdown() async { shutdowns.change { $0 += 1 } }
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        throw ServiceError(.notFound, "asked for all at once")
    }
    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let events = Shared<[SentenceEvent]>([
            .sentence(ExampleSentence(text: "A streamed sentence.", wordRanges: [2..<10], provider: "telling")),
            .report(.answered(by: "telling", in: .zero)),
        ])
        return SentenceStream { events.change { $0.isEmpty ? nil : $0.removeFirst() } }
    }
    func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        WrittenLesson(introduction: "written")
    }
}

private struct TellingFeedback: FeedbackProvider {
    let shutdowns = Shared(0)
    let descriptor = described(.feedback)
    var defaults: FeedbackDefaults { FeedbackDefaults(strength: 0.25) }
    func status() async -> ProviderStatus { .degraded(reason: "tired", remedy: nil) }
    func shutdown() async { shutdowns.change { $0 += 1 } }
    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        FeedbackHandle(report: .answered(by: "telling", in: .zero))
    }
}

private struct NoStore: RequestStore {
    func add(_ requests: [(request: QueuedRequest, error: ServiceError)]) async throws -> [QueueTicket] { [] }
    func claim(upTo count: Int, bytes: Int, without exclusions: QueueExclusions) async throws -> [QueueEntry] { [] }
    func begin(_ ids: [Int64]) async throws -> Set<Int64> { [] }
    func settle(_ outcomes: [(id: Int64, outcome: QueueOutcome)]) async throws {}
    func release(_ ids: [Int64]) async throws {}
}
