/// A provider that generates or finds example sentences.
public protocol SentenceProvider: ServiceProvider {
    /// The values for request fields that are `nil`. The default implementation returns empty defaults; a wrapper
    /// returns the defaults of its upstream.
    var defaults: SentenceDefaults { get }

    /// Returns example sentences for a word.
    ///
    /// - Returns: At least one and at most the requested number of sentences, all different, and none of them in
    ///   ``SentenceRequest/avoiding``.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/notFound`` if no sentence meets the conditions.
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse

    /// Streams example sentences for a word.
    ///
    /// The stream yields the same sentences as ``sentences(for:)``, in the same order. A provider that generates them
    /// one by one yields each as soon as it has passed the checks. The default implementation waits for the complete
    /// response and then yields its sentences.
    ///
    /// - Throws: The errors thrown by ``sentences(for:)``, either by this method or when the first sentence is
    ///   requested.
    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream

    /// Writes the texts of a lesson: explanations, sentences, questions.
    ///
    /// The default implementation throws ``ServiceError/Code/unsupported``, and a chain tries the next provider.
    ///
    /// - Returns: A lesson with at least one part. Parts that failed the checks are omitted.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/unsupported`` if the provider does not write lessons.
    func lesson(for request: LessonRequest) async throws -> WrittenLesson
}

extension SentenceProvider {
    /// No defaults.
    public var defaults: SentenceDefaults { SentenceDefaults() }
}

extension SentenceProvider {
    /// The sentences from ``sentences(for:)``, one by one.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        SentenceStream(of: try await sentences(for: request))
    }

    /// Throws ``ServiceError/Code/unsupported``.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        throw ServiceError(
            .unsupported,
            "'\(descriptor.id)' does not write lessons",
            provider: descriptor.id,
            remedy: "use a provider of the kind 'http-sentences', which uses a language model"
        )
    }
}

/// The answer to a ``SentenceRequest``.
public struct SentenceResponse: Sendable, Hashable, Codable {
    /// The sentences, best first.
    public var sentences: [ExampleSentence]

    /// Which providers were tried.
    public var report: ServiceReport

    /// Creates a response.
    public init(sentences: [ExampleSentence], report: ServiceReport) {
        self.sentences = sentences
        self.report = report
    }
}

/// A check that an example sentence has passed.
///
/// The set is open: a provider may use other checks.
public struct SentenceCheck: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name, in lower case with hyphens: `one-sentence`.
    public let rawValue: String

    /// Creates a check from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// The sentence was built from a template whose forms, articles and agreement are correct by construction.
    public static let grammarByConstruction = SentenceCheck(rawValue: "grammar-by-construction")
    /// The reported range contains the word in one of its forms.
    public static let word = SentenceCheck(rawValue: "word")
    /// The service's response had the requested format.
    public static let shape = SentenceCheck(rawValue: "shape")
    /// The service's response was complete.
    public static let finish = SentenceCheck(rawValue: "finish")
    /// The service did not refuse.
    public static let refusal = SentenceCheck(rawValue: "refusal")
    /// The text is exactly one sentence, with sentence-final punctuation.
    public static let oneSentence = SentenceCheck(rawValue: "one-sentence")
    /// The number of words is within the limits.
    public static let length = SentenceCheck(rawValue: "length")
    /// The sentence is in the script of its language.
    public static let script = SentenceCheck(rawValue: "script")
    /// Language detection agrees with the requested language.
    public static let language = SentenceCheck(rawValue: "language")
    /// The text contains no introductory remark, such as *Sure! Here is…*
    public static let preamble = SentenceCheck(rawValue: "preamble")
    /// The text contains no markup, web address or control character.
    public static let markup = SentenceCheck(rawValue: "markup")
    /// The text does not repeat the prompt.
    public static let echo = SentenceCheck(rawValue: "echo")
    /// The sentence differs from the other sentences in the response and from those to avoid.
    public static let duplicate = SentenceCheck(rawValue: "duplicate")
    /// The sentence contains no word on the blocklist for learners.
    public static let blocklist = SentenceCheck(rawValue: "blocklist")
    /// The sentence contains no word that is known to be above the requested level.
    public static let level = SentenceCheck(rawValue: "level")
}
