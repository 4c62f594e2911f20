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
    public var furthestStep: TranslationMatch.Step

    /// Whether the translations are wanted in Latin letters as well.
    public var romanizes: Bool

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
        furthestStep: TranslationMatch.Step = .gloss,
        romanizes: Bool = false,
        wantsEntries: Bool = false,
        context: TranslationContext? = nil
    ) {
        self.texts = texts
        self.source = source
        self.target = target
        self.partOfSpeech = partOfSpeech
        self.furthestStep = furthestStep
        self.romanizes = romanizes
        self.wantsEntries = wantsEntries
        self.context = context
    }
}
