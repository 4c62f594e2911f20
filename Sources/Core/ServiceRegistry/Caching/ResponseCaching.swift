public import LanguageServices

extension SpeechProvider {
    /// Adds a cache outside all policies, so cached answers do not count towards limits.
    ///
    /// An utterance is stored when its stream has ended, unless it failed, was dropped by the consumer, or is larger
    /// than 8 MiB.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> some SpeechProvider {
        CachedSpeech(upstream: self, caching: ResponseCaching(store: store, reuse: reuse))
    }
}

extension TranslationProvider {
    /// Adds a cache outside all policies, so cached answers do not count towards limits.
    ///
    /// Texts that are not cached are sent in one request, without duplicates, and always with alternatives. Failures
    /// are not stored, except `ServiceError.Code.notFound`. If the provider cannot be reached, expired answers are
    /// returned with a notice.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> some TranslationProvider {
        CachedTranslation(upstream: self, caching: ResponseCaching(store: store, reuse: reuse))
    }
}

extension SentenceProvider {
    /// Adds a cache outside all policies, so cached answers do not count towards limits.
    ///
    /// Failures are not stored, except for `ServiceError.Code.notFound`. If the provider cannot be reached, expired
    /// sentences are returned with a notice.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> some SentenceProvider {
        CachedSentences(upstream: self, caching: ResponseCaching(store: store, reuse: reuse))
    }
}

/// How answers are cached.
public struct ResponseCaching: Sendable {
    /// The store for the answers.
    public var store: any ResponseStore

    /// Whether cached answers are used.
    public var reuse: ResponseReuse

    /// The clock for reports.
    public var clock: ServiceClock

    /// The provider's settings that affect answers and are not part of its version. A ``ServiceRegistry`` adds them for
    /// each provider.
    public var settings: [String]

    /// Creates a cache configuration.
    public init(
        store: any ResponseStore,
        reuse: ResponseReuse = .usual,
        clock: ServiceClock = .system,
        settings: [String] = []
    ) {
        self.store = store
        self.reuse = reuse
        self.clock = clock
        self.settings = settings
    }

    /// Adds the cache to a network provider; other providers are returned unchanged, since they are about as fast as a
    /// cache.
    ///
    /// - Parameters:
    ///   - provider: The provider, wrapped in its policies.
    ///   - settings: Its settings that affect answers.
    ///   - clock: The clock for reports.
    func around(
        _ provider: any ServiceProvider,
        settings: [String],
        clock: ServiceClock
    ) -> any ServiceProvider {
        guard provider.descriptor.locality == .network else { return provider }
        let own = ResponseCaching(store: store, reuse: reuse, clock: clock, settings: settings)
        switch provider {
        case let provider as any SpeechProvider: return CachedSpeech(upstream: provider, caching: own)
        case let provider as any TranslationProvider: return CachedTranslation(upstream: provider, caching: own)
        case let provider as any SentenceProvider: return CachedSentences(upstream: provider, caching: own)
        default: return provider
        }
    }
}

extension ResponseCaching {
    /// The cached answer to a request.
    ///
    /// - Throws: The cached error if the cache contains a miss, which means that there is no answer.
    func answer(to key: CacheKey, of provider: ProviderDescriptor) async throws -> (StoredAnswer, isStale: Bool)? {
        try ServiceError.checkCancellation(provider: provider.id)
        let stored = reuse == .usual ? await store.responses(for: [key], of: provider.service)[key] : nil
        try ServiceError.checkCancellation(provider: provider.id)
        guard let stored, let answer = StoredAnswer(stored.bytes) else { return nil }
        guard case .miss(let error) = answer else { return (answer, stored.isStale) }
        if stored.isStale { return nil }
        throw error
    }

    /// Stores an answer; an answer that cannot be stored is dropped.
    func keep(_ answer: StoredAnswer, under key: CacheKey, of provider: ProviderDescriptor) async {
        if let new = NewResponse(answer, of: provider) { await store.store([key: new]) }
    }

    /// The expired answer and a notice for the user, if the provider cannot be reached. A new miss is stored.
    ///
    /// - Throws: The provider's error if the provider was reached or there is no expired answer.
    func oldAnswer<Old>(
        _ old: Old?,
        after error: any Error,
        under key: CacheKey,
        of provider: ProviderDescriptor
    ) async throws -> (Old, notice: String) {
        let known = ServiceError(error, provider: provider.id)
        if known.code == .notFound { await keep(.miss(known), under: key, of: provider) }
        guard known.code.isUnreachable, let old else { throw error }
        return (old, Self.notice(ofOld: 1, from: provider, after: known))
    }

    /// The notice to the user that expired answers were used.
    static func notice(ofOld count: Int, from provider: ProviderDescriptor, after error: ServiceError) -> String {
        let answers = count == 1 ? "an expired cached answer was" : "\(count) expired cached answers were"
        return "'\(provider.id)' is not reachable; \(answers) used: \(error.message)"
    }

    /// The report of a cached answer.
    func report(of provider: ProviderDescriptor, since start: Duration, _ notices: [String]) -> ServiceReport {
        var report = ServiceReport.answered(by: provider.id, in: clock.now - start, notices: notices)
        report.noteCache(isHit: true, 1)
        return report
    }
}

extension NewResponse {
    /// Creates the stored form of an answer; `nil` if it cannot be stored.
    init?(_ answer: StoredAnswer, of provider: ProviderDescriptor) {
        guard let bytes = answer.bytes else { return nil }
        var isMiss = false
        if case .miss = answer { isMiss = true }
        self.init(bytes: bytes, service: provider.service, provider: provider.id, isMiss: isMiss)
    }
}

extension ServiceReport {
    /// Records in the last attempt whether the complete answer came from the cache, and how much of it did.
    mutating func noteCache(isHit: Bool, _ count: Int? = nil) {
        changeLast { attempt in
            attempt.cacheHit = isHit
            attempt.cached = count ?? attempt.cached
        }
    }
}
