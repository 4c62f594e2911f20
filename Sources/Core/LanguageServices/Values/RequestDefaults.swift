/// Configured values for the `nil` fields of a speech request.
///
/// A chain that a `ServiceRegistry` returns applies them itself. A front end reads them if it needs to know in
/// advance what will be spoken, for example to name a file.
public struct SpeechDefaults: Sendable, Hashable {
    /// The default language, used if a request specifies neither language nor voice.
    public var language: LanguageTag?
    /// The default rate; 1 is normal speed.
    public var rate: Double?
    /// Whether a front end normalizes the loudness of the audio. Providers ignore it.
    public var isNormalizing: Bool?
    /// Whether a front end queues requests that fail because the network is down.
    public var isQueueing: Bool?

    /// Creates defaults; `nil` means no default.
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

    /// Returns the request with its `nil` fields replaced with the defaults.
    public func completing(_ request: SpeechRequest) -> SpeechRequest {
        var complete = request
        // A voice implies its language.
        if complete.language == nil, complete.voice == nil { complete.language = language }
        complete.rate = complete.rate ?? rate
        return complete
    }
}

/// Configured values for the `nil` fields of a translation request; see ``SpeechDefaults``.
public struct TranslationDefaults: Sendable, Hashable {
    /// The default source language.
    public var source: LanguageTag?
    /// The default target language.
    public var target: LanguageTag?
    /// The reader's level, used if a request does not specify one.
    public var level: LearnerLevel?
    /// Whether a front end queues requests that fail because the network is down.
    public var isQueueing: Bool?

    /// Creates defaults; `nil` means no default.
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

    /// Returns the request with its `nil` fields replaced with the defaults.
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

/// Configured values for the `nil` fields of a request for sentences or a lesson; see ``SpeechDefaults``.
public struct SentenceDefaults: Sendable, Hashable {
    /// The default language.
    public var language: LanguageTag?
    /// The reader's level, used if a request does not specify one.
    public var level: LearnerLevel?
    /// The default language for translations of the sentences.
    public var target: LanguageTag?

    /// Creates defaults; `nil` means no default.
    public init(language: LanguageTag? = nil, level: LearnerLevel? = nil, target: LanguageTag? = nil) {
        self.language = language
        self.level = level
        self.target = target
    }

    /// Returns the request with its `nil` fields replaced with the defaults.
    public func completing(_ request: SentenceRequest) -> SentenceRequest {
        var complete = request
        complete.language = complete.language ?? language
        complete.level = complete.level ?? level
        complete.targetLanguage = complete.targetLanguage ?? target
        return complete
    }

    /// Returns the request with its `nil` fields replaced with the defaults.
    public func completing(_ request: LessonRequest) -> LessonRequest {
        var complete = request
        complete.language = complete.language ?? language
        complete.level = complete.level ?? level
        complete.meaningLanguage = complete.meaningLanguage ?? target
        return complete
    }
}

/// Configured values for the `nil` fields of a feedback request; see ``SpeechDefaults``.
public struct FeedbackDefaults: Sendable, Hashable {
    /// The default intensity factor, 0…1.
    public var strength: Double?

    /// Creates defaults; `nil` means no default.
    public init(strength: Double? = nil) { self.strength = strength }

    /// Returns the request with its `nil` fields replaced with the defaults.
    public func completing(_ request: FeedbackRequest) -> FeedbackRequest {
        var complete = request
        complete.strength = complete.strength ?? strength
        return complete
    }
}
