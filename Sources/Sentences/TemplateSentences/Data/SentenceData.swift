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

    init(language: LanguageTag) { self.language = language }

    /// How many words are known, each as a part of speech and in a sense.
    package var rowCount: Int { rows.count }

    /// How many templates there are.
    package var templateCount: Int { groups.reduce(0) { $0 + $1.templates.count } }
}
