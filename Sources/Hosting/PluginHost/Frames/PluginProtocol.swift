package import JSON
package import LanguageServices
import Platform

/// The numbers of the plug-in protocol, which docs/reference/plugin-protocol.md specifies.
package enum PluginProtocol {
    /// The version that this host speaks.
    package static let version = 1

    /// The most bytes of a line, without its line feed.
    package static let maximumLineLength = 1 << 20

    /// The most bytes of a frame's payload.
    package static let maximumPayloadSize = 1 << 24

    /// The largest number of a request.
    package static let maximumID = 1 << 53

    /// How many lines that are no frames are passed over before the plug-in has answered for the first time.
    static let maximumNoiseLines = 100

    /// How many bytes the host holds for a request that nobody takes, before it stops reading.
    static let maximumHeldBytes = 8 << 20

    /// How many bytes of a plug-in's log are kept.
    static let logSize = 64 << 10
}

/// Cuts a stream of bytes into frames: an object on a line, and the payload that it announces.
package struct FrameReader {
    /// What was found in the stream.
    package enum Found {
        /// A frame.
        case frame(RawFrame)
        /// A line that is no JSON object, where such lines are passed over.
        case noise(String)
    }

    /// A frame as it came.
    package struct RawFrame {
        /// The object.
        package let object: JSONNode
        /// How many bytes its line has.
        package let lineLength: Int
        /// The bytes behind the line; empty when it announced none.
        package var payload: [UInt8]

        /// The number of the request that it belongs to, where it names one.
        package func id() throws(FrameFault) -> Int? {
            guard let node = object["id"] else { return nil }
            guard let number = node.wholeNumber, number >= 0 else {
                throw FrameFault("sent a frame whose 'id' is not a whole number from 0")
            }
            return number
        }
    }

    private var buffer: [UInt8] = []
    private var head = 0
    /// Up to where no line feed was found.
    private var searched = 0
    private var announced: (frame: RawFrame, count: Int)?

    /// Creates a reader that has read nothing.
    package init() {}

    /// Whether the bytes so far are whole frames.
    package var isBetweenFrames: Bool { announced == nil && head == buffer.count }

    /// Takes bytes that were read.
    package mutating func add(_ bytes: some Collection<UInt8>) {
        if head > 1 << 16 || head == buffer.count {
            buffer.removeFirst(head)
            searched -= head
            head = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next frame; `nil` when it has not come as a whole.
    ///
    /// - Parameter passesOverNoise: Whether a line that is no JSON object is told instead of being a fault.
    /// - Throws: What the plug-in did wrong. Nothing more can be read after that.
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
                "announced a payload that is not 1 to \(PluginProtocol.maximumPayloadSize) bytes",
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
    /// The whole number that this is, as the protocol writes one: without a fraction or an exponent, within ±2^53.
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
        guard bytes.count <= PluginProtocol.maximumLineLength else {
            throw ServiceError(
                .limitExceeded,
                "the request has \(bytes.count) bytes, but the limit of a plug-in is \(PluginProtocol.maximumLineLength)",
                remedy: "send less text at a time"
            )
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// What a plug-in has written against the protocol, as the end of a sentence about it: `wrote a line of 2 MiB`.
package struct FrameFault: Error, Hashable {
    /// What it did.
    package let text: String

    /// The request that it concerns, where that is known.
    package let id: Int?

    /// Says what the plug-in did.
    package init(_ text: String, id: Int? = nil) {
        self.text = text
        self.id = id
    }
}

/// The errors of the protocol.
package enum WireError {
    /// What a plug-in may send. The others are the host's to say.
    private static let codes: Set<ServiceError.Code> = Set(ServiceError.Code.known).subtracting([
        .pluginCrashed, .protocolViolation,
        // A request that the host has cancelled has ended before that is read. Otherwise nobody has cancelled it, and it would pass for
        // the user's own wish.
        .cancelled,
    ])

    /// The longest time after which a plug-in may want to be asked again.
    private static let maximumDelay = 86_400.0

    /// Reads the error of a frame.
    ///
    /// - Throws: What is wrong with it.
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
