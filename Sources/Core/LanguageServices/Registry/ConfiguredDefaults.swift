/// A speech provider whose requests are completed from the configuration.
package struct ConfiguredSpeech: SpeechProvider {
    let upstream: any SpeechProvider
    /// The language of requests that name neither a language nor a voice.
    package let language: LanguageTag?
    /// The rate of requests that name none.
    package let rate: Double?
    /// Whether a front end makes texts equally loud that it is not told how to treat; done to the audio, not by providers.
    package let isNormalizing: Bool?
    /// Whether a front end puts requests into a queue that fail for lack of a network.
    package let isQueueing: Bool?

    init(_ upstream: any SpeechProvider, _ options: OptionValues) throws(ServiceError) {
        self.upstream = upstream
        language = try options.languageTag("accent")
        rate = try options.number("rate")
        isNormalizing = try options.boolean("normalize")
        isQueueing = try options.boolean("queue")
    }

    package var descriptor: ProviderDescriptor { upstream.descriptor }
    package func status() async -> ProviderStatus { await upstream.status() }
    package func shutdown() async { await upstream.shutdown() }

    package func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await upstream.voices(matching: query)
    }

    package func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try await upstream.synthesize(completed(request))
    }

    /// A request with everything that the configuration says of it.
    package func completed(_ request: SpeechRequest) -> SpeechRequest {
        var complete = request
        // A request that names a voice has said what it wants to hear.
        if complete.language == nil, complete.voice == nil { complete.language = language }
        complete.rate = complete.rate ?? rate
        return complete
    }
}

/// A translation provider whose requests are completed from the configuration.
package struct ConfiguredTranslation: TranslationProvider {
    let upstream: any TranslationProvider
    /// The language of requests that name none.
    package let source: LanguageTag?
    /// The language that requests are translated to that name none.
    package let target: LanguageTag?
    /// The reader's level of requests that name none.
    package let level: LearnerLevel?
    /// Whether a front end puts requests into a queue that fail for lack of a network.
    package let isQueueing: Bool?

    init(_ upstream: any TranslationProvider, _ options: OptionValues) throws(ServiceError) {
        self.upstream = upstream
        source = try options.languageTag("from")
        target = try options.languageTags("to").first
        level = try options.string("level").flatMap(LearnerLevel.init)
        isQueueing = try options.boolean("queue")
    }

    package var descriptor: ProviderDescriptor { upstream.descriptor }
    package func status() async -> ProviderStatus { await upstream.status() }
    package func shutdown() async { await upstream.shutdown() }

    package func languagePairs() async throws -> [LanguagePair] {
        try await upstream.languagePairs()
    }

    package func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        try await upstream.translate(completed(request))
    }

    /// A request with everything that the configuration says of it.
    package func completed(_ request: TranslationRequest) -> TranslationRequest {
        var complete = request
        complete.source = complete.source ?? source
        complete.target = complete.target ?? target
        if let level, complete.context?.level == nil {
            complete.context = TranslationContext(
                previousMessages: complete.context?.previousMessages ?? [],
                level: level
            )
        }
        return complete
    }
}

/// A sentence provider whose requests are completed from the configuration.
struct ConfiguredSentences: SentenceProvider {
    let upstream: any SentenceProvider
    /// The language of words that name none.
    let language: LanguageTag?
    /// The reader's level of requests that name none.
    let level: LearnerLevel?
    /// The language that sentences are translated to of requests that name none.
    let target: LanguageTag?

    init(_ upstream: any SentenceProvider, _ options: OptionValues) throws(ServiceError) {
        self.upstream = upstream
        language = try options.languageTag("language")
        level = try options.string("level").flatMap(LearnerLevel.init)
        target = try options.languageTag("to")
    }

    var descriptor: ProviderDescriptor { upstream.descriptor }
    func status() async -> ProviderStatus { await upstream.status() }
    func shutdown() async { await upstream.shutdown() }

    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await upstream.sentences(for: completed(request))
    }

    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        try await upstream.sentenceStream(for: completed(request))
    }

    func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        var complete = request
        complete.language = complete.language ?? language
        complete.level = complete.level ?? level
        complete.meaningLanguage = complete.meaningLanguage ?? target
        return try await upstream.lesson(for: complete)
    }

    /// A request with everything that the configuration says of it.
    func completed(_ request: SentenceRequest) -> SentenceRequest {
        var complete = request
        complete.language = complete.language ?? language
        complete.level = complete.level ?? level
        complete.targetLanguage = complete.targetLanguage ?? target
        return complete
    }
}

/// A feedback provider whose requests are completed from the configuration.
struct ConfiguredFeedback: FeedbackProvider {
    let upstream: any FeedbackProvider
    let strength: Double?

    init(_ upstream: any FeedbackProvider, _ options: OptionValues) throws(ServiceError) {
        self.upstream = upstream
        strength = try options.number("strength")
    }

    var descriptor: ProviderDescriptor { upstream.descriptor }
    func status() async -> ProviderStatus { await upstream.status() }
    func shutdown() async { await upstream.shutdown() }

    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        var complete = request
        complete.strength = complete.strength ?? strength
        return try await upstream.play(complete)
    }
}
