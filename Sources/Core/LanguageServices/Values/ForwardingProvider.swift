/// A provider that wraps another provider, its upstream, and changes some of its answers.
///
/// Conform to the protocol for the service (``ForwardingSpeechProvider`` etc.), store the upstream, and implement only
/// the requirements that differ. Everything else is forwarded to the upstream, including optional capabilities and
/// configured defaults. Requirements that later versions add to the provider protocols will be forwarded as well.
///
/// ```swift
/// struct LoudSpeech: ForwardingSpeechProvider {
///     let upstream: any SpeechProvider
///
///     func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
///         var louder = request
///         louder.volume = 1
///         return try await upstream.synthesize(louder)
///     }
/// }
/// ```
public protocol ForwardingProvider: ServiceProvider {
    /// The wrapped provider, as a ``ServiceProvider``.
    var forwarded: any ServiceProvider { get }
}

extension ForwardingProvider {
    /// The upstream's descriptor.
    public var descriptor: ProviderDescriptor { forwarded.descriptor }
    /// The upstream's status.
    public func status() async -> ProviderStatus { await forwarded.status() }
    /// Shuts the upstream down.
    public func shutdown() async { await forwarded.shutdown() }
}

/// A speech provider that wraps another one; see ``ForwardingProvider``.
public protocol ForwardingSpeechProvider: ForwardingProvider, SpeechProvider {
    /// The wrapped provider.
    var upstream: any SpeechProvider { get }
}

extension ForwardingSpeechProvider {
    /// The upstream.
    public var forwarded: any ServiceProvider { upstream }
    /// The upstream's defaults.
    public var defaults: SpeechDefaults { upstream.defaults }
    /// The upstream's voices.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await upstream.voices(matching: query)
    }
    /// The upstream's speech.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try await upstream.synthesize(request)
    }
}

/// A translation provider that wraps another one; see ``ForwardingProvider``.
public protocol ForwardingTranslationProvider: ForwardingProvider, TranslationProvider {
    /// The wrapped provider.
    var upstream: any TranslationProvider { get }
}

extension ForwardingTranslationProvider {
    /// The upstream.
    public var forwarded: any ServiceProvider { upstream }
    /// The upstream's defaults.
    public var defaults: TranslationDefaults { upstream.defaults }
    /// The upstream's language pairs.
    public func languagePairs() async throws -> [LanguagePair] { try await upstream.languagePairs() }
    /// The upstream's translations.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        try await upstream.translate(request)
    }
}

/// A sentence provider that wraps another one; see ``ForwardingProvider``.
public protocol ForwardingSentenceProvider: ForwardingProvider, SentenceProvider {
    /// The wrapped provider.
    var upstream: any SentenceProvider { get }
}

extension ForwardingSentenceProvider {
    /// The upstream.
    public var forwarded: any ServiceProvider { upstream }
    /// The upstream's defaults.
    public var defaults: SentenceDefaults { upstream.defaults }
    /// The upstream's sentences.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await upstream.sentences(for: request)
    }
    /// The upstream's sentences, one by one.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        try await upstream.sentenceStream(for: request)
    }
    /// The upstream's lesson.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        try await upstream.lesson(for: request)
    }
}

/// A feedback provider that wraps another one; see ``ForwardingProvider``.
public protocol ForwardingFeedbackProvider: ForwardingProvider, FeedbackProvider {
    /// The wrapped provider.
    var upstream: any FeedbackProvider { get }
}

extension ForwardingFeedbackProvider {
    /// The upstream.
    public var forwarded: any ServiceProvider { upstream }
    /// The upstream's defaults.
    public var defaults: FeedbackDefaults { upstream.defaults }
    /// The upstream's feedback.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle { try await upstream.play(request) }
}
