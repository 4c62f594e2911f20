/// One example sentence, and what is known of it.
public struct ExampleSentence: Sendable, Hashable, Codable {
    /// The sentence.
    public var text: String

    /// Where the word, in whatever form, stands in ``text``, counted in Unicode scalars.
    ///
    /// In their order, none empty, none touching another. There is more than one where the word is in parts that stand
    /// apart, as in *Turn it off* or *Ich stehe um sieben auf*; a word that stands in a sentence twice is marked once.
    public var wordRanges: [Range<Int>]

    /// The language of the sentence, when the request did not say it.
    public var language: LanguageTag?

    /// The form under which a dictionary has the word: `go` for *went*.
    public var lemma: String?

    /// What kind of word it is here.
    public var partOfSpeech: PartOfSpeech?

    /// Which meaning it has here, as the provider's data names it.
    public var sense: String?

    /// The level at which a learner understands the sentence.
    public var level: LearnerLevel?

    /// The sentence in the language that the request asked for.
    public var translation: String?

    /// The sentence in Latin letters, when the request asked for them and it is written in others.
    public var romanization: String?

    /// Remarks for the reader on grammar, use or culture.
    public var notes: [String]

    /// Where the sentence is from, when it was found and not written: the name of a collection, with its number there.
    public var source: String?

    /// The licence under which the sentence may be passed on, when it is known.
    public var licence: String?

    /// What was looked at before the sentence was given out, and found right.
    public var checks: [SentenceCheck]

    /// Who wrote or found it.
    public var provider: ProviderID

    /// Creates a sentence.
    public init(
        text: String,
        wordRanges: [Range<Int>],
        language: LanguageTag? = nil,
        lemma: String? = nil,
        partOfSpeech: PartOfSpeech? = nil,
        sense: String? = nil,
        level: LearnerLevel? = nil,
        translation: String? = nil,
        romanization: String? = nil,
        notes: [String] = [],
        source: String? = nil,
        licence: String? = nil,
        checks: [SentenceCheck] = [],
        provider: ProviderID
    ) {
        self.text = text
        self.wordRanges = wordRanges
        self.language = language
        self.lemma = lemma
        self.partOfSpeech = partOfSpeech
        self.sense = sense
        self.level = level
        self.translation = translation
        self.romanization = romanization
        self.notes = notes
        self.source = source
        self.licence = licence
        self.checks = checks
        self.provider = provider
    }
}
