import LanguageServices

/// Iterates over the objects of a JSON deck, and copies everything between them to an output.
struct JSONRecords {
    /// The ranges of a member's key and value, relative to the start of the object.
    struct Member {
        var key: Range<Int>
        var value: Range<Int>
        var kind: JSONScanner.Kind
    }

    private enum State { case start, first, later, end }

    private(set) var scanner: JSONScanner
    private let isLines: Bool
    private let output: DeckOutput?
    private var state = State.start
    private var isWrapped = false

    /// The members of the current object, in order.
    private(set) var members: [Member] = []

    /// The maximum number of members in an object.
    static let maximumMembers = 1 << 16

    /// The keys of the notes array in an enclosing object.
    static let wrapperKeys: Set<String> = ["notes", "cards"]

    /// - Parameters:
    ///   - isLines: Whether there is one object per line, without an array.
    ///   - output: Receives everything outside the deck's objects.
    ///   - firstLine: The number of the first line in the window.
    init(
        _ window: TextWindow,
        file: any NamedText,
        isLines: Bool,
        output: DeckOutput? = nil,
        firstLine: Int = 1
    ) throws(ServiceError) {
        if window.count >= 3 ? true : try window.more(), window.bytes(0..<3).elementsEqual([0xEF, 0xBB, 0xBF]) {
            try output?.write(window.bytes(0..<3))
            window.drop(3)
        }
        scanner = JSONScanner(window, file: file, firstLine: firstLine)
        self.isLines = isLines
        self.output = output
    }

    /// The bytes of the current object.
    var object: UnsafeRawBufferPointer { scanner.window.bytes(0..<scanner.position) }

    /// Advances to the next object.
    ///
    /// - Returns: `false` at the end of the deck, after the remainder of the file has been checked.
    mutating func next() throws -> Bool {
        // When copying, the caller has already written the current object or its replacement.
        scanner.drop()
        guard try isLines ? seekLine() : seekElement() else { return false }
        guard try scanner.peek() == UInt8(ascii: "{") else {
            throw scanner.error(
                isLines ? "a line of the deck is not an object" : "an element of the deck is not an object",
                remedy: "write each note as an object: { \"front\": \"...\" }"
            )
        }
        try pass()
        scanner.isLine = isLines
        try readMembers()
        scanner.isLine = false
        return true
    }

    /// Copies and discards everything before the scanner's position.
    private mutating func pass() throws(ServiceError) {
        try output?.write(object)
        scanner.drop()
    }

    private mutating func seekLine() throws -> Bool {
        if state == .later {
            while let byte = try scanner.peek(), byte == 0x20 || byte == 0x09 { scanner.advance() }
            if let byte = try scanner.peek(), byte != 0x0A, byte != 0x0D {
                throw scanner.error(
                    "the line has more text after the object",
                    remedy: "write each object on its own line"
                )
            }
        }
        state = .later
        try scanner.skipSpace()
        guard try scanner.peek() != nil else {
            try pass()
            return false
        }
        return true
    }

    private mutating func seekElement() throws -> Bool {
        if state == .start { try enter() }
        guard state != .end else { return false }
        try scanner.skipSpace()
        let isEnd = try scanner.peek() == UInt8(ascii: "]")
        if isEnd {
            scanner.advance()
            if isWrapped { try leaveWrapper() }
            try scanner.skipSpace()
            if try scanner.peek() != nil { throw scanner.error("there is text after the end of the deck") }
            try pass()
            state = .end
            return false
        }
        if state == .later {
            try scanner.expect(UInt8(ascii: ","), "',' or ']'")
            try scanner.skipSpace()
        }
        state = .later
        return true
    }

    /// Skips everything before the first element: the opening bracket, or the first members of an enclosing object.
    private mutating func enter() throws {
        state = .first
        try scanner.skipSpace()
        if try scanner.peek() == UInt8(ascii: "[") {
            scanner.advance()
            return
        }
        let start = scanner.textPosition(at: scanner.position)
        guard try scanner.peek() == UInt8(ascii: "{") else {
            throw try scanner.unexpected("the '[' of an array of notes")
        }
        scanner.advance()
        isWrapped = true
        try scanner.skipSpace()
        var isFirst = true
        while try scanner.peek() != UInt8(ascii: "}") {
            if !isFirst { try scanner.expect(UInt8(ascii: ","), "',' or '}'") }
            isFirst = false
            try scanner.skipSpace()
            try pass()
            let key = try scanner.skipKey()
            try scanner.skipSpace()
            if try scanner.peek() == UInt8(ascii: "["), let name = JSONStringDecoding.text(scanner.window.bytes(key)),
                Self.wrapperKeys.contains(name)
            {
                scanner.advance()
                return
            }
            _ = try scanner.skipValue()
            try scanner.skipSpace()
        }
        throw start.error(
            in: scanner.file,
            "this object has no array of notes",
            remedy: "a deck is an array of objects, or an object with such an array named \"notes\" or \"cards\"; "
                + "for one object per line, set the format to jsonl"
        )
    }

    private mutating func leaveWrapper() throws {
        while true {
            try scanner.skipSpace()
            if try scanner.peek() == UInt8(ascii: "}") { break }
            try scanner.expect(UInt8(ascii: ","), "',' or '}'")
            try pass()
            try scanner.skipKey()
            _ = try scanner.skipValue()
        }
        scanner.advance()
    }

    private mutating func readMembers() throws {
        members.removeAll(keepingCapacity: true)
        scanner.advance()
        try scanner.skipSpace()
        if try scanner.peek() == UInt8(ascii: "}") {
            scanner.advance()
            return
        }
        while true {
            guard members.count < Self.maximumMembers else {
                throw scanner.textPosition(at: 0).tooLarge(
                    in: scanner.file,
                    "an object has more than \(Self.maximumMembers) members"
                )
            }
            let key = try scanner.skipKey()
            try scanner.skipSpace()
            let start = scanner.position
            let kind = try scanner.skipValue()
            members.append(Member(key: key, value: start..<scanner.position, kind: kind))
            try scanner.skipSpace()
            if try scanner.peek() == UInt8(ascii: "}") { break }
            try scanner.expect(UInt8(ascii: ","), "',' or '}'")
        }
        scanner.advance()
    }

    /// The text of a string in the object.
    ///
    /// - Throws: `ServiceError` when it is not UTF-8.
    func text(_ range: Range<Int>) throws(ServiceError) -> String {
        let raw = scanner.window.bytes(range)
        if let text = JSONStringDecoding.text(raw) { return text }
        let mistake = StrictUTF8.firstMistake(raw) ?? 0
        throw scanner.textPosition(at: range.lowerBound + mistake).notText(in: scanner.file)
    }
}
