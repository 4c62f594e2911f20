/// A request for example sentences with a word.
///
/// ``language``, ``partOfSpeech``, ``words``, ``level`` and ``avoiding`` are conditions: a sentence that violates one
/// is not returned. A sentence may be easier than ``level``. ``sense`` and ``topic`` are hints for providers that can
/// use them; ``ExampleSentence/sense`` contains the sense of the returned sentence.
public struct SentenceRequest: Sendable, Hashable, Codable {
    /// The word or multi-word expression, in any of its forms.
    public var word: String

    /// The word's language. `nil` uses the configured value.
    public var language: LanguageTag?

    /// The part of speech of the word; `nil` matches any.
    public var partOfSpeech: PartOfSpeech?

    /// The intended sense, in a few words: a gloss, a synonym, a translation (`money`, `edge of a river`).
    public var sense: String?

    /// The reader's level; harder sentences are not returned.
    public var level: LearnerLevel?

    /// The number of sentences, 1…100.
    public var count: Int

    /// The number of words per sentence; `nil` uses the provider's default.
    public var words: ClosedRange<Int>?

    /// The topic of the sentences, in a few words (`travel`).
    public var topic: String?

    /// The seed for random choices: the same seed produces the same sentences.
    public var seed: UInt64

    /// The language of the sentences' translations; `nil` for no translation.
    public var targetLanguage: LanguageTag?

    /// Whether to add a romanization to sentences that are not in Latin script.
    public var romanizes: Bool

    /// The worst accepted quality; `nil` accepts all. A chain omits worse sentences.
    public var worstQuality: ExampleSentence.Quality?

    /// Sentences that must not be returned, such as those that the reader has already seen.
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
        worstQuality: ExampleSentence.Quality? = nil,
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
        self.worstQuality = worstQuality
        self.avoiding = avoiding
    }
}

extension SentenceRequest {
    /// The allowed range for ``count``.
    public static let counts: ClosedRange<Int> = 1...100

    /// The maximum length of ``word`` in Unicode scalars; ``sense`` and ``topic`` may be twice as long.
    public static let maximumWordLength = 200

    /// The maximum number of sentences in ``avoiding``.
    public static let maximumAvoidedSentences = 10_000

    /// Checks the constraints that apply to every provider.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for an empty word, a count outside ``counts``, or an invalid
    ///   sentence length; ``ServiceError/Code/limitExceeded`` for a text that is too long.
    public func validate() throws(ServiceError) {
        if BlankText.isBlank(word) {
            throw ServiceError(.invalidRequest, "the word is empty")
        }
        if !Self.counts.contains(count) {
            throw ServiceError(.invalidRequest, "cannot return \(count) sentences", remedy: "request 1 to 100")
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
                "the \(name) has \(text.unicodeScalars.count) characters; the limit is \(limit)",
                remedy: "use a word or an expression instead of a longer text"
            )
        }
        if avoiding.count > Self.maximumAvoidedSentences {
            throw ServiceError(
                .limitExceeded,
                "there are \(avoiding.count) sentences to avoid; the limit is \(Self.maximumAvoidedSentences)",
                remedy: "pass only sentences with this word"
            )
        }
    }
}
