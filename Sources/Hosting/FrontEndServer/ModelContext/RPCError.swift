import JSON

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
