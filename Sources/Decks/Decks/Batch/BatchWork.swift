public import LanguageServices

/// The work that a batch does on each text: translating it, speaking it, or finding a sentence for it.
///
/// The engine treats answers as opaque: it sends each text once, stores the answer in the journal, and returns it for
/// every note with the text.
public protocol BatchWork: Sendable {
    /// Everything except the text that determines an answer: the provider, its version, the languages and the options.
    ///
    /// An answer in a journal is reused only by work with an equal identity.
    var identity: [String] { get }

    /// The limits for one request; by default there are none.
    var requestLimits: RequestLimits { get }

    /// Whether the texts stay on this machine. Local work uses larger requests by default: if the process is killed,
    /// the texts in its pending requests are resent, which costs nothing locally.
    var isLocal: Bool { get }

    /// Checks whether an answer in the journal from an earlier run is still usable; if not, the text is resent.
    ///
    /// For example, an answer that names a file is useless once the file has been removed. `nil`, the default, accepts
    /// all answers.
    var answerCheck: (@Sendable (BatchAnswer) -> Bool)? { get }

    /// The readable part of a text, for reports and for counting characters; the default is the text itself.
    ///
    /// Batch texts may contain more, such as a language.
    func wording(of text: String) -> String

    /// Answers texts.
    ///
    /// - Returns: One result per text, in the same order.
    /// - Throws: `ServiceError` when the request failed as a whole.
    func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>]

    /// Prepares for answers, for example by creating a folder for files; does nothing by default.
    ///
    /// Called before any request is sent, once the output is locked.
    ///
    /// - Throws: `ServiceError`, which ends the run.
    func begin() throws

    /// Cleans up after a run that has begun, however it ended, while the output is still locked; does nothing by
    /// default.
    ///
    /// - Parameter isComplete: Whether all work is done.
    func end(isComplete: Bool)
}

extension BatchWork {
    /// No limits.
    public var requestLimits: RequestLimits { RequestLimits() }

    /// Work is treated as remote unless it is known to be local.
    public var isLocal: Bool { false }

    /// Accepts all answers.
    public var answerCheck: (@Sendable (BatchAnswer) -> Bool)? { nil }

    /// The text itself.
    public func wording(of text: String) -> String { text }

    /// Does nothing.
    public func begin() throws {}

    /// Does nothing.
    public func end(isComplete: Bool) {}
}

/// The answer to a text.
public struct BatchAnswer: Sendable, Hashable {
    /// The content, such as a translation in UTF-8 or the name of a file.
    public var bytes: [UInt8]

    /// The provider that gave the answer.
    public var provider: ProviderID?

    /// How the answer was found, for reports: the dictionary lookup step.
    public var step: String?

    /// Whether the answer came from a cache, without a request to the provider. Unknown for answers from the journal.
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
