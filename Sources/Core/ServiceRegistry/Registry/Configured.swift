import LanguageServices

// Chains whose requests are completed from the configuration; they are what a registry gives to a front end.

struct ConfiguredSpeech: ForwardingSpeechProvider {
    let upstream: any SpeechProvider
    let defaults: SpeechDefaults

    init(_ upstream: any SpeechProvider, _ options: OptionValues) throws(ServiceError) {
        self.upstream = upstream
        defaults = SpeechDefaults(
            language: try options.languageTag("accent"),
            rate: try options.number("rate"),
            isNormalizing: try options.boolean("normalize"),
            isQueueing: try options.boolean("queue")
        )
    }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try await upstream.synthesize(defaults.completing(request))
    }
}

struct ConfiguredTranslation: ForwardingTranslationProvider {
    let upstream: any TranslationProvider
    let defaults: TranslationDefaults

    init(_ upstream: any TranslationProvider, _ options: OptionValues) throws(ServiceError) {
        self.upstream = upstream
        defaults = TranslationDefaults(
            source: try options.languageTag("from"),
            target: try options.languageTags("to").first,
            level: try options.string("level").flatMap(LearnerLevel.init),
            isQueueing: try options.boolean("queue")
        )
    }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        try await upstream.translate(defaults.completing(request))
    }
}

struct ConfiguredSentences: ForwardingSentenceProvider {
    let upstream: any SentenceProvider
    let defaults: SentenceDefaults

    init(_ upstream: any SentenceProvider, _ options: OptionValues) throws(ServiceError) {
        self.upstream = upstream
        defaults = SentenceDefaults(
            language: try options.languageTag("language"),
            level: try options.string("level").flatMap(LearnerLevel.init),
            target: try options.languageTag("to")
        )
    }

    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await upstream.sentences(for: defaults.completing(request))
    }

    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        try await upstream.sentenceStream(for: defaults.completing(request))
    }

    func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        try await upstream.lesson(for: defaults.completing(request))
    }
}

struct ConfiguredFeedback: ForwardingFeedbackProvider {
    let upstream: any FeedbackProvider
    let defaults: FeedbackDefaults

    init(_ upstream: any FeedbackProvider, _ options: OptionValues) throws(ServiceError) {
        self.upstream = upstream
        defaults = FeedbackDefaults(strength: try options.number("strength"))
    }

    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        try await upstream.play(defaults.completing(request))
    }
}
