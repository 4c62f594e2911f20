/// What a speech request gets from the configuration where it leaves something open.
///
/// A provider of a ``ServiceProvider`` chain completes each request by itself; a front end reads the defaults where it must
/// know beforehand what will be spoken, for example to name a file.
public struct SpeechDefaults: Sendable, Hashable {
    /// The language of requests that name neither a language nor a voice.
    public var language: LanguageTag?
    /// The rate of requests that name none; 1 is normal speed.
    public var rate: Double?
    /// Whether a front end makes all texts equally loud; done to the audio, not by providers.
    public var isNormalizing: Bool?
    /// Whether a front end queues requests that fail for lack of a network.
    public var isQueueing: Bool?

    /// Creates defaults; what is `nil` stays open.
    public init(
        language: LanguageTag? = nil,
        rate: Double? = nil,
        isNormalizing: Bool? = nil,
        isQueueing: Bool? = nil
    ) {
        self.language = language
        self.rate = rate
        self.isNormalizing = isNormalizing
        self.isQueueing = isQueueing
    }

    /// The request with the defaults in place of what it leaves open.
    public func completing(_ request: SpeechRequest) -> SpeechRequest {
        var complete = request
        // A request that names a voice has chosen its language.
        if complete.language == nil, complete.voice == nil { complete.language = language }
        complete.rate = complete.rate ?? rate
        return complete
    }
}

/// What a translation request gets from the configuration where it leaves something open; see ``SpeechDefaults``.
public struct TranslationDefaults: Sendable, Hashable {
    /// The source language of requests that name none.
    public var source: LanguageTag?
    /// The target language of requests that name none.
    public var target: LanguageTag?
    /// The reader's level of requests that name none.
    public var level: LearnerLevel?
    /// Whether a front end queues requests that fail for lack of a network.
    public var isQueueing: Bool?

    /// Creates defaults; what is `nil` stays open.
    public init(
        source: LanguageTag? = nil,
        target: LanguageTag? = nil,
        level: LearnerLevel? = nil,
        isQueueing: Bool? = nil
    ) {
        self.source = source
        self.target = target
        self.level = level
        self.isQueueing = isQueueing
    }

    /// The request with the defaults in place of what it leaves open.
    public func completing(_ request: TranslationRequest) -> TranslationRequest {
        var complete = request
        complete.source = complete.source ?? source
        complete.target = complete.target ?? target
        if let level, complete.context?.level == nil {
            let previous = complete.context?.previousMessages ?? []
            complete.context = TranslationContext(previousMessages: previous, level: level)
        }
        return complete
    }
}

/// What a request for sentences or a lesson gets from the configuration where it leaves something open; see
/// ``SpeechDefaults``.
public struct SentenceDefaults: Sendable, Hashable {
    /// The language of words that name none.
    public var language: LanguageTag?
    /// The reader's level of requests that name none.
    public var level: LearnerLevel?
    /// The language into which sentences are translated for requests that name none.
    public var target: LanguageTag?

    /// Creates defaults; what is `nil` stays open.
    public init(language: LanguageTag? = nil, level: LearnerLevel? = nil, target: LanguageTag? = nil) {
        self.language = language
        self.level = level
        self.target = target
    }

    /// The request with the defaults in place of what it leaves open.
    public func completing(_ request: SentenceRequest) -> SentenceRequest {
        var complete = request
        complete.language = complete.language ?? language
        complete.level = complete.level ?? level
        complete.targetLanguage = complete.targetLanguage ?? target
        return complete
    }

    /// The request with the defaults in place of what it leaves open.
    public func completing(_ request: LessonRequest) -> LessonRequest {
        var complete = request
        complete.language = complete.language ?? language
        complete.level = complete.level ?? level
        complete.meaningLanguage = complete.meaningLanguage ?? target
        return complete
    }
}

/// What a feedback request gets from the configuration where it leaves something open; see ``SpeechDefaults``.
public struct FeedbackDefaults: Sendable, Hashable {
    /// The factor for all intensities, 0…1, of requests that name none.
    public var strength: Double?

    /// Creates defaults; what is `nil` stays open.
    public init(strength: Double? = nil) { self.strength = strength }

    /// The request with the defaults in place of what it leaves open.
    public func completing(_ request: FeedbackRequest) -> FeedbackRequest {
        var complete = request
        complete.strength = complete.strength ?? strength
        return complete
    }
}
