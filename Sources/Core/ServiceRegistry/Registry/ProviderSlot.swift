import LanguageServices
import Synchronization

/// A provider of a registry, created when it is first needed.
final class ProviderSlot: Sendable {
    let id: ProviderID
    let service: Service

    private enum State: Sendable {
        case planned(@Sendable () async -> any ServiceProvider)
        case beingCreated(Task<any ServiceProvider, Never>)
        case ready(any ServiceProvider)
        case shutDown
    }

    private let state: Mutex<State>

    /// A slot for an existing provider.
    init(_ provider: any ServiceProvider) {
        id = provider.descriptor.id
        service = provider.descriptor.service
        state = Mutex(.ready(provider))
    }

    /// A slot for a provider that does not exist yet.
    init(_ id: ProviderID, _ service: Service, create: @escaping @Sendable () async -> any ServiceProvider) {
        self.id = id
        self.service = service
        state = Mutex(.planned(create))
    }

    /// The provider; `nil` after ``shutdown()``. Concurrent callers get the same provider.
    func provider() async -> (any ServiceProvider)? {
        let task: Task<any ServiceProvider, Never>
        switch state.withLock({ state in
            if case .planned(let create) = state { state = .beingCreated(Task { await self.created(create) }) }
            return state
        }) {
        case .beingCreated(let running): task = running
        case .ready(let provider): return provider
        case .planned, .shutDown: return nil
        }
        let provider = await task.value
        return state.withLock { if case .shutDown = $0 { nil } else { provider } }
    }

    private func created(_ create: @Sendable () async -> any ServiceProvider) async -> any ServiceProvider {
        let provider = await create()
        let isShutDown = state.withLock { state in
            if case .shutDown = state { return true }
            state = .ready(provider)
            return false
        }
        if isShutDown { await provider.shutdown() }
        return provider
    }

    /// Shuts the provider down if it has been created. One that is being created is shut down when it is ready; waiting
    /// for it here could block a factory that shuts its registry down.
    func shutdown() async {
        let last = state.withLock { state in
            defer { state = .shutDown }
            return state
        }
        if case .ready(let provider) = last { await provider.shutdown() }
    }
}

/// Why a provider could not be created. A chain continues with its next provider and reports the failure like that of a
/// request.
struct ProviderFailure: Sendable {
    let descriptor: ProviderDescriptor
    let error: ServiceError
    /// Whether the definition was valid but the provider could not be created.
    var isFromCreation = false

    init(
        _ id: ProviderID,
        _ service: Service,
        kind: String,
        _ locality: ProviderDescriptor.Locality?,
        _ error: ServiceError
    ) {
        descriptor = ProviderDescriptor(
            id: id,
            kind: kind,
            version: "",
            service: service,
            locality: locality ?? .inProcess
        )
        self.error = ServiceError(error, provider: id)
    }

    /// A provider that fails every request with the error.
    var provider: any ServiceProvider {
        switch descriptor.service {
        case .speech: UnavailableSpeech(failure: self)
        case .translation: UnavailableTranslation(failure: self)
        case .sentences: UnavailableSentences(failure: self)
        case .feedback: UnavailableFeedback(failure: self)
        }
    }
}

/// A provider that could not be created.
protocol UnavailableProvider: ServiceProvider {
    var failure: ProviderFailure { get }
}

extension UnavailableProvider {
    var descriptor: ProviderDescriptor { failure.descriptor }

    func status() async -> ProviderStatus {
        .unavailable(reason: failure.error.message, remedy: failure.error.remedy)
    }
}

private struct UnavailableSpeech: UnavailableProvider, SpeechProvider {
    let failure: ProviderFailure

    func voices(matching query: VoiceQuery) async throws -> [Voice] { throw failure.error }
    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream { throw failure.error }
}

private struct UnavailableTranslation: UnavailableProvider, TranslationProvider {
    let failure: ProviderFailure

    func languagePairs() async throws -> [LanguagePair] { throw failure.error }
    func translate(_ request: TranslationRequest) async throws -> TranslationResponse { throw failure.error }
}

private struct UnavailableSentences: UnavailableProvider, SentenceProvider {
    let failure: ProviderFailure

    func sentences(for request: SentenceRequest) async throws -> SentenceResponse { throw failure.error }
    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream { throw failure.error }
    func lesson(for request: LessonRequest) async throws -> WrittenLesson { throw failure.error }
}

private struct UnavailableFeedback: UnavailableProvider, FeedbackProvider {
    let failure: ProviderFailure

    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle { throw failure.error }
}
