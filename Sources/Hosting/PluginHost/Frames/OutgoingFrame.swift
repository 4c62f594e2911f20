package import JSON
package import LanguageServices

/// A frame that the host sends.
package enum OutgoingFrame {
    /// A request, which is answered.
    case request(id: Int, method: String, params: JSONValue)
    /// Something that is told and not answered.
    case notification(method: String, params: JSONValue?)

    /// The frame's line, with its line feed.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when it does not fit into a line of the protocol.
    package func line() throws(ServiceError) -> [UInt8] {
        var members: [(String, JSONValue)] = []
        switch self {
        case .request(let id, let method, let params):
            members = [("id", .integer(id)), ("method", .string(method)), ("params", params)]
        case .notification(let method, let params):
            members = [("method", .string(method))]
            if let params { members.append(("params", params)) }
        }
        var bytes = JSONWriter.bytes(.object(members))
        guard bytes.count <= PluginProtocol.longestLine else {
            throw ServiceError(
                .limitExceeded,
                "the request has \(bytes.count) bytes, and a plug-in takes \(PluginProtocol.longestLine)",
                remedy: "give less text at a time"
            )
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
