import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// How a service is spoken with: what its requests and its answers look like. It sends nothing itself.
protocol SentenceDialect: Sendable {
    /// Who is asked.
    var service: ServiceIdentity { get }

    /// Whether the answer is asked for while it is written.
    var streams: Bool { get }

    /// Whether an answer that comes while it is written comes as lines of NDJSON.
    var readsLines: Bool { get }

    /// A request.
    func request(_ asking: ModelRequest) -> HTTPRequest

    /// Takes a piece of an answer, or a whole one.
    ///
    /// - Throws: `ServiceError.Code.protocolViolation` for what is no answer.
    func read(_ json: JSONNode, into message: inout WrittenMessage) throws(ServiceError)

    /// The dialect without what a server refuses to understand; `nil` when that is not what it complains of.
    ///
    /// - Parameter words: What the server says, in lower case.
    func adapted(to words: String) -> (any SentenceDialect)?
}

extension SentenceDialect {
    var readsLines: Bool { false }
}

/// What a model is asked, in whatever form a service wants it.
struct ModelRequest: Sendable {
    var model: String
    /// What the answer is called, in letters: `sentences`.
    var answerName = "sentences"
    /// The instructions.
    var system: String
    /// The data.
    var user: String
    /// The schema of the answer.
    var schema: JSONValue
    /// The schema without the pattern of the sentence; the same where there is none.
    var plainSchema: JSONValue
    var seed: Int
    var temperature: Double
    var maxTokens: Int
    /// How many tokens the answer is likely to have.
    var likelyTokens: Int
    /// Whether the server is asked to say how many tokens it took.
    var wantsTokenCount = false

    /// The messages of a chat: the instructions and the data.
    var messages: JSONValue {
        [["role": "system", "content": .string(system)], ["role": "user", "content": .string(user)]]
    }
}
