import JSON
import LanguageServices

/// What a line from a client can be.
enum Message: Sendable {
    /// A request, which must be answered.
    case request(Request)
    /// Something that the client tells, and no answer to which is wanted.
    case notification(method: String, parameters: JSONNode?)
    /// An answer; nothing is ever asked of a client, so there is nothing that it could answer.
    case answer
    /// What is no message, and how that is answered.
    case mistake(RPCError, id: JSONValue)

    /// A request of JSON-RPC 2.0.
    struct Request: Sendable {
        var id: JSONValue
        var method: String
        var parameters: JSONNode?

        /// The version of the protocol that it says it is in.
        var version: String? { parameters?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.string }
    }

    /// Reads a line.
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

/// An error of JSON-RPC 2.0: the request itself is wrong. What goes wrong in a tool is an answer of the tool.
struct RPCError: Error, Sendable {
    enum Code: Int, Sendable {
        case parse = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParameters = -32_602
        case tooMany = -32_000
        /// Of the Model Context Protocol.
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

/// The versions of the Model Context Protocol that are spoken.
///
/// Up to 2025-11-25 a client begins with `initialize`; from 2026-07-28 on there is no beginning, and each request says in its
/// `_meta` which version it is in. Both kinds of client are answered, each request by itself.
enum ProtocolVersion {
    /// The versions without a beginning, the newest first.
    static let modern = ["2026-07-28"]

    /// The versions with `initialize`, the newest first.
    static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    /// What `initialize` is answered with: the version that the client wants, or else the newest.
    static func negotiated(_ wanted: String?) -> String {
        wanted.flatMap { withHandshake.contains($0) ? $0 : nil } ?? withHandshake[0]
    }
}
