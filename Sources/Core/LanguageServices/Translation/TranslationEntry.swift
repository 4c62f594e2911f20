/// A dictionary entry.
public struct TranslationEntry: Sendable, Hashable, Codable {
    /// The headword, as the dictionary spells it.
    public var headword: String

    /// Its reading (kana, pinyin) if its script does not show it.
    public var reading: String?

    /// Its pronunciations, in IPA without slashes.
    public var pronunciations: [String]

    /// The parts of speech that the entry lists for all senses.
    public var partsOfSpeech: [PartOfSpeech]

    /// The grammatical genders of the headword.
    public var genders: [GrammaticalGender]

    /// Other spellings and inflected forms under which the entry is found.
    public var forms: [String]

    /// Labels for subject field, register, region and grammar: *plural*, *med.*, *colloquial*, *British*.
    public var labels: [String]

    /// Its senses.
    public var senses: [TranslationSense]

    /// Related headwords.
    public var seeAlso: [String]

    /// Usage notes.
    public var notes: [String]

    /// The name of the dictionary; empty for an entry that is not yet in a dictionary.
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

/// A sense of a headword, with its translations.
public struct TranslationSense: Sendable, Hashable, Codable {
    /// The part of speech in this sense.
    public var partOfSpeech: PartOfSpeech?

    /// The translations, best first.
    public var translations: [TranslatedWord]

    /// A definition, in either language.
    public var definition: String?

    /// Labels for subject field and register: *med.*, *colloquial*.
    public var labels: [String]

    /// Example sentences and phrases.
    public var examples: [TranslationExample]

    /// Creates a sense.
    public init(
        partOfSpeech: PartOfSpeech? = nil,
        translations: [TranslatedWord],
        definition: String? = nil,
        labels: [String] = [],
        examples: [TranslationExample] = []
    ) {
        self.partOfSpeech = partOfSpeech
        self.translations = translations
        self.definition = definition
        self.labels = labels
        self.examples = examples
    }
}

/// A word or expression in the target language.
public struct TranslatedWord: Sendable, Hashable, Codable {
    /// The word without annotations.
    public var text: String

    /// Its reading (kana, pinyin) if its script does not show it.
    public var reading: String?

    /// Its grammatical genders.
    public var genders: [GrammaticalGender]

    /// Labels for this word only: *pl.*, *Am.*, *to sb.*
    public var labels: [String]

    /// Creates a word.
    public init(_ text: String, reading: String? = nil, genders: [GrammaticalGender] = [], labels: [String] = []) {
        self.text = text
        self.reading = reading
        self.genders = genders
        self.labels = labels
    }
}

/// An example of usage, with an optional translation.
public struct TranslationExample: Sendable, Hashable, Codable {
    /// The sentence or phrase.
    public var text: String

    /// Its translation.
    public var translation: String?

    /// Creates an example.
    public init(_ text: String, translation: String? = nil) {
        self.text = text
        self.translation = translation
    }
}

/// The translations of a text that share a part of speech.
public struct TranslationGroup: Sendable, Hashable, Codable {
    /// The part of speech; `nil` if the dictionary does not give one.
    public var partOfSpeech: PartOfSpeech?

    /// The translations, best first.
    public var translations: [String]

    /// Creates a group.
    public init(partOfSpeech: PartOfSpeech?, translations: [String]) {
        self.partOfSpeech = partOfSpeech
        self.translations = translations
    }
}

/// A part of speech.
///
/// The set is open, since dictionaries use categories that are not listed here.
public struct PartOfSpeech: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The English name, in lower case: `noun`.
    public let rawValue: String

    /// Creates a part of speech from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The English name.
    public var description: String { rawValue }

    /// A noun.
    public static let noun = PartOfSpeech(rawValue: "noun")
    /// A name: *London*.
    public static let properNoun = PartOfSpeech(rawValue: "proper noun")
    /// A verb.
    public static let verb = PartOfSpeech(rawValue: "verb")
    /// An adjective.
    public static let adjective = PartOfSpeech(rawValue: "adjective")
    /// An adverb.
    public static let adverb = PartOfSpeech(rawValue: "adverb")
    /// A pronoun.
    public static let pronoun = PartOfSpeech(rawValue: "pronoun")
    /// An article or another determiner: *the*, *this*, *every*.
    public static let determiner = PartOfSpeech(rawValue: "determiner")
    /// A preposition or postposition.
    public static let preposition = PartOfSpeech(rawValue: "preposition")
    /// A conjunction.
    public static let conjunction = PartOfSpeech(rawValue: "conjunction")
    /// A numeral.
    public static let numeral = PartOfSpeech(rawValue: "numeral")
    /// An interjection.
    public static let interjection = PartOfSpeech(rawValue: "interjection")
    /// A particle.
    public static let particle = PartOfSpeech(rawValue: "particle")
    /// An idiom, a greeting or another fixed phrase.
    public static let phrase = PartOfSpeech(rawValue: "phrase")
    /// A prefix.
    public static let prefix = PartOfSpeech(rawValue: "prefix")
    /// A suffix.
    public static let suffix = PartOfSpeech(rawValue: "suffix")
    /// An abbreviation.
    public static let abbreviation = PartOfSpeech(rawValue: "abbreviation")

    /// All predefined values, in the order in which the help lists them.
    public static let known: [PartOfSpeech] = [
        .noun, .properNoun, .verb, .adjective, .adverb, .pronoun, .determiner, .preposition, .conjunction, .numeral,
        .interjection, .particle, .phrase, .prefix, .suffix, .abbreviation,
    ]
}
