/// A provider that writes or finds example sentences.
public protocol SentenceProvider: ServiceProvider {
    /// What requests get that leave something open. Without an own implementation nothing; a wrapper forwards it.
    var defaults: SentenceDefaults { get }

    /// Gives sentences for a word.
    ///
    /// - Returns: At least one sentence and at most as many as were asked for, all different, none of those that are to
    ///   be avoided.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/notFound`` when there is no sentence for the word that is as it is
    ///   wished.
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse

    /// Gives sentences for a word as they come.
    ///
    /// The same as ``sentences(for:)`` gives, in the same order; a provider that writes them one by one gives each as soon as it
    /// may be given out. Without an own implementation they come all at once.
    ///
    /// - Throws: What ``sentences(for:)`` throws, here or when the first sentence is pulled.
    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream

    /// Writes the texts of a lesson: explanations, sentences, questions.
    ///
    /// Without an own implementation a provider writes none, and a chain asks the next one.
    ///
    /// - Returns: A lesson with at least one part; parts that were not good enough are missing.
    /// - Throws: ``ServiceError``; ``ServiceError/Code/unsupported`` when the provider writes no lessons.
    func lesson(for request: LessonRequest) async throws -> WrittenLesson
}

extension SentenceProvider {
    /// Nothing.
    public var defaults: SentenceDefaults { SentenceDefaults() }
}

extension SentenceProvider {
    /// All sentences of ``sentences(for:)``, one after the other.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        SentenceStream(of: try await sentences(for: request))
    }

    /// Fails, since the provider writes no lessons.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        throw ServiceError(
            .unsupported,
            "'\(descriptor.id)' writes no lessons",
            provider: descriptor.id,
            remedy: "name a provider with a language model, of the kind 'http-sentences'"
        )
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

/// Something about a sentence that was looked at before it was given out.
///
/// The set is open: a provider may check more than is named here.
public struct SentenceCheck: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name, in lower case with hyphens: `one-sentence`.
    public let rawValue: String

    /// Names a check.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// It was made of parts that fit together: right forms, articles and agreement follow from how it was written.
    public static let grammarByConstruction = SentenceCheck(rawValue: "grammar-by-construction")
    /// The word stands in it, in one of its forms, at the place that is told.
    public static let word = SentenceCheck(rawValue: "word")
    /// The answer of a service had the form that was asked for.
    public static let shape = SentenceCheck(rawValue: "shape")
    /// The answer of a service came to its end and was not cut off.
    public static let finish = SentenceCheck(rawValue: "finish")
    /// The service has not refused.
    public static let refusal = SentenceCheck(rawValue: "refusal")
    /// It is one sentence, from its first letter to its end mark.
    public static let oneSentence = SentenceCheck(rawValue: "one-sentence")
    /// It is as long as it may be.
    public static let length = SentenceCheck(rawValue: "length")
    /// It is written in the script of its language.
    public static let script = SentenceCheck(rawValue: "script")
    /// It looks like its language.
    public static let language = SentenceCheck(rawValue: "language")
    /// Nobody speaks about the sentence in it: *Sure! Here is…*
    public static let preamble = SentenceCheck(rawValue: "preamble")
    /// There is no markup, no address of the web and no control character in it.
    public static let markup = SentenceCheck(rawValue: "markup")
    /// It is no copy of what was asked.
    public static let echo = SentenceCheck(rawValue: "echo")
    /// It is not the same as another sentence of the answer, or one that is to be avoided.
    public static let duplicate = SentenceCheck(rawValue: "duplicate")
    /// Nothing in it is on the list of words that do not belong before learners.
    public static let blocklist = SentenceCheck(rawValue: "blocklist")
    /// It is no harder than the level that was asked for, by the words that are known to be.
    public static let level = SentenceCheck(rawValue: "level")
}
