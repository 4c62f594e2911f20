/// A server-sent event.
public struct ServerSentEvent: Sendable, Hashable {
    /// The event type; the default is `message`.
    public var event: String

    /// The data lines, joined with line feeds.
    public var data: String

    /// The ID, if the server sent one.
    public var id: String?

    /// Creates an event.
    public init(event: String = "message", data: String, id: String? = nil) {
        self.event = event
        self.data = data
        self.id = id
    }
}

/// The events of a body, as defined by the HTML standard (§9.2.6, "Interpreting an event stream"). Events without data
/// are skipped, and the last event is returned only if an empty line follows it.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent

    private let body: HTTPBody
    private let longest: Int

    /// Creates the sequence.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - longest: The maximum length of a line in bytes.
    public init(_ body: HTTPBody, longest: Int = 4 << 20) {
        self.body = body
        self.longest = longest
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(lines: BodyLines(body, longest: longest, endsAtReturn: true))
    }

    /// Reads the events of a body.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        var lines: BodyLines
        var parser = EventParser()

        /// The next event.
        public mutating func next() async throws -> ServerSentEvent? {
            while let line = try await lines.next() {
                if let event = parser.read(line) { return event }
            }
            return nil
        }
    }
}

/// Assembles events from lines.
struct EventParser: Sendable {
    private var isFirstLine = true
    private var data: [String] = []
    private var event = ""
    private var id: String?

    /// Processes a line.
    ///
    /// - Returns: The event that the line completes.
    mutating func read(_ line: [UInt8]) -> ServerSentEvent? {
        var text = Substring(String(decoding: line, as: UTF8.self))
        if isFirstLine {
            isFirstLine = false
            if text.unicodeScalars.first == "\u{FEFF}" { text = Substring(text.unicodeScalars.dropFirst()) }
        }
        guard text.isEmpty else {
            readField(text)
            return nil
        }
        defer { (data, event) = ([], "") }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(event: event.isEmpty ? "message" : event, data: data.joined(separator: "\n"), id: id)
    }

    private mutating func readField(_ line: Substring) {
        let colon = line.firstIndex(of: ":")
        let name = colon.map { line[..<$0] } ?? line
        var value = colon.map { line[line.index(after: $0)...] } ?? ""
        if value.first == " " { value = value.dropFirst() }
        switch name {
        case "data": data.append(String(value))
        case "event": event = String(value)
        case "id": if !value.unicodeScalars.contains("\0") { id = String(value) }
        // A comment has no field name, and "retry" matters only to clients that reconnect.
        default: break
        }
    }
}
