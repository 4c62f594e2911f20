import LanguageServices

/// The lines of a body, for formats such as NDJSON.
///
/// Lines end with LF or CR LF; the last line ending is optional. Empty lines are skipped.
public struct HTTPBodyLines: AsyncSequence, Sendable {
    /// A line without its line ending, as bytes.
    public typealias Element = [UInt8]

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
    public func makeAsyncIterator() -> Iterator { Iterator(lines: BodyLines(body, longest: longest)) }

    /// Reads the lines of a body.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        var lines: BodyLines

        /// The next non-empty line.
        public mutating func next() async throws -> [UInt8]? {
            while let line = try await lines.next() {
                if !line.isEmpty { return line }
            }
            return nil
        }
    }
}

/// Reads all lines of a body, including empty ones. Non-empty text after the last line ending is also a line.
struct BodyLines: Sendable {
    private var pieces: HTTPBody.Iterator
    private var splitter: LineSplitter

    /// - Parameter endsAtReturn: Whether a lone CR ends a line.
    init(_ body: HTTPBody, longest: Int, endsAtReturn: Bool = false) {
        pieces = body.makeAsyncIterator()
        splitter = LineSplitter(longest: longest, endsAtReturn: endsAtReturn)
    }

    mutating func next() async throws -> [UInt8]? {
        while true {
            if let line = splitter.next() { return line }
            guard let piece = try await pieces.next() else {
                let remainder = splitter.takeRemainder()
                return remainder.isEmpty ? nil : remainder
            }
            try splitter.add(piece)
        }
    }
}

/// Splits chunks of bytes into lines.
struct LineSplitter: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The offset before which there is no line ending.
    private var searched = 0
    /// Whether the last byte was a CR that ended a line.
    private var endsWithReturn = false
    private let endsAtReturn: Bool
    private let longest: Int

    init(longest: Int, endsAtReturn: Bool) { (self.longest, self.endsAtReturn) = (longest, endsAtReturn) }

    mutating func add(_ piece: [UInt8]) throws(ServiceError) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        if endsAtReturn { addWithoutReturns(piece) } else { bytes += piece }
        guard bytes.count <= longest + piece.count else {
            throw ServiceError(.limitExceeded, "a line of the response is longer than \(longest) bytes")
        }
    }

    /// Converts CR LF and lone CR to LF, even across chunks.
    private mutating func addWithoutReturns(_ piece: [UInt8]) {
        bytes.reserveCapacity(bytes.count + piece.count)
        for byte in piece {
            if byte != 10 || !endsWithReturn { bytes.append(byte == 13 ? 10 : byte) }
            endsWithReturn = byte == 13
        }
    }

    /// The next complete line, without its line ending.
    mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 10) else {
            searched = bytes.count
            return nil
        }
        let line = Self.withoutReturn(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }

    /// Takes the bytes after the last line ending.
    mutating func takeRemainder() -> [UInt8] {
        defer {
            bytes = []
            start = 0
            searched = 0
        }
        return Self.withoutReturn(bytes[start...])
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
        Array(line.last == 13 ? line.dropLast() : line)
    }
}
