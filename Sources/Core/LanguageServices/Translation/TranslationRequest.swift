/// Texts to be translated.
public struct TranslationRequest: Sendable, Hashable, Codable {
    /// The texts, each translated by itself.
    public var texts: [String]

    /// Their language. `nil` leaves it to the configuration, or to the provider's guess.
    public var source: LanguageTag?

    /// The language to translate to. `nil` leaves it to the configuration.
    public var target: LanguageTag?

    /// What kind of word is meant, where a text is a single word; a wish, not a condition.
    public var partOfSpeech: PartOfSpeech?

    /// How far the search may go from the text as it is given; ``TranslationMatch/Step/gloss``, which is usual, is no limit.
    ///
    /// A limit is one for the whole chain. Every provider keeps it: what is found by a later step is
    /// ``ServiceError/Code/notFound``, and so is what has no ``Translation/match``, such as a sentence that was translated
    /// by rules.
    public var loosestMatch: TranslationMatch.Step

    /// Whether the translations are wanted in Latin letters as well.
    public var romanizes: Bool

    /// Whether other translations are wanted beside the best; a provider that takes time to find them leaves them out when
    /// they are not.
    public var wantsAlternatives: Bool

    /// Whether the whole entries of a dictionary are wanted, with senses, examples and notes; of a provider without a
    /// dictionary, whatever else it can tell: alternatives, remarks, the difficulty.
    public var wantsEntries: Bool

    /// What is known beside the texts.
    public var context: TranslationContext?

    /// Creates a request.
    public init(
        texts: [String],
        source: LanguageTag? = nil,
        target: LanguageTag? = nil,
        partOfSpeech: PartOfSpeech? = nil,
        loosestMatch: TranslationMatch.Step = .gloss,
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
        self.romanizes = romanizes
        self.wantsAlternatives = wantsAlternatives
        self.wantsEntries = wantsEntries
        self.context = context
    }
}

extension TranslationRequest {
    private enum CodingKeys: String, CodingKey {
        case texts, source, target, partOfSpeech, romanizes, wantsAlternatives, wantsEntries, context
        // The name of earlier versions, which stored queues contain.
        case loosestMatch = "furthestStep"
    }

    /// Decodes a request; one that was encoded before there was a choice of alternatives wants them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            texts: try container.decode([String].self, forKey: .texts),
            source: try container.decodeIfPresent(LanguageTag.self, forKey: .source),
            target: try container.decodeIfPresent(LanguageTag.self, forKey: .target),
            partOfSpeech: try container.decodeIfPresent(PartOfSpeech.self, forKey: .partOfSpeech),
            loosestMatch: try container.decode(TranslationMatch.Step.self, forKey: .loosestMatch),
            romanizes: try container.decode(Bool.self, forKey: .romanizes),
            wantsAlternatives: try container.decodeIfPresent(Bool.self, forKey: .wantsAlternatives) ?? true,
            wantsEntries: try container.decode(Bool.self, forKey: .wantsEntries),
            context: try container.decodeIfPresent(TranslationContext.self, forKey: .context)
        )
    }
}

/// What is known beside the texts of a request; a provider that cannot use it does without.
public struct TranslationContext: Sendable, Hashable, Codable {
    /// What was said before, the oldest first, in the language of the texts or of the translations. It tells what is meant,
    /// and is not translated itself.
    public var previousMessages: [String]

    /// How well the reader knows the language to translate to; a wish for the choice of words and for remarks.
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

    /// How the answer came about.
    public var report: ServiceReport

    /// Creates a response.
    public init(results: [Result<Translation, ServiceError>], report: ServiceReport) {
        self.results = results
        self.report = report
    }
}
