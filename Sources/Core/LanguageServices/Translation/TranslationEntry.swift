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

/// One meaning of a headword, with its translations.
public struct TranslationSense: Sendable, Hashable, Codable {
    /// What kind of word the headword is in this meaning.
    public var partOfSpeech: PartOfSpeech?

    /// The translations, the better ones first.
    public var translations: [TranslatedWord]

    /// What it means, in the language of the headword or of the translation.
    public var definition: String?

    /// Fields and registers: *med.*, *colloquial*.
    public var labels: [String]

    /// Sentences and phrases in which it is used.
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

/// A word or expression of the target language.
public struct TranslatedWord: Sendable, Hashable, Codable {
    /// The word as it is written, without annotations.
    public var text: String

    /// How it is read, where writing does not tell: kana, pinyin.
    public var reading: String?

    /// Its grammatical genders; several when it has several.
    public var genders: [GrammaticalGender]

    /// Annotations of this word alone: *pl.*, *Am.*, *to sb.*
    public var labels: [String]

    /// Creates a word.
    public init(_ text: String, reading: String? = nil, genders: [GrammaticalGender] = [], labels: [String] = []) {
        self.text = text
        self.reading = reading
        self.genders = genders
        self.labels = labels
    }
}

/// A use of a word, and its translation where there is one.
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

/// Translations of a text as one kind of word.
public struct TranslationGroup: Sendable, Hashable, Codable {
    /// What kind of word the text is in them; `nil` where the dictionary does not say it.
    public var partOfSpeech: PartOfSpeech?

    /// The translations, the better ones first.
    public var translations: [String]

    /// Creates a group.
    public init(partOfSpeech: PartOfSpeech?, translations: [String]) {
        self.partOfSpeech = partOfSpeech
        self.translations = translations
    }
}

/// What kind of word a word is.
///
/// The set is open, since dictionaries know kinds that no list foresees; what is named here is understood everywhere.
public struct PartOfSpeech: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The English name, in lower case: `noun`.
    public let rawValue: String

    /// Names a part of speech.
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
    /// An idiom, a greeting, a contraction: more than a word, or less than a sentence.
    public static let phrase = PartOfSpeech(rawValue: "phrase")
    /// A prefix.
    public static let prefix = PartOfSpeech(rawValue: "prefix")
    /// A suffix.
    public static let suffix = PartOfSpeech(rawValue: "suffix")
    /// An abbreviation.
    public static let abbreviation = PartOfSpeech(rawValue: "abbreviation")

    /// All that are named here, in the order in which help shows them.
    public static let known: [PartOfSpeech] = [
        .noun, .properNoun, .verb, .adjective, .adverb, .pronoun, .determiner, .preposition, .conjunction, .numeral,
        .interjection, .particle, .phrase, .prefix, .suffix, .abbreviation,
    ]
}
