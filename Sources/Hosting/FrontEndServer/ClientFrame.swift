import JSON
import PluginHost

/// A frame that a client has sent, known by what it is.
enum ClientFrame {
    /// A request, which gets exactly one final frame.
    case request(Request)
    /// Something that is told and not answered.
    case notification(method: String, parameters: JSONNode?)
    /// A request that makes no sense, but whose number is known.
    case mistake(String, id: Int)

    /// A request as it came.
    struct Request {
        var id: Int
        var method: String
        var parameters: JSONNode?
        /// How many bytes its line has.
        var size: Int
    }

    /// Looks what a frame is.
    ///
    /// - Throws: What is wrong with one that cannot be answered.
    init(_ raw: FrameReader.RawFrame) throws(FrameFault) {
        var id: Int?
        if let node = raw.object["id"] {
            guard let number = node.wholeNumber, number >= 0 else {
                throw FrameFault("sent a frame whose 'id' is no whole number from 0")
            }
            id = number
        }
        func mistake(_ text: String) throws(FrameFault) -> ClientFrame {
            guard let id else { throw FrameFault("sent a frame in which \(text)") }
            return .mistake(text, id: id)
        }
        let parameters = raw.object["params"]
        if !raw.payload.isEmpty {
            self = try mistake("there is a payload, which no request has")
        } else if let method = raw.object["method"]?.string {
            if let parameters, parameters.members == nil {
                self = try mistake("'params' is no object")
            } else if let id {
                self = .request(Request(id: id, method: method, parameters: parameters, size: raw.lineLength))
            } else {
                self = .notification(method: method, parameters: parameters)
            }
        } else {
            self = try mistake("there is no 'method', or it is no text")
        }
    }
}
