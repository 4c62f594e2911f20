import Language
package import LanguageServices

/// What the files of a language say: words, sets and templates.
package struct SentenceData: Sendable {
    /// The language.
    package let language: LanguageTag
    var kindNames = NameTable()
    var setNames = NameTable()
    /// The sets of the files, by the numbers of their names.
    var sets: [Int: WordSet] = [:]
    var rows: [LexiconRow] = []
    var groups: [TemplateGroup] = []
    var files: [String] = []

    /// The rows of a headword, in lower case.
    var rowsByHeadword: [String: [Int]] = [:]
    /// The rows of forms that files name, in lower case.
    var rowsByForm: [String: [Int]] = [:]
    /// The groups of a part of speech that are for kinds.
    var groupsByPart: [PartOfSpeech: [Int]] = [:]
    /// The groups that are for a headword, in lower case.
    var groupsByHeadword: [String: [Int]] = [:]
    /// All kinds that a declared kind includes.
    var includedKinds: [Int: KindSet] = [:]
    /// How many rows have each kind.
    var rowsOfKind: [Int] = []

    /// How many words are known, each as a part of speech and in a sense.
    package var rowCount: Int { rows.count }

    /// How many templates there are.
    package var templateCount: Int { groups.reduce(0) { $0 + $1.templates.count } }

    /// A problem at a place in the files.
    func problem(_ place: DataLocation, column: Int = 1, _ message: String, isWarning: Bool = false) -> DataProblem {
        let file = files.indices.contains(place.file) ? files[place.file] : ""
        return DataProblem(file: file, line: place.line, column: column, message: message, isWarning: isWarning)
    }

    /// The rows of a headword, in whatever case.
    func rows(of headword: String) -> [LexiconRow] { (rowsByHeadword[headword.lowercased()] ?? []).map { rows[$0] } }
}

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
    var place: DataLocation

    /// The word, ready to be inflected.
    var word: InflectableWord {
        var word = InflectableWord(headword, partOfSpeech, number: number, irregular: forms)
        word.gender = gender?.gender
        word.hasBothGenders = gender == .both
        return word
    }
}

/// The gender of a noun, as the lexicon has it.
enum NounGender: String, Sendable, CaseIterable {
    case masculine = "m"
    case feminine = "f"
    case neuter = "n"
    /// Masculine for men and feminine for women.
    case both = "mf"

    /// The gender in which the word stands where nothing decides.
    var gender: Agreement.Gender {
        switch self {
        case .masculine, .both: .masculine
        case .feminine: .feminine
        case .neuter: .neuter
        }
    }
}

/// A set of kinds of word, by their numbers.
struct KindSet: Sendable, Hashable {
    private var words: [UInt64] = []

    /// Adds a kind.
    mutating func insert(_ kind: Int) {
        guard kind >= 0 else { return }
        let place = kind >> 6
        while words.count <= place { words.append(0) }
        words[place] |= 1 << UInt64(kind & 63)
    }

    /// Whether a kind is in the set.
    func contains(_ kind: Int) -> Bool {
        let place = kind >> 6
        return kind >= 0 && place < words.count && words[place] & (1 << UInt64(kind & 63)) != 0
    }

    /// The kinds, in their order.
    var kinds: [Int] {
        var result: [Int] = []
        for (place, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                result.append(place << 6 | rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return result
    }

    /// Adds all kinds of another set.
    mutating func formUnion(_ other: KindSet) {
        while words.count < other.words.count { words.append(0) }
        for (place, word) in other.words.enumerated() { words[place] |= word }
    }
}

/// Texts that may take each other's place.
struct WordSet: Sendable {
    /// One of the texts.
    struct Text: Sendable {
        var text: String
        var level: LearnerLevel
        var agreement: Agreement
    }

    /// The texts, the easier ones first.
    let texts: [Text]
    /// How many of them are of each level or easier; empty when all are of one.
    private let counts: [Int]

    init(_ texts: [Text]) {
        // There are many sets, and most have one level.
        guard let level = texts.first?.level, texts.contains(where: { $0.level != level }) else {
            self.texts = texts
            counts = []
            return
        }
        let sorted = texts.enumerated()
            .sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
            .map(\.element)
        self.texts = sorted
        counts = LearnerLevel.allCases.map { level in sorted.count { $0.level <= level } }
    }

    /// How many texts, from the first one, are no harder than a level.
    func count(upTo level: LearnerLevel) -> Int {
        guard !counts.isEmpty else { return texts.first.map { $0.level <= level ? texts.count : 0 } ?? 0 }
        return LearnerLevel.allCases.firstIndex(of: level).flatMap { $0 < counts.count ? counts[$0] : nil }
            ?? texts.count
    }
}

/// Numbers for names, so that they are compared as numbers.
struct NameTable: Sendable {
    private var numbers: [String: Int] = [:]
    private(set) var names: [String] = []

    /// The number of a name, which is a new one when it was not there.
    mutating func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// The number of a name that is there.
    func known(_ name: String) -> Int? { numbers[name] }
}

/// Where something stands in the files.
struct DataLocation: Sendable, Hashable {
    /// Which of the files.
    var file: Int
    /// The line, from 1.
    var line: Int
}

/// Something wrong or doubtful in the files of sentence templates.
package struct DataProblem: Sendable, Hashable {
    /// The file, as it was opened.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The place in the line, in Unicode scalars from 1.
    package var column: Int
    /// What is wrong, and what is allowed.
    package var message: String
    /// Whether sentences can be written all the same.
    package var isWarning: Bool

    /// Place and message, as compilers write them.
    package var description: String {
        "\(file):\(line):\(column): \(isWarning ? "warning: " : "")\(message)"
    }

    /// The problem as what a provider throws.
    var error: ServiceError {
        ServiceError(
            .configuration,
            description,
            remedy: "mend the line; docs/reference/sentence-templates.md says how templates are written"
        )
    }
}
