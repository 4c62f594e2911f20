import LanguageServices
import LanguageServicesTesting
import Synchronization
import TestSupport

/// An error that no provider may throw.
struct ForeignError: Error {}

/// A counter shared by many tasks.
final class Counter: Sendable {
    private let shared = Shared(0)

    @discardableResult func next() -> Int {
        shared.change { value in
            value += 1
            return value
        }
    }

    var count: Int { shared.value }
}

/// Waits without reacting to cancellation.
func hang() async -> Never {
    while true {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Forgotten.all.withLock { $0.append(continuation) }
        }
    }
}

/// Continuations that are never resumed, kept so that the runtime does not report a leak.
enum Forgotten {
    static let all = Mutex<[CheckedContinuation<Void, Never>]>([])
}

/// A correct speech provider with a single defect.
struct TamperedSpeech: SpeechProvider {
    var base = InMemorySpeech()
    var onDescriptor: @Sendable (ProviderDescriptor) -> ProviderDescriptor = { $0 }
    var onStatus: @Sendable () async -> ProviderStatus = { .ready }
    var onVoices: @Sendable ([Voice], VoiceQuery) throws -> [Voice] = { voices, _ in voices }
    var onRequest: @Sendable (SpeechRequest) async throws -> SpeechRequest = { $0 }
    var onEvents: @Sendable ([SpeechEvent], SpeechRequest) throws -> [SpeechEvent] = { events, _ in events }
    var onStream: @Sendable (SpeechStream, SpeechRequest) throws -> SpeechStream = { stream, _ in stream }
    var onShutdown: @Sendable () async -> Void = {}
    var onError: @Sendable (any Error) -> any Error = { $0 }

    var descriptor: ProviderDescriptor { onDescriptor(base.descriptor) }
    func status() async -> ProviderStatus { await onStatus() }

    func shutdown() async {
        await onShutdown()
        await base.shutdown()
    }

    func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try onVoices(base.voices, query).filter(query.matches)
    }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        do {
            let changed = try await onRequest(request)
            var events: [SpeechEvent] = []
            for try await event in try await base.synthesize(changed) { events.append(event) }
            let changedEvents = try onEvents(events, request)
            let waiting = Waiting(changedEvents)
            return try onStream(SpeechStream { waiting.next() }, request)
        } catch {
            throw onError(error)
        }
    }

    private final class Waiting: Sendable {
        private let events: Mutex<ArraySlice<SpeechEvent>>
        init(_ events: [SpeechEvent]) { self.events = Mutex(events[...]) }
        func next() -> SpeechEvent? { events.withLock { $0.popFirst() } }
    }
}

/// A correct translation provider with a single defect.
struct TamperedTranslation: TranslationProvider {
    var base: InMemoryTranslation
    var onDescriptor: @Sendable (ProviderDescriptor) -> ProviderDescriptor = { $0 }
    var onStatus: @Sendable () async -> ProviderStatus = { .ready }
    var onPairs: @Sendable ([LanguagePair]) -> [LanguagePair] = { $0 }
    var onRequest: @Sendable (TranslationRequest) async throws -> TranslationRequest = { $0 }
    var onResponse: @Sendable (TranslationResponse, TranslationRequest) throws -> TranslationResponse = {
        response,
        _ in response
    }
    var onShutdown: @Sendable () async -> Void = {}
    var onError: @Sendable (any Error) -> any Error = { $0 }

    var descriptor: ProviderDescriptor { onDescriptor(base.descriptor) }
    func status() async -> ProviderStatus { await onStatus() }

    func shutdown() async {
        await onShutdown()
        await base.shutdown()
    }

    func languagePairs() async throws -> [LanguagePair] { onPairs(try await base.languagePairs()) }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        do {
            return try onResponse(try await base.translate(onRequest(request)), request)
        } catch {
            throw onError(error)
        }
    }
}

/// A correct sentence provider with a single defect.
struct TamperedSentences: SentenceProvider {
    var base = InMemorySentences()
    var onDescriptor: @Sendable (ProviderDescriptor) -> ProviderDescriptor = { $0 }
    var onStatus: @Sendable () async -> ProviderStatus = { .ready }
    var onRequest: @Sendable (SentenceRequest) async throws -> SentenceRequest = { $0 }
    var onResponse: @Sendable (SentenceResponse, SentenceRequest) throws -> SentenceResponse = { response, _ in response
    }
    var onStream: @Sendable (SentenceResponse) -> SentenceStream = { SentenceStream(of: $0) }
    var onShutdown: @Sendable () async -> Void = {}
    var onError: @Sendable (any Error) -> any Error = { $0 }

    var descriptor: ProviderDescriptor { onDescriptor(base.descriptor) }
    func status() async -> ProviderStatus { await onStatus() }

    func shutdown() async {
        await onShutdown()
        await base.shutdown()
    }

    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        onStream(try await sentences(for: request))
    }

    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        do {
            return try onResponse(try await base.sentences(for: onRequest(request)), request)
        } catch {
            throw onError(error)
        }
    }
}

/// A correct feedback provider with a single defect.
struct TamperedFeedback: FeedbackProvider {
    var base = InMemoryFeedback()
    var onDescriptor: @Sendable (ProviderDescriptor) -> ProviderDescriptor = { $0 }
    var onStatus: @Sendable () async -> ProviderStatus = { .ready }
    var onRequest: @Sendable (FeedbackRequest) async throws -> FeedbackRequest = { $0 }
    var onHandle: @Sendable (FeedbackHandle, FeedbackRequest) throws -> FeedbackHandle = { handle, _ in handle }
    var onShutdown: @Sendable () async -> Void = {}
    var onError: @Sendable (any Error) -> any Error = { $0 }

    var descriptor: ProviderDescriptor { onDescriptor(base.descriptor) }
    func status() async -> ProviderStatus { await onStatus() }

    func shutdown() async {
        await onShutdown()
        await base.shutdown()
    }

    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        do {
            return try onHandle(try await base.play(onRequest(request)), request)
        } catch {
            throw onError(error)
        }
    }
}
