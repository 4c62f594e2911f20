package import JSON
import LanguageServices

/// A frame that a plug-in has sent, known by what it is.
package struct IncomingFrame: Sendable {
    /// What a frame is.
    package enum Content: Sendable {
        /// Something on the way to the answer, by its name; its members are in ``object``.
        case event(String)
        /// The answer.
        case result(JSONNode)
        /// Why there is none.
        case error(JSONNode)
    }

    /// The request that it belongs to; `nil` for an event of the start.
    package let id: Int?

    /// What it is.
    package let content: Content

    /// The whole object.
    package let object: JSONNode

    /// The bytes behind the line.
    package let payload: [UInt8]

    /// About how many bytes of memory it takes: the tree of an object takes several times its text.
    let size: Int

    /// Whether it is the last frame of its request.
    package var isFinal: Bool {
        if case .event = content { false } else { true }
    }

    /// Looks what a frame is.
    ///
    /// - Throws: What is wrong with it.
    package init(_ raw: FrameReader.RawFrame) throws(FrameFault) {
        object = raw.object
        payload = raw.payload
        size = 8 * raw.lineLength + raw.payload.count
        if let node = object["id"] {
            guard let number = node.wholeNumber, number >= 0 else {
                throw FrameFault("sent a frame whose 'id' is no whole number from 0")
            }
            id = number
        } else {
            id = nil
        }
        let kinds = [object["event"], object["result"], object["error"]].compactMap { $0 }
        guard kinds.count == 1, let node = kinds.first else {
            throw FrameFault("sent a frame that is not one of an event, a result and an error", id: id)
        }
        if object["event"] != nil {
            guard let name = node.string else { throw FrameFault("sent an event whose name is no text", id: id) }
            content = .event(name)
        } else if object["result"] != nil {
            guard node.members != nil else { throw FrameFault("sent a result that is no object", id: id) }
            content = .result(node)
        } else {
            content = .error(node)
        }
        guard id != nil || !isFinal else { throw FrameFault("sent an answer without 'id'") }
    }
}
