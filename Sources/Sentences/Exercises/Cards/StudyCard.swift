public import LanguageServices

/// A word that is learned, and what it means.
public struct StudyCard: Sendable, Hashable, Codable {
    /// The word, or an expression.
    public var word: String

    /// What it means in the learner's language, the usual meaning first; each of them is a right answer.
    ///
    /// In a meaning several may stand, with commas, semicolons or slashes between them, and remarks in parentheses: what is
    /// shown is the meaning as it is, and any part of it is taken for right.
    public var meanings: [String]

    /// What kind of word it is, when that is known.
    public var partOfSpeech: PartOfSpeech?

    /// Which meaning it has, in a word or two, when it has several.
    public var sense: String?

    /// The level at which it is learned.
    public var level: LearnerLevel?

    /// A sentence with the word.
    public var example: ExampleSentence?

    /// Creates a card.
    public init(
        word: String,
        meanings: [String],
        partOfSpeech: PartOfSpeech? = nil,
        sense: String? = nil,
        level: LearnerLevel? = nil,
        example: ExampleSentence? = nil
    ) {
        self.word = word
        self.meanings = meanings
        self.partOfSpeech = partOfSpeech
        self.sense = sense
        self.level = level
        self.example = example
    }

    /// The meaning that is shown; empty when there is none.
    public var meaning: String { meanings.first ?? "" }
}
