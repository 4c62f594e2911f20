/// An event of a stream of server-sent events.
public struct ServerSentEvent: Sendable, Hashable {
    /// Its kind; `message` where the server says nothing.
    public var event: String

    /// What it brings: its lines of data, with line feeds between them.
    public var data: String

    /// Its id, where the server has given one.
    public var id: String?

    /// Creates an event.
    public init(event: String = "message", data: String, id: String? = nil) {
        self.event = event
        self.data = data
        self.id = id
    }
}

/// The events of a body, as the HTML standard defines them (§9.2.6, "Interpreting an event stream"); events without data
/// are left out, and the last one counts only when an empty line ends it.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent

    private let body: HTTPBody
    private let longest: Int

    /// Creates the sequence.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - longest: How many bytes a line may have.
    public init(_ body: HTTPBody, longest: Int = 4 << 20) {
        self.body = body
        self.longest = longest
    }

    /// Reads the events.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pieces: body.makeAsyncIterator(), parser: EventParser(longest: longest))
    }

    /// Reads the events of a body.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        var pieces: HTTPBody.Iterator
        var parser: EventParser

        /// The next event.
        public mutating func next() async throws -> ServerSentEvent? {
            while true {
                if let event = parser.next() { return event }
                guard let piece = try await pieces.next() else { return nil }
                try parser.add(piece)
            }
        }
    }
}

/// Makes events of bytes.
struct EventParser: Sendable {
    private var lines: LineCutter
    private var isFirstLine = true
    private var data: [String] = []
    private var event = ""
    private var id: String?
    /// A lone CR ends a line here too, and may be the first half of a CR LF.
    private var endsWithReturn = false

    init(longest: Int) { lines = LineCutter(longest: longest) }

    mutating func add(_ piece: [UInt8]) throws {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(piece.count)
        for byte in piece {
            if byte == 10, endsWithReturn {
                endsWithReturn = false
                continue
            }
            endsWithReturn = byte == 13
            bytes.append(byte == 13 ? 10 : byte)
        }
        try lines.add(bytes)
    }

    mutating func next() -> ServerSentEvent? {
        while let line = lines.next() {
            var text = Substring(String(decoding: line, as: UTF8.self))
            if isFirstLine {
                isFirstLine = false
                if text.unicodeScalars.first == "\u{FEFF}" { text = Substring(text.unicodeScalars.dropFirst()) }
            }
            guard !text.isEmpty else {
                defer {
                    data = []
                    event = ""
                }
                if data.isEmpty { continue }
                return ServerSentEvent(
                    event: event.isEmpty ? "message" : event,
                    data: data.joined(separator: "\n"),
                    id: id
                )
            }
            read(text)
        }
        return nil
    }

    private mutating func read(_ line: Substring) {
        let colon = line.firstIndex(of: ":")
        let name = colon.map { line[..<$0] } ?? line
        var value = colon.map { line[line.index(after: $0)...] } ?? ""
        if value.first == " " { value = value.dropFirst() }
        switch name {
        case "data": data.append(String(value))
        case "event": event = String(value)
        case "id": if !value.unicodeScalars.contains("\0") { id = String(value) }
        // Comments have no name; "retry" is for who connects again by himself.
        default: break
        }
    }
}
