public import LanguageServices

/// What a batch does with each text: translate it, speak it, find a sentence for it.
///
/// The engine knows nothing of the answers but that they belong to texts: it asks for each text once, keeps the answer in
/// the journal, and gives it back for every note that has the text.
public protocol BatchWork: Sendable {
    /// On what an answer depends besides the text: provider, its version, languages, options.
    ///
    /// An answer in a journal is used again only by work with an equal identity.
    var identity: [String] { get }

    /// How much may be asked for at a time. Without a limit there is none, unless the work says so.
    var requestLimits: RequestLimits { get }

    /// Whether the texts stay on this machine, where a large request costs no more than small ones. The texts of the
    /// requests that are under way when a process is killed are asked for again.
    var isLocal: Bool { get }

    /// Tells whether an answer from the journal of an earlier run can still be used; another one is asked for again.
    ///
    /// An answer that names a file is worth nothing when the file has gone. `nil`, which is the default, trusts them all.
    var answerCheck: (@Sendable (BatchAnswer) -> Bool)? { get }

    /// What a text says to a person and a provider, for reports and for counting characters; the default is the text.
    ///
    /// The texts of a batch may carry more than that, such as the language of each.
    func wording(of text: String) -> String

    /// Answers some texts.
    ///
    /// - Returns: One result for each text, in their order.
    /// - Throws: `ServiceError` when the request failed as a whole.
    func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>]

    /// Makes ready what answers need, such as the folder of their files; the default is nothing.
    ///
    /// It is called before anything is asked for, once no other run can be at work on the same output.
    ///
    /// - Throws: `ServiceError`, with which the run ends.
    func begin() throws

    /// Tidies up behind a run that has begun, however it ended, while still no other can be at work on the same output; the
    /// default is nothing.
    ///
    /// - Parameter isComplete: Whether nothing is left to be done.
    func end(isComplete: Bool)
}

extension BatchWork {
    /// No limits.
    public var requestLimits: RequestLimits { RequestLimits() }

    /// What is not known to be done here is taken to be done elsewhere.
    public var isLocal: Bool { false }

    /// All answers are trusted.
    public var answerCheck: (@Sendable (BatchAnswer) -> Bool)? { nil }

    /// The text itself.
    public func wording(of text: String) -> String { text }

    /// Nothing.
    public func begin() throws {}

    /// Nothing.
    public func end(isComplete: Bool) {}
}

/// What came of a text.
public struct BatchAnswer: Sendable, Hashable {
    /// The answer itself: a translation in UTF-8, the name of a file.
    public var bytes: [UInt8]

    /// Who gave it.
    public var provider: ProviderID?

    /// How it was found, for a report: the step in a dictionary.
    public var step: String?

    /// Whether it came out of a cache, so that nobody was asked. It is not known of one out of the journal.
    public var isCached: Bool

    /// Creates an answer.
    public init(bytes: [UInt8], provider: ProviderID? = nil, step: String? = nil, isCached: Bool = false) {
        self.bytes = bytes
        self.provider = provider
        self.step = step
        self.isCached = isCached
    }

    /// The answer as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
