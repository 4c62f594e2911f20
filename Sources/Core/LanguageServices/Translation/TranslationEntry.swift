/// What a dictionary says of a headword.
public struct TranslationEntry: Sendable, Hashable, Codable {
    /// The headword, as the dictionary spells it.
    public var headword: String

    /// How it is read, where writing does not tell: kana, pinyin.
    public var reading: String?

    /// How it is pronounced, in IPA without slashes.
    public var pronunciations: [String]

    /// What kinds of word it is, where the entry says so for all senses.
    public var partsOfSpeech: [PartOfSpeech]

    /// The grammatical genders of the headword.
    public var genders: [GrammaticalGender]

    /// Other spellings and inflected forms under which the entry is found as well.
    public var forms: [String]

    /// Fields, registers, regions, grammar: *plural*, *med.*, *colloquial*, *British*.
    public var labels: [String]

    /// Its meanings.
    public var senses: [TranslationSense]

    /// Headwords to look at as well.
    public var seeAlso: [String]

    /// Remarks of the dictionary on use.
    public var notes: [String]

    /// The dictionary it is from; empty in an entry that is not in one yet.
    public var dictionary: String

    /// Creates an entry.
    public init(
        headword: String,
        reading: String? = nil,
        pronunciations: [String] = [],
        partsOfSpeech: [PartOfSpeech] = [],
        genders: [GrammaticalGender] = [],
        forms: [String] = [],
        labels: [String] = [],
        senses: [TranslationSense] = [],
        seeAlso: [String] = [],
        notes: [String] = [],
        dictionary: String = ""
    ) {
        self.headword = headword
        self.reading = reading
        self.pronunciations = pronunciations
        self.partsOfSpeech = partsOfSpeech
        self.genders = genders
        self.forms = forms
        self.labels = labels
        self.senses = senses
        self.seeAlso = seeAlso
        self.notes = notes
        self.dictionary = dictionary
    }
}
