import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// A service's wire format for requests and answers. It sends nothing itself.
protocol SentenceDialect: Sendable {
    /// The service.
    var service: ServiceIdentity { get }

    /// Whether answers are streamed.
    var streams: Bool { get }

    /// Whether streamed answers are NDJSON lines rather than server-sent events.
    var readsLines: Bool { get }

    /// Builds a request.
    func request(_ asking: ModelRequest) -> HTTPRequest

    /// Reads a streamed event or a complete answer.
    ///
    /// - Throws: `ServiceError.Code.protocolViolation` for anything else.
    func read(_ json: JSONNode, into message: inout WrittenMessage) throws(ServiceError)

    /// The dialect without the feature that a server rejects; `nil` if the error has another cause.
    ///
    /// - Parameter words: The server's error text, in lower case.
    func adapted(to words: String) -> (any SentenceDialect)?
}

extension SentenceDialect {
    var readsLines: Bool { false }
}

/// A request to a model, independent of the service's format.
struct ModelRequest: Sendable {
    var model: String
    /// The name of the answer, in letters only: `sentences`.
    var answerName = "sentences"
    /// The instructions (system message).
    var system: String
    /// The data (user message).
    var user: String
    /// The JSON Schema of the answer.
    var schema: JSONValue
    /// The schema without the sentence pattern; equal to ``schema`` if there is none.
    var plainSchema: JSONValue
    var seed: Int
    var temperature: Double
    var maxTokens: Int
    /// An estimate of the answer's length, in tokens.
    var likelyTokens: Int
    /// Whether to ask the server for its token count.
    var wantsTokenCount = false

    /// The chat messages: the instructions and the data.
    var messages: JSONValue {
        [["role": "system", "content": .string(system)], ["role": "user", "content": .string(user)]]
    }
}
