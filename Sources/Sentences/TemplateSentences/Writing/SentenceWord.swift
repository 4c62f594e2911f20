import Language
import LanguageServices

/// A word for which sentences are written.
struct SentenceWord: Sendable {
    /// The word, ready to be inflected.
    var word: InflectableWord
    var level: LearnerLevel?
    var sense: String?
    var company: [(name: Int, set: WordSet)] = []
    /// Whether its plain form starts with the sound of a vowel, where somebody knows better than the rules.
    var startsWithVowel: Bool?

    init(_ word: InflectableWord) { self.word = word }

    init(_ row: LexiconRow) {
        word = row.word
        level = row.level
        sense = row.sense
        company = row.company
    }

    /// A set that only this word's sentences have.
    func company(_ name: Int) -> WordSet? { company.first { $0.name == name }?.set }
}
