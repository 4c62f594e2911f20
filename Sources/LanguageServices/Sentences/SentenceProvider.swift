/// A provider that writes example sentences.
public protocol SentenceProvider: ServiceProvider {
    /// Writes sentences for a word.
    ///
    /// - Returns: At least one sentence and at most as many as were asked for, all different.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/notFound`` when there is no sentence for the word.
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse
}

/// A word that needs example sentences.
public struct SentenceRequest: Sendable, Hashable, Codable {
    /// The word, or an expression of some words.
    public var word: String

    /// The word's language. `nil` leaves it to the configuration.
    public var language: LanguageTag?

    /// How many sentences are wanted, 1…100.
    public var count: Int

    /// What the choice among possible sentences depends on: the same seed gives the same sentences.
    public var seed: UInt64

    /// Creates a request.
    public init(word: String, language: LanguageTag? = nil, count: Int = 1, seed: UInt64 = 0) {
        self.word = word
        self.language = language
        self.count = count
        self.seed = seed
    }

    /// How many sentences a request may ask for.
    public static let counts: ClosedRange<Int> = 1...100

    /// Checks what every provider must check.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for an empty word or a count outside of ``counts``.
    public func validate() throws(ServiceError) {
        if BlankText.isBlank(word) {
            throw ServiceError(.invalidRequest, "the word is empty")
        }
        if !Self.counts.contains(count) {
            throw ServiceError(.invalidRequest, "\(count) sentences is out of range", remedy: "ask for 1 to 100")
        }
    }
}

/// The answer to a ``SentenceRequest``.
public struct SentenceResponse: Sendable, Hashable, Codable {
    /// The sentences, the best first.
    public var sentences: [ExampleSentence]

    /// How the answer came about.
    public var report: ServiceReport

    /// Creates a response.
    public init(sentences: [ExampleSentence], report: ServiceReport) {
        self.sentences = sentences
        self.report = report
    }
}

/// One example sentence.
public struct ExampleSentence: Sendable, Hashable, Codable {
    /// The sentence.
    public var text: String

    /// Where the word (in whatever form) stands in ``text``, in Unicode scalars: its start.
    public var wordOffset: Int

    /// How long the word is there, in Unicode scalars.
    public var wordLength: Int

    /// Who wrote it.
    public var provider: ProviderID

    /// Creates a sentence.
    public init(text: String, wordOffset: Int, wordLength: Int, provider: ProviderID) {
        self.text = text
        self.wordOffset = wordOffset
        self.wordLength = wordLength
        self.provider = provider
    }
}
