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
            self = .mistake(RPCError(.parse, "the line is no JSON: \(error.message)"), id: .null)
            return
        }
        guard node.members != nil else {
            self = .mistake(RPCError(.invalidRequest, "a message is an object; batches are not taken"), id: .null)
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
            self = .mistake(RPCError(.invalidRequest, "the id of a request is a text or a whole number"), id: .null)
        } else if node["jsonrpc"]?.string != "2.0" {
            self = .mistake(
                RPCError(.invalidRequest, "the message does not say that it is JSON-RPC 2.0"),
                id: id ?? .null
            )
        } else if let method = node["method"]?.string {
            let parameters = node["params"]
            if let parameters, parameters.members == nil {
                self = .mistake(RPCError(.invalidParameters, "the parameters are no object"), id: id ?? .null)
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
