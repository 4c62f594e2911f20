package import JSON
import LanguageServices
import Platform

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
            throw FrameFault("wrote a line that is no JSON: \(error.message), at column \(error.position.column)")
        }
        guard object.members != nil else {
            if passesOverNoise { return .noise(OneLine.text(line)) }
            throw FrameFault("wrote a line that is no JSON object but \(object.kindName)")
        }
        let frame = RawFrame(object: object, lineLength: line.count, payload: [])
        guard let bytes = object["bytes"] else { return .frame(frame) }
        guard let count = bytes.wholeNumber, (1...PluginProtocol.largestPayload).contains(count) else {
            throw FrameFault(
                "announced a payload that is not 1 to \(PluginProtocol.largestPayload) bytes",
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
        guard searched - head <= PluginProtocol.longestLine else {
            throw FrameFault("wrote a line of more than \(PluginProtocol.longestLine) bytes")
        }
        guard let found else { return nil }
        let line = Array(buffer[head..<found])
        head = found + 1
        searched = head
        return line
    }

    private static let limits = JSONDocument.Limits(
        bytes: PluginProtocol.longestLine,
        nodes: PluginProtocol.longestLine
    )
}

extension JSONNode {
    /// The whole number that this is, as the protocol writes one: without a fraction or an exponent, within ±2^53.
    package var wholeNumber: Int? {
        guard let number,
            number.text.utf8.allSatisfy({
                $0 == UInt8(ascii: "-") || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
            }),
            let whole = number.int, (-PluginProtocol.largestID...PluginProtocol.largestID).contains(whole)
        else { return nil }
        return whole
    }
}
