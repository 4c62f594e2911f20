/// A word that needs example sentences.
///
/// All but the word is a wish, with different weight: a sentence that is not in the language, has another part of speech,
/// is longer or shorter than ``words`` allows, or stands in ``avoiding`` is no answer. A level is a limit: what is harder
/// is no answer, what is easier is one. A sense or a topic that a provider cannot tell apart is a hint; the sentence says
/// which sense it shows.
public struct SentenceRequest: Sendable, Hashable, Codable {
    /// The word, or an expression of some words, in any of its forms.
    public var word: String

    /// The word's language. `nil` leaves it to the configuration.
    public var language: LanguageTag?

    /// What kind of word is meant; `nil` is any.
    public var partOfSpeech: PartOfSpeech?

    /// Which meaning is wanted, in a few words: a gloss, a synonym, a translation (`money`, `edge of a river`).
    public var sense: String?

    /// The reader's level; no sentence is harder than that.
    public var level: LearnerLevel?

    /// How many sentences are wanted, 1…100.
    public var count: Int

    /// How many words a sentence may have; `nil` leaves it to the provider.
    public var words: ClosedRange<Int>?

    /// Subject of the sentences, in a few words (`travel`).
    public var topic: String?

    /// What the choice among possible sentences depends on: the same seed gives the same sentences.
    public var seed: UInt64

    /// The language into which the sentences are to be translated as well; `nil` wants no translation.
    public var targetLanguage: LanguageTag?

    /// Whether the sentences are wanted in Latin letters as well, where they are written in others.
    public var romanizes: Bool

    /// Sentences that the reader has already.
    public var avoiding: [String]

    /// Creates a request.
    public init(
        word: String,
        language: LanguageTag? = nil,
        partOfSpeech: PartOfSpeech? = nil,
        sense: String? = nil,
        level: LearnerLevel? = nil,
        count: Int = 1,
        words: ClosedRange<Int>? = nil,
        topic: String? = nil,
        seed: UInt64 = 0,
        targetLanguage: LanguageTag? = nil,
        romanizes: Bool = false,
        avoiding: [String] = []
    ) {
        self.word = word
        self.language = language
        self.partOfSpeech = partOfSpeech
        self.sense = sense
        self.level = level
        self.count = count
        self.words = words
        self.topic = topic
        self.seed = seed
        self.targetLanguage = targetLanguage
        self.romanizes = romanizes
        self.avoiding = avoiding
    }
}

extension SentenceRequest {
    /// How many sentences a request may ask for.
    public static let counts: ClosedRange<Int> = 1...100

    /// How long ``word`` may be, in Unicode scalars; ``sense`` and ``topic`` may be twice as long.
    public static let maximumWordLength = 200

    /// How many sentences may stand in ``avoiding``.
    public static let maximumAvoidedSentences = 10_000

    /// Checks what every provider must check.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for an empty word, a count outside of ``counts``, or a length that
    ///   no sentence has; ``ServiceError/Code/limitExceeded`` for a text that is too long.
    public func validate() throws(ServiceError) {
        if BlankText.isBlank(word) {
            throw ServiceError(.invalidRequest, "the word is empty")
        }
        if !Self.counts.contains(count) {
            throw ServiceError(.invalidRequest, "\(count) sentences is out of range", remedy: "ask for 1 to 100")
        }
        if let words, words.upperBound < 1 {
            throw ServiceError(
                .invalidRequest,
                "a sentence cannot have \(words.upperBound) words",
                remedy: "allow at least one word"
            )
        }
        for (name, text, limit) in [
            ("word", word, Self.maximumWordLength), ("sense", sense ?? "", 2 * Self.maximumWordLength),
            ("topic", topic ?? "", 2 * Self.maximumWordLength),
        ] where text.unicodeScalars.count > limit {
            throw ServiceError(
                .limitExceeded,
                "the \(name) has \(text.unicodeScalars.count) characters, and more than \(limit) are not looked at",
                remedy: "give a word or an expression, not a text"
            )
        }
        if avoiding.count > Self.maximumAvoidedSentences {
            throw ServiceError(
                .limitExceeded,
                "there are \(avoiding.count) sentences to avoid, more than \(Self.maximumAvoidedSentences)",
                remedy: "name those of this word only"
            )
        }
    }
}
