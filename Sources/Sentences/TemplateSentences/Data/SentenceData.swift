import Language
package import LanguageServices

/// The contents of a language's data files: words, sets and templates.
package struct SentenceData: Sendable {
    /// The language.
    package let language: LanguageTag
    var kindNames = NameTable()
    var setNames = NameTable()
    /// The sets defined in the files, keyed by the number of their name.
    var sets: [Int: WordSet] = [:]
    var rows: [LexiconRow] = []
    var groups: [TemplateGroup] = []
    var files: [String] = []

    /// The rows, keyed by headword in lower case.
    var rowsByHeadword: [String: [Int]] = [:]
    /// The rows, keyed by their listed forms in lower case.
    var rowsByForm: [String: [Int]] = [:]
    /// The groups that apply to kinds, keyed by part of speech.
    var groupsByPart: [PartOfSpeech: [Int]] = [:]
    /// The groups for a single headword, keyed by that headword in lower case.
    var groupsByHeadword: [String: [Int]] = [:]
    /// For each declared kind, all kinds that it includes.
    var includedKinds: [Int: KindSet] = [:]
    /// The number of rows of each kind.
    var rowsOfKind: [Int] = []

    /// The number of words; each part of speech and each sense of a word is counted separately.
    package var rowCount: Int { rows.count }

    /// The number of templates.
    package var templateCount: Int { groups.reduce(0) { $0 + $1.templates.count } }

    /// A problem at a location in the files.
    func problem(_ location: DataLocation, column: Int = 1, _ message: String, isWarning: Bool = false) -> DataProblem {
        let file = files.indices.contains(location.file) ? files[location.file] : ""
        return DataProblem(file: file, line: location.line, column: column, message: message, isWarning: isWarning)
    }

    /// The rows for a headword, ignoring case.
    func rows(of headword: String) -> [LexiconRow] { (rowsByHeadword[headword.lowercased()] ?? []).map { rows[$0] } }
}

/// A row in the lexicon.
struct LexiconRow: Sendable {
    var headword: String
    var partOfSpeech: PartOfSpeech
    var level: LearnerLevel
    var sense: String?
    /// The kinds of the word, including those that these kinds include.
    var kinds: KindSet
    /// The kinds of the word as listed in the file.
    var namedKinds: [Int]
    /// The grammatical numbers in which a noun is used.
    var number: InflectableWord.Number
    /// The gender of a noun, in languages with genders.
    var gender: NounGender?
    /// The irregular forms, keyed by their names.
    var forms: [String: String]
    /// The key in ``forms`` for the forms that no template uses, as one string separated by commas.
    static let otherForms = "other"

    /// All forms in the lexicon, sorted by their names.
    var spelledForms: [String] {
        forms.sorted { $0.key < $1.key }.flatMap { name, form in
            name == Self.otherForms ? form[...].parts(at: ",").map(\.trimmed) : [form]
        }
    }

    /// The sets of the word's collocates, each with the number of its name.
    var company: [(name: Int, set: WordSet)]
    var location: DataLocation

    /// The word, ready to be inflected.
    var word: InflectableWord {
        var word = InflectableWord(headword, partOfSpeech, number: number, irregular: forms)
        word.gender = gender?.gender
        word.hasBothGenders = gender == .both
        return word
    }
}

/// The gender of a noun in the lexicon.
enum NounGender: String, Sendable, CaseIterable {
    case masculine = "m"
    case feminine = "f"
    case neuter = "n"
    /// Masculine for a man and feminine for a woman.
    case both = "mf"

    /// The gender to use if nothing else determines it.
    var gender: Agreement.Gender {
        switch self {
        case .masculine, .both: .masculine
        case .feminine: .feminine
        case .neuter: .neuter
        }
    }
}

/// A set of word kinds, which are represented by numbers.
struct KindSet: Sendable, Hashable {
    private var words: [UInt64] = []

    /// Adds a kind.
    mutating func insert(_ kind: Int) {
        guard kind >= 0 else { return }
        let location = kind >> 6
        while words.count <= location { words.append(0) }
        words[location] |= 1 << UInt64(kind & 63)
    }

    /// Whether a kind is in the set.
    func contains(_ kind: Int) -> Bool {
        let location = kind >> 6
        return kind >= 0 && location < words.count && words[location] & (1 << UInt64(kind & 63)) != 0
    }

    /// The kinds in ascending order.
    var kinds: [Int] {
        var result: [Int] = []
        for (location, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                result.append(location << 6 | rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return result
    }

    /// Adds all kinds of another set.
    mutating func formUnion(_ other: KindSet) {
        while words.count < other.words.count { words.append(0) }
        for (location, word) in other.words.enumerated() { words[location] |= word }
    }
}

/// A set of interchangeable texts.
struct WordSet: Sendable {
    /// A text in the set.
    struct Text: Sendable {
        var text: String
        var level: LearnerLevel
        var agreement: Agreement
    }

    /// The texts, easiest first.
    let texts: [Text]
    /// The number of texts up to each level; empty if all texts have the same level.
    private let counts: [Int]

    init(_ texts: [Text]) {
        // Save memory: there are many sets, and most have only one level.
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

    /// The number of texts whose level is at most the given one.
    func count(upTo level: LearnerLevel) -> Int {
        guard !counts.isEmpty else { return texts.first.map { $0.level <= level ? texts.count : 0 } ?? 0 }
        return LearnerLevel.allCases.firstIndex(of: level).flatMap { $0 < counts.count ? counts[$0] : nil }
            ?? texts.count
    }
}

/// Maps names to numbers, which are faster to compare.
struct NameTable: Sendable {
    private var numbers: [String: Int] = [:]
    private(set) var names: [String] = []

    /// The number of a name, which is added if it is new.
    mutating func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// The number of a name; `nil` if the name is unknown.
    func known(_ name: String) -> Int? { numbers[name] }
}

/// A location in the files.
struct DataLocation: Sendable, Hashable {
    /// The index of the file.
    var file: Int
    /// The line, from 1.
    var line: Int
}

/// An error or a warning about the template files of a language.
package struct DataProblem: Sendable, Hashable {
    /// The path of the file as it was opened.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The column, in Unicode scalars from 1.
    package var column: Int
    /// A description of the problem, with the valid alternatives.
    package var message: String
    /// Whether the problem is only a warning, so that sentences can still be written.
    package var isWarning: Bool

    /// The location and message, in the format that compilers use.
    package var description: String {
        "\(file):\(line):\(column): \(isWarning ? "warning: " : "")\(message)"
    }

    /// The problem as an error that a provider throws.
    var error: ServiceError {
        ServiceError(
            .configuration,
            description,
            remedy: "fix the line; docs/reference/sentence-templates.md describes the syntax"
        )
    }
}
