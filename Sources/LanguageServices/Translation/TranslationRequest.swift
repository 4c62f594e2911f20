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

    /// How far a search in a dictionary may go from the text as it is given. A provider that has no dictionary translates
    /// texts as they are, and does not look at this.
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
