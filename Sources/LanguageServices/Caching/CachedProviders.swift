extension TranslationProvider {
    /// This provider with a store before it; see ``CachedTranslation``.
    ///
    /// It belongs outside of all policies, so that an answer that is known costs no part of a limit.
    public func cached(
        in store: any ResponseStore,
        reuse: ResponseReuse = .usual,
        clock: ServiceClock = .system,
        settings: [String] = []
    ) -> CachedTranslation<Self> {
        CachedTranslation(upstream: self, store: store, reuse: reuse, clock: clock, settings: settings)
    }
}

extension SpeechProvider {
    /// This provider with a store before it; see ``CachedSpeech``.
    ///
    /// It belongs outside of all policies, so that an answer that is known costs no part of a limit.
    public func cached(
        in store: any ResponseStore,
        reuse: ResponseReuse = .usual,
        clock: ServiceClock = .system,
        settings: [String] = []
    ) -> CachedSpeech<Self> {
        CachedSpeech(upstream: self, store: store, reuse: reuse, clock: clock, settings: settings)
    }
}

extension SentenceProvider {
    /// This provider with a store before it; see ``CachedSentences``.
    ///
    /// It belongs outside of all policies, so that an answer that is known costs no part of a limit.
    public func cached(
        in store: any ResponseStore,
        reuse: ResponseReuse = .usual,
        clock: ServiceClock = .system,
        settings: [String] = []
    ) -> CachedSentences<Self> {
        CachedSentences(upstream: self, store: store, reuse: reuse, clock: clock, settings: settings)
    }
}

/// How a ``ServiceRegistry`` keeps answers.
public struct ResponseCaching: Sendable {
    /// Where.
    public var store: any ResponseStore

    /// Whether what is known is used.
    public var reuse: ResponseReuse

    /// Creates a way of keeping answers.
    public init(store: any ResponseStore, reuse: ResponseReuse = .usual) {
        self.store = store
        self.reuse = reuse
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
        func speech(_ provider: some SpeechProvider) -> any ServiceProvider {
            provider.cached(in: store, reuse: reuse, clock: clock, settings: settings)
        }
        func translation(_ provider: some TranslationProvider) -> any ServiceProvider {
            provider.cached(in: store, reuse: reuse, clock: clock, settings: settings)
        }
        func sentences(_ provider: some SentenceProvider) -> any ServiceProvider {
            provider.cached(in: store, reuse: reuse, clock: clock, settings: settings)
        }

        switch provider {
        case let provider as any SpeechProvider: return speech(provider)
        case let provider as any TranslationProvider: return translation(provider)
        case let provider as any SentenceProvider: return sentences(provider)
        default: return provider
        }
    }
}
