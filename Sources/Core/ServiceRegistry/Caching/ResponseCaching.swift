public import LanguageServices

extension SpeechProvider {
    /// This provider with a store before it; see ``CachedSpeech``.
    ///
    /// The store belongs outside all policies, so that a known answer costs no part of a limit.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> CachedSpeech {
        CachedSpeech(upstream: self, caching: ResponseCaching(store: store, reuse: reuse))
    }
}

extension TranslationProvider {
    /// This provider with a store before it, outside all policies; see ``CachedTranslation``.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> CachedTranslation {
        CachedTranslation(upstream: self, caching: ResponseCaching(store: store, reuse: reuse))
    }
}

extension SentenceProvider {
    /// This provider with a store before it, outside all policies; see ``CachedSentences``.
    public func cached(in store: any ResponseStore, reuse: ResponseReuse = .usual) -> CachedSentences {
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
