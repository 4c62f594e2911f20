import Language
import LanguageServices

/// What is known of a word.
struct LexiconRow: Sendable {
    var headword: String
    var partOfSpeech: PartOfSpeech
    var level: LearnerLevel
    var sense: String?
    /// Its kinds, with those that they include.
    var kinds: KindSet
    /// Its kinds as the file has them.
    var namedKinds: [Int]
    /// Which numbers it has, if it is a noun.
    var number: InflectableWord.Number
    /// Its gender, if it is a noun of a language that has them.
    var gender: NounGender?
    /// Forms that are not regular.
    var forms: [String: String]
    /// The name under which ``forms`` has those that no template makes, with commas between them.
    static let otherForms = "other"

    /// All forms that the lexicon gives, in the order of their names.
    var spelledForms: [String] {
        forms.sorted { $0.key < $1.key }.flatMap { name, form in
            name == Self.otherForms ? form[...].parts(at: ",").map(\.trimmed) : [form]
        }
    }

    /// Words that go with it, by the numbers of the names of their sets.
    var company: [(name: Int, set: WordSet)]
    var place: DataPlace

    /// The word, ready to be inflected.
    var word: InflectableWord {
        var word = InflectableWord(headword, partOfSpeech, number: number, irregular: forms)
        word.gender = gender?.gender
        word.hasBothGenders = gender == .both
        return word
    }

    /// Its company of a name.
    func company(_ name: Int) -> WordSet? { company.first { $0.name == name }?.set }
}
