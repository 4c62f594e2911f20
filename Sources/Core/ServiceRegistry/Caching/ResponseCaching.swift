public import LanguageServices

extension SpeechProvider {
    /// This provider with a store before it, outside all policies, so that a known answer costs no part of a limit.
    ///
    /// An utterance is stored when its stream has ended. One that failed, that the caller dropped, or that is larger than
    /// 8 MiB is not stored.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> some SpeechProvider {
        CachedSpeech(upstream: self, caching: ResponseCaching(store: store, reuse: reuse))
    }
}

extension TranslationProvider {
    /// This provider with a store before it, outside all policies, so that a known answer costs no part of a limit.
    ///
    /// Unknown texts go to the provider in one request, each distinct text once, and always with alternatives. Failures are
    /// not stored, except that a text was not found. When the provider cannot be reached, an expired answer is returned
    /// with a notice.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> some TranslationProvider {
        CachedTranslation(upstream: self, caching: ResponseCaching(store: store, reuse: reuse))
    }
}

extension SentenceProvider {
    /// This provider with a store before it, outside all policies, so that a known answer costs no part of a limit.
    ///
    /// Failures are not stored, except that a word has no sentence. When the provider cannot be reached, expired sentences
    /// are returned with a notice.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> some SentenceProvider {
        CachedSentences(upstream: self, caching: ResponseCaching(store: store, reuse: reuse))
    }
}

/// How answers are kept.
public struct ResponseCaching: Sendable {
    /// Where.
    public var store: any ResponseStore

    /// Whether what is known is used.
    public var reuse: ResponseReuse

    /// The clock for reports.
    public var clock: ServiceClock

    /// What of a provider's settings changes its answers and is not told by the version of its descriptor. A
    /// ``ServiceRegistry`` knows that of each provider.
    public var settings: [String]

    /// Creates a way of keeping answers.
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

    /// Puts the store before a provider that is on a network; another one gives its answers as quickly itself.
    ///
    /// - Parameters:
    ///   - provider: The provider, under its policies.
    ///   - settings: What of its settings changes its answers.
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
    /// What is known of one request.
    ///
    /// - Throws: The miss, where it is known that there is no answer.
    func answer(to key: CacheKey, of provider: ProviderDescriptor) async throws -> (StoredAnswer, isStale: Bool)? {
        try ServiceError.checkCancellation(provider: provider.id)
        let stored = reuse == .usual ? await store.responses(for: [key], of: provider.service)[key] : nil
        try ServiceError.checkCancellation(provider: provider.id)
        guard let stored, let answer = StoredAnswer(stored.bytes) else { return nil }
        guard case .miss(let error) = answer else { return (answer, stored.isStale) }
        if stored.isStale { return nil }
        throw error
    }

    /// Keeps an answer, where that can be done.
    func keep(_ answer: StoredAnswer, under key: CacheKey, of provider: ProviderDescriptor) async {
        if let new = NewResponse(answer, of: provider) { await store.store([key: new]) }
    }

    /// An answer that is too old, where the provider cannot be reached, and what the user should know of it. That there is no
    /// answer is kept.
    ///
    /// - Throws: Why the provider gave none, where that is otherwise or nothing is known.
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

    /// Says that old answers were used.
    static func notice(ofOld count: Int, from provider: ProviderDescriptor, after error: ServiceError) -> String {
        let answers = count == 1 ? "an old answer of it was" : "\(count) old answers of it were"
        return "'\(provider.id)' cannot be reached, and \(answers) used: \(error.message)"
    }

    /// The report of an answer that was known.
    func report(of provider: ProviderDescriptor, since start: Duration, _ notices: [String]) -> ServiceReport {
        var report = ServiceReport.answered(by: provider.id, in: clock.now - start, notices: notices)
        report.noteCache(isHit: true, 1)
        return report
    }
}

extension NewResponse {
    /// An answer of a provider; `nil` when it cannot be kept.
    init?(_ answer: StoredAnswer, of provider: ProviderDescriptor) {
        guard let bytes = answer.bytes else { return nil }
        var isMiss = false
        if case .miss = answer { isMiss = true }
        self.init(bytes: bytes, service: provider.service, provider: provider.id, isMiss: isMiss)
    }
}

extension ServiceReport {
    /// Notes on the last attempt whether the whole answer came out of a cache, and how much of it.
    mutating func noteCache(isHit: Bool, _ count: Int? = nil) {
        changeLast { attempt in
            attempt.cacheHit = isHit
            attempt.cached = count ?? attempt.cached
        }
    }
}
