package import LanguageServices

/// A word whose forms are wanted, with what rules cannot know of it.
package struct InflectableWord: Sendable, Hashable {
    /// The word as a dictionary has it; an expression of several words may be one.
    package var lemma: String
    /// What kind of word it is.
    package var partOfSpeech: PartOfSpeech
    /// Of a noun: which numbers it has.
    package var number: Number
    /// Of a noun: its gender, in languages where every noun has one.
    package var gender: Agreement.Gender?
    /// Whether a noun for people is masculine for men and feminine for women: *el estudiante, la estudiante*.
    package var hasBothGenders = false
    /// Forms that go before those of tables and rules, by their names.
    package var irregular: [String: String]

    /// Creates a word.
    package init(
        _ lemma: String,
        _ partOfSpeech: PartOfSpeech,
        number: Number = .both,
        irregular: [String: String] = [:]
    ) {
        self.lemma = lemma
        self.partOfSpeech = partOfSpeech
        self.number = number
        self.irregular = irregular
    }

    /// Which numbers a noun has.
    package enum Number: Sendable, Hashable {
        /// One and many: *bottle, bottles*.
        case both
        /// What is not counted: *water*.
        case singularOnly
        /// What is many even where it is one: *scissors*.
        case pluralOnly
    }
}
