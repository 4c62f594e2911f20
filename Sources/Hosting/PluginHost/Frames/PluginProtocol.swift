package import JSON
package import LanguageServices
import Platform

/// The constants of the plug-in protocol, which docs/reference/plugin-protocol.md specifies.
package enum PluginProtocol {
    /// The supported protocol version.
    package static let version = 1

    /// The maximum length of a line in bytes, without its line feed.
    package static let maximumLineLength = 1 << 20

    /// The maximum length of a frame's payload in bytes.
    package static let maximumPayloadSize = 1 << 24

    /// The largest request ID.
    package static let maximumID = 1 << 53

    /// The number of non-JSON lines that are ignored before the plug-in's first answer.
    static let maximumNoiseLines = 100

    /// The number of unread bytes per request above which the host stops reading.
    static let maximumHeldBytes = 8 << 20

    /// The size to which a plug-in's log is truncated, in bytes.
    static let logSize = 64 << 10
}

/// Splits a stream of bytes into frames. A frame is a line with a JSON object, followed by a payload if the object
/// declares one.
package struct FrameReader {
    /// An item of the stream.
    package enum Found {
        /// A frame.
        case frame(RawFrame)
        /// A line that is not a JSON object, where such lines are tolerated.
        case noise(String)
    }

    /// A frame as received.
    package struct RawFrame {
        /// The object.
        package let object: JSONNode
        /// The length of its line in bytes.
        package let lineLength: Int
        /// The bytes after the line; empty if it declared no payload.
        package var payload: [UInt8]

        /// The ID of the frame's request, if it has one.
        package func id() throws(FrameFault) -> Int? {
            guard let node = object["id"] else { return nil }
            guard let number = node.wholeNumber, number >= 0 else {
                throw FrameFault("sent a frame whose 'id' is not a non-negative whole number")
            }
            return number
        }
    }

    private var buffer: [UInt8] = []
    private var head = 0
    /// The end of the bytes already searched, which contain no line feed.
    private var searched = 0
    private var announced: (frame: RawFrame, count: Int)?

    /// Creates a reader without input.
    package init() {}

    /// Whether the bytes so far consist of complete frames.
    package var isBetweenFrames: Bool { announced == nil && head == buffer.count }

    /// Appends bytes to the input.
    package mutating func add(_ bytes: some Collection<UInt8>) {
        if head > 1 << 16 || head == buffer.count {
            buffer.removeFirst(head)
            searched -= head
            head = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next frame; `nil` if it is incomplete.
    ///
    /// - Parameter passesOverNoise: Whether a line that is not a JSON object is returned as noise instead of throwing.
    /// - Throws: The protocol violation. The reader cannot be used after that.
    package mutating func next(passesOverNoise: Bool = false) throws(FrameFault) -> Found? {
        if let (frame, count) = announced {
            guard buffer.count - head >= count else { return nil }
            announced = nil
            return .frame(with(payload: count, frame))
        }
        guard let line = try nextLine() else { return nil }
        let object: JSONNode
        do throws(JSONSyntaxError) {
            object = try JSONDocument.parse(line, source: "", author: .program, limits: Self.limits)
        } catch {
            if passesOverNoise { return .noise(OneLine.text(line)) }
            throw FrameFault("wrote a line that is not JSON: \(error.message), at column \(error.position.column)")
        }
        guard object.members != nil else {
            if passesOverNoise { return .noise(OneLine.text(line)) }
            throw FrameFault("wrote a line that is not a JSON object but \(object.kindName)")
        }
        let frame = RawFrame(object: object, lineLength: line.count, payload: [])
        guard let bytes = object["bytes"] else { return .frame(frame) }
        guard let count = bytes.wholeNumber, (1...PluginProtocol.maximumPayloadSize).contains(count) else {
            throw FrameFault(
                "announced a payload size that is not 1 to \(PluginProtocol.maximumPayloadSize) bytes",
                id: object["id"]?.wholeNumber
            )
        }
        guard buffer.count - head >= count else {
            announced = (frame, count)
            return nil
        }
        return .frame(with(payload: count, frame))
    }

    private mutating func with(payload count: Int, _ frame: RawFrame) -> RawFrame {
        var frame = frame
        frame.payload = Array(buffer[head..<head + count])
        head += count
        searched = head
        return frame
    }

    private mutating func nextLine() throws(FrameFault) -> [UInt8]? {
        searched = max(searched, head)
        let found = buffer.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, searched < bytes.count,
                let place = memchr(base + searched, 0x0A, bytes.count - searched)
            else { return nil }
            return base.distance(to: UnsafeRawPointer(place))
        }
        searched = found ?? buffer.count
        guard searched - head <= PluginProtocol.maximumLineLength else {
            throw FrameFault("wrote a line of more than \(PluginProtocol.maximumLineLength) bytes")
        }
        guard let found else { return nil }
        let line = Array(buffer[head..<found])
        head = found + 1
        searched = head
        return line
    }

    private static let limits = JSONDocument.Limits(
        bytes: PluginProtocol.maximumLineLength,
        nodes: PluginProtocol.maximumLineLength
    )
}

extension JSONNode {
    /// The value as an integer in the protocol: without fraction or exponent, within ±2^53.
    package var wholeNumber: Int? {
        guard let number,
            number.text.utf8.allSatisfy({
                $0 == UInt8(ascii: "-") || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
            }),
            let whole = number.int, (-PluginProtocol.maximumID...PluginProtocol.maximumID).contains(whole)
        else { return nil }
        return whole
    }
}

/// A frame from a plug-in, classified.
package struct IncomingFrame: Sendable {
    /// The kind of a frame.
    package enum Content: Sendable {
        /// An event that precedes the final frame, with its name. Its members are in ``object``.
        case event(String)
        /// The result for a request.
        case result(JSONNode)
        /// The error for a request.
        case error(JSONNode)
    }

    /// The request that it belongs to; `nil` for an event during the start.
    package let id: Int?

    /// The kind of the frame.
    package let content: Content

    /// The complete object.
    package let object: JSONNode

    /// The bytes after the line.
    package let payload: [UInt8]

    /// The approximate memory use in bytes. A parsed object takes several times the size of its text.
    let size: Int

    /// Whether it is the final frame of its request.
    package var isFinal: Bool {
        if case .event = content { false } else { true }
    }

    /// Classifies a frame.
    ///
    /// - Throws: The protocol violation if the frame is invalid.
    package init(_ raw: FrameReader.RawFrame) throws(FrameFault) {
        object = raw.object
        payload = raw.payload
        size = 8 * raw.lineLength + raw.payload.count
        id = try raw.id()
        let kinds = [object["event"], object["result"], object["error"]].compactMap { $0 }
        guard kinds.count == 1, let node = kinds.first else {
            throw FrameFault("sent a frame that is not an event, a result or an error", id: id)
        }
        if object["event"] != nil {
            guard let name = node.string else { throw FrameFault("sent an event whose name is not a string", id: id) }
            content = .event(name)
        } else if object["result"] != nil {
            guard node.members != nil else { throw FrameFault("sent a result that is not an object", id: id) }
            content = .result(node)
        } else {
            content = .error(node)
        }
        guard id != nil || !isFinal else { throw FrameFault("sent an answer without 'id'") }
    }
}

/// A frame from the host.
package enum OutgoingFrame {
    /// A request, which expects an answer.
    case request(id: Int, method: String, params: JSONValue)
    /// A notification, which expects no answer.
    case notification(method: String, params: JSONValue?)

    /// The line of the frame, with its line feed.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if it exceeds the maximum line length.
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
        guard bytes.count <= PluginProtocol.maximumLineLength else {
            throw ServiceError(
                .limitExceeded,
                "the request has \(bytes.count) bytes; the limit for a request is \(PluginProtocol.maximumLineLength)",
                remedy: "send less text at a time"
            )
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// A protocol violation, worded as a predicate with the plug-in as its subject: `wrote a line of 2 MiB`.
package struct FrameFault: Error, Hashable {
    /// The predicate.
    package let text: String

    /// The affected request, if known.
    package let id: Int?

    /// Creates a fault.
    package init(_ text: String, id: Int? = nil) {
        self.text = text
        self.id = id
    }
}

/// Decoding of errors in frames.
package enum WireError {
    /// The codes that a plug-in may send. All others are reserved for the host.
    private static let codes: Set<ServiceError.Code> = Set(ServiceError.Code.known).subtracting([
        .pluginCrashed, .protocolViolation,
        // When the host cancels a request, the request ends before the plug-in's answer is read. In all other cases,
        // this code would look like a cancellation by the user.
        .cancelled,
    ])

    /// The maximum retry delay that a plug-in may request, in seconds.
    private static let maximumDelay = 86_400.0

    /// Decodes the error in a frame.
    ///
    /// - Throws: The protocol violation if the error is invalid.
    package static func read(_ node: JSONNode, id: Int?, provider: ProviderID?) throws(FrameFault) -> ServiceError {
        guard let name = node["code"]?.string, let message = node["message"]?.string else {
            throw FrameFault("sent an error without 'code' or 'message'", id: id)
        }
        let code = ServiceError.Code(rawValue: name)
        var line = OneLine.text(message)
        if line.isEmpty { line = "the plug-in reports only '\(OneLine.text(name))'" }
        if code == .cancelled { line = "the plug-in cancelled a request that was not cancelled: \(line)" }
        var error = ServiceError(codes.contains(code) ? code : .providerFailed, line, provider: provider)
        error.remedy = node["remedy"]?.string.map { OneLine.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
        if let seconds = node["retryAfter"]?.number?.double, seconds >= 0 {
            error.retryAfter = .seconds(min(seconds, maximumDelay))
        }
        return error
    }
}
