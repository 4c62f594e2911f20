import LanguageServices

/// The lines of a body as they come: of NDJSON, each is a value.
///
/// Lines end with LF or CR LF; the last one need not. Empty lines are left out.
public struct LinesOfBody: AsyncSequence, Sendable {
    /// A line without its end, as bytes.
    public typealias Element = [UInt8]

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

    /// Reads the lines.
    public func makeAsyncIterator() -> Iterator { Iterator(lines: BodyLines(body, longest: longest)) }

    /// Reads the lines of a body.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        var lines: BodyLines

        /// The next line that is not empty.
        public mutating func next() async throws -> [UInt8]? {
            while let line = try await lines.next() {
                if !line.isEmpty { return line }
            }
            return nil
        }
    }
}

/// Reads all lines of a body, also empty ones; what follows the last end of line is a line unless it is empty.
struct BodyLines: Sendable {
    private var pieces: HTTPBody.Iterator
    private var cutter: LineSplitter

    /// - Parameter endsAtReturn: Whether CR alone ends a line, too.
    init(_ body: HTTPBody, longest: Int, endsAtReturn: Bool = false) {
        pieces = body.makeAsyncIterator()
        cutter = LineSplitter(longest: longest, endsAtReturn: endsAtReturn)
    }

    mutating func next() async throws -> [UInt8]? {
        while true {
            if let line = cutter.next() { return line }
            guard let piece = try await pieces.next() else {
                let rest = cutter.takeRest()
                return rest.isEmpty ? nil : rest
            }
            try cutter.add(piece)
        }
    }
}

/// Cuts bytes that come in pieces into lines.
struct LineSplitter: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Where no end of line has been found yet.
    private var searched = 0
    /// Whether the last byte was a CR that has ended a line.
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
            throw ServiceError(.limitExceeded, "a line of the answer is longer than \(longest) bytes")
        }
    }

    /// Makes LF of CR LF and of CR alone; the two may come in two pieces.
    private mutating func addWithoutReturns(_ piece: [UInt8]) {
        bytes.reserveCapacity(bytes.count + piece.count)
        for byte in piece {
            if byte != 10 || !endsWithReturn { bytes.append(byte == 13 ? 10 : byte) }
            endsWithReturn = byte == 13
        }
    }

    /// The next whole line, without its end.
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

    /// What stands behind the last end of line.
    mutating func takeRest() -> [UInt8] {
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
