/// A request to translate texts.
public struct TranslationRequest: Sendable, Hashable, Codable {
    /// The texts. Each is translated separately.
    public var texts: [String]

    /// The language of the texts. `nil` uses the configured language or lets the provider detect it.
    public var source: LanguageTag?

    /// The language to translate to. `nil` uses the configured value.
    public var target: LanguageTag?

    /// The preferred part of speech if a text is a single word. Other parts of speech are not excluded.
    public var partOfSpeech: PartOfSpeech?

    /// The loosest accepted kind of dictionary match; the default, ``TranslationMatch/Step/gloss``, accepts all.
    ///
    /// The limit applies to every provider in a chain. A looser match results in ``ServiceError/Code/notFound``, as
    /// does a translation without a ``Translation/match``, such as a machine translation of a sentence.
    public var loosestMatch: TranslationMatch.Step

    /// The worst accepted quality; `nil` accepts all. A chain replaces a worse translation with
    /// ``ServiceError/Code/notFound``.
    public var worstQuality: Translation.Quality?

    /// Whether to add romanizations.
    public var romanizes: Bool

    /// Whether to return alternatives. If not, a provider omits alternatives that would take extra time.
    public var wantsAlternatives: Bool

    /// Whether to return complete dictionary entries with senses, examples and notes. A provider without a dictionary
    /// returns alternatives, remarks and the difficulty if it has them.
    public var wantsEntries: Bool

    /// Additional context for the texts.
    public var context: TranslationContext?

    /// Creates a request.
    public init(
        texts: [String],
        source: LanguageTag? = nil,
        target: LanguageTag? = nil,
        partOfSpeech: PartOfSpeech? = nil,
        loosestMatch: TranslationMatch.Step = .gloss,
        worstQuality: Translation.Quality? = nil,
        romanizes: Bool = false,
        wantsAlternatives: Bool = true,
        wantsEntries: Bool = false,
        context: TranslationContext? = nil
    ) {
        self.texts = texts
        self.source = source
        self.target = target
        self.partOfSpeech = partOfSpeech
        self.loosestMatch = loosestMatch
        self.worstQuality = worstQuality
        self.romanizes = romanizes
        self.wantsAlternatives = wantsAlternatives
        self.wantsEntries = wantsEntries
        self.context = context
    }
}

extension TranslationRequest {
    private enum CodingKeys: String, CodingKey {
        case texts, source, target, partOfSpeech, worstQuality, romanizes, wantsAlternatives, wantsEntries, context
        // Stored queues use the name from earlier versions.
        case loosestMatch = "furthestStep"
    }

    /// Decodes a request. Alternatives are requested if the encoded request predates ``wantsAlternatives``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            texts: try container.decode([String].self, forKey: .texts),
            source: try container.decodeIfPresent(LanguageTag.self, forKey: .source),
            target: try container.decodeIfPresent(LanguageTag.self, forKey: .target),
            partOfSpeech: try container.decodeIfPresent(PartOfSpeech.self, forKey: .partOfSpeech),
            loosestMatch: try container.decode(TranslationMatch.Step.self, forKey: .loosestMatch),
            worstQuality: try container.decodeIfPresent(Translation.Quality.self, forKey: .worstQuality),
            romanizes: try container.decode(Bool.self, forKey: .romanizes),
            wantsAlternatives: try container.decodeIfPresent(Bool.self, forKey: .wantsAlternatives) ?? true,
            wantsEntries: try container.decode(Bool.self, forKey: .wantsEntries),
            context: try container.decodeIfPresent(TranslationContext.self, forKey: .context)
        )
    }
}

/// Context for the texts in a request. A provider that cannot use it ignores it.
public struct TranslationContext: Sendable, Hashable, Codable {
    /// Earlier messages, oldest first, in the language of either the texts or the translations. They clarify the
    /// meaning and are not translated.
    public var previousMessages: [String]

    /// The reader's level in the target language, as a hint for word choice and remarks.
    public var level: LearnerLevel?

    /// Creates a context.
    public init(previousMessages: [String] = [], level: LearnerLevel? = nil) {
        self.previousMessages = previousMessages
        self.level = level
    }
}

/// The answer to a ``TranslationRequest``.
public struct TranslationResponse: Sendable {
    /// One result for each text, in the order of the request.
    public var results: [Result<Translation, ServiceError>]

    /// Which providers were tried.
    public var report: ServiceReport

    /// Creates a response.
    public init(results: [Result<Translation, ServiceError>], report: ServiceReport) {
        self.results = results
        self.report = report
    }
}
