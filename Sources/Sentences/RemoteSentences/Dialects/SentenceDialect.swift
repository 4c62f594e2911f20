import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// A service's wire format for requests and responses. It does not send anything itself.
protocol SentenceDialect: Sendable {
    /// The service.
    var service: ServiceIdentity { get }

    /// Whether responses are streamed.
    var streams: Bool { get }

    /// Whether streamed responses consist of NDJSON lines rather than server-sent events.
    var readsLines: Bool { get }

    /// Builds a request.
    func request(_ asking: ModelRequest) -> HTTPRequest

    /// Reads a streamed event or a complete response.
    ///
    /// - Throws: `ServiceError.Code.protocolViolation` for anything else.
    func read(_ json: JSONNode, into message: inout WrittenMessage) throws(ServiceError)

    /// The dialect without the feature that a server rejects; `nil` if the error has another cause.
    ///
    /// - Parameter words: The server's error message, in lower case.
    func adapted(to words: String) -> (any SentenceDialect)?
}

extension SentenceDialect {
    var readsLines: Bool { false }
}

/// A request to a model, independent of the service's format.
struct ModelRequest: Sendable {
    var model: String
    /// The name of the response format, in letters only: `sentences`.
    var answerName = "sentences"
    /// The instructions (system message).
    var system: String
    /// The data (user message).
    var user: String
    /// The JSON Schema of the response.
    var schema: JSONValue
    /// The schema without the pattern for sentences; equal to ``schema`` if there is no pattern.
    var plainSchema: JSONValue
    var seed: Int
    var temperature: Double
    var maxTokens: Int
    /// An estimate of the length of the response, in tokens.
    var likelyTokens: Int
    /// Whether to request token counts from the server.
    var wantsTokenCount = false

    /// The chat messages: first the instructions, then the data.
    var messages: JSONValue {
        [["role": "system", "content": .string(system)], ["role": "user", "content": .string(user)]]
    }
}
