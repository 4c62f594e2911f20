import JSON
import LanguageServices

/// A line from a client, classified.
enum Message: Sendable {
    /// A request, which must be answered.
    case request(Request)
    /// A message that expects no answer.
    case notification(method: String, parameters: JSONNode?)
    /// A response. It is ignored, because the server sends no requests.
    case answer
    /// An invalid message, with the error and the ID for the response.
    case mistake(RPCError, id: JSONValue)

    /// A JSON-RPC 2.0 request.
    struct Request: Sendable {
        var id: JSONValue
        var method: String
        var parameters: JSONNode?

        /// The protocol version that the request declares.
        var version: String? { parameters?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.string }
    }

    /// Parses a line.
    init(_ line: [UInt8]) {
        let node: JSONNode
        do throws(JSONSyntaxError) {
            node = try JSONDocument.parse(line, source: "the message", author: .program, limits: Self.limits)
        } catch {
            self = .mistake(RPCError(.parse, "the line is not JSON: \(error.message)"), id: .null)
            return
        }
        guard node.members != nil else {
            self = .mistake(
                RPCError(.invalidRequest, "a message must be an object; batches are not supported"),
                id: .null
            )
            return
        }
        let id: JSONValue? =
            switch node["id"]?.content {
            case .string(let text)?: .string(text)
            case .number(let number)? where number.int != nil: JSONValue(number)
            case nil: nil
            default: .null
            }
        if id == .null {
            self = .mistake(
                RPCError(.invalidRequest, "the ID of a request must be a string or a whole number"),
                id: .null
            )
        } else if node["jsonrpc"]?.string != "2.0" {
            self = .mistake(
                RPCError(.invalidRequest, "the message has no \"jsonrpc\": \"2.0\""),
                id: id ?? .null
            )
        } else if let method = node["method"]?.string {
            let parameters = node["params"]
            if let parameters, parameters.members == nil {
                self = .mistake(RPCError(.invalidParameters, "the parameters are not an object"), id: id ?? .null)
            } else if let id {
                self = .request(Request(id: id, method: method, parameters: parameters))
            } else {
                self = .notification(method: method, parameters: parameters)
            }
        } else if node["result"] != nil || node["error"] != nil {
            self = .answer
        } else {
            self = .mistake(RPCError(.invalidRequest, "the message has no method"), id: id ?? .null)
        }
    }

    private static let limits = JSONDocument.Limits(bytes: 4 << 20, nesting: 32)
}

/// A JSON-RPC 2.0 error: the request is invalid. A tool that fails returns a result instead.
struct RPCError: Error, Sendable {
    enum Code: Int, Sendable {
        case parse = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParameters = -32_602
        case tooMany = -32_000
        /// Defined by the Model Context Protocol.
        case unsupportedVersion = -32_022
    }

    var code: Code
    var message: String
    var data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    func response(to id: JSONValue) -> JSONValue {
        var error: [(String, JSONValue)] = [("code", .integer(code.rawValue)), ("message", .string(message))]
        if let data { error.append(("data", data)) }
        return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
    }
}

/// The supported versions of the Model Context Protocol.
///
/// Up to 2025-11-25, a client starts with `initialize`. From 2026-07-28 on, there is no handshake, and each request
/// declares its version in `_meta`. The server decides for each request which of the two applies.
enum ProtocolVersion {
    /// The versions without a handshake, newest first.
    static let modern = ["2026-07-28"]

    /// The versions with `initialize`, newest first.
    static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    /// The version for the answer to `initialize`: the requested one if it is supported, otherwise the newest.
    static func negotiated(_ wanted: String?) -> String {
        wanted.flatMap { withHandshake.contains($0) ? $0 : nil } ?? withHandshake[0]
    }
}
