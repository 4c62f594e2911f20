/// What a column of a dictionary's table holds.
package enum TableColumn: String, Sendable, Hashable, CaseIterable {
    /// The headword.
    case headword
    /// What kind of word it is: `noun`, `n`, `v, trans`.
    case partOfSpeech = "pos"
    /// Its reading: kana, pinyin.
    case reading
    /// Its pronunciation, in IPA.
    case ipa
    /// Its genders: `m`, `f`, `n`.
    case genders
    /// What it means.
    case sense
    /// The level at which it is learned: `A1`.
    case level
    /// The translations: `casa {f}; hogar {m}`, `水 [みず]`.
    case translations
    /// Labels, separated by `; `.
    case labels
    /// Other spellings and inflected forms, separated by `; `.
    case forms
    /// Examples, separated by ` | `, their translations behind ` = `.
    case examples
    /// Headwords to look at as well, separated by `; `.
    case see
    /// Remarks.
    case notes

    /// The column of a name in a header, in any case; some other common names are understood too.
    init?(name: String) {
        let name = name.lowercased()
        guard let column = TableColumn(rawValue: name) ?? Self.otherNames[name] else { return nil }
        self = column
    }

    private static let otherNames: [String: TableColumn] = [
        "word": .headword, "term": .headword, "lemma": .headword, "front": .headword,
        "translation": .translations, "meaning": .translations, "back": .translations,
        "part of speech": .partOfSpeech, "part_of_speech": .partOfSpeech, "type": .partOfSpeech,
        "gender": .genders, "pronunciation": .ipa, "definition": .sense, "label": .labels, "example": .examples,
        "see also": .see, "note": .notes, "cefr": .level, "form": .forms,
    ]
}
