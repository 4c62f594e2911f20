public import LanguageServices

/// A translation of a headword among others, with what it was ranked by.
public struct RankedTranslation: Sendable, Hashable {
    /// The translation.
    public var word: TranslatedWord

    /// What kind of word the headword is in this translation.
    public var partOfSpeech: PartOfSpeech?

    /// How much speaks for it; a higher one is better, and numbers of one dictionary are comparable.
    public var score: Double

    /// The place of the entry it is from among the entries of its key.
    public var entry: Int

    /// The place of the sense in the entry.
    public var sense: Int

    /// Creates a ranked translation.
    public init(word: TranslatedWord, partOfSpeech: PartOfSpeech?, score: Double, entry: Int, sense: Int) {
        self.word = word
        self.partOfSpeech = partOfSpeech
        self.score = score
        self.entry = entry
        self.sense = sense
    }
}
