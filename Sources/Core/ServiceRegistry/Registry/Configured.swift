import LanguageServices

// Chains that complete requests with configured defaults. A registry returns them to front ends.

struct ConfiguredSpeech: ForwardingSpeechProvider {
    let upstream: any SpeechProvider
    let defaults: SpeechDefaults

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try await upstream.synthesize(defaults.completing(request))
    }
}

struct ConfiguredTranslation: ForwardingTranslationProvider {
    let upstream: any TranslationProvider
    let defaults: TranslationDefaults

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        try await upstream.translate(defaults.completing(request))
    }
}

struct ConfiguredSentences: ForwardingSentenceProvider {
    let upstream: any SentenceProvider
    let defaults: SentenceDefaults

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

    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        try await upstream.play(defaults.completing(request))
    }
}

extension SpeechDefaults {
    /// Reads the defaults from the configuration.
    init(_ options: OptionValues) throws(ServiceError) {
        self.init(
            language: try options.languageTag("accent"),
            rate: try options.number("rate"),
            isNormalizing: try options.boolean("normalize"),
            isQueueing: try options.boolean("queue")
        )
    }
}

extension TranslationDefaults {
    /// Reads the defaults from the configuration.
    init(_ options: OptionValues) throws(ServiceError) {
        self.init(
            source: try options.languageTag("from"),
            target: try options.languageTags("to").first,
            level: try options.string("level").flatMap(LearnerLevel.init),
            isQueueing: try options.boolean("queue")
        )
    }
}

extension SentenceDefaults {
    /// Reads the defaults from the configuration.
    init(_ options: OptionValues) throws(ServiceError) {
        self.init(
            language: try options.languageTag("language"),
            level: try options.string("level").flatMap(LearnerLevel.init),
            target: try options.languageTag("to")
        )
    }
}

extension FeedbackDefaults {
    /// Reads the defaults from the configuration.
    init(_ options: OptionValues) throws(ServiceError) {
        self.init(strength: try options.number("strength"))
    }
}
