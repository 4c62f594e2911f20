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
