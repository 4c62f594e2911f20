import LanguageServices

/// Finds the ranges of the parts of a JSON text without decoding values. The grammar is strictly that of RFC 8259.
/// Positions are offsets from the start of the window, which the caller advances with ``drop()``.
struct JSONScanner {
    /// The kind of a value.
    enum Kind { case string, null, number, boolean, object, array }

    let window: TextWindow
    let file: any NamedText

    /// The current position.
    private(set) var position = 0

    /// The style of the strings seen so far.
    private(set) var style = JSONStringStyle()

    /// Whether a line end within a value is an error, as it is in JSONL.
    var isLine = false

    private var start: TextPosition

    /// The maximum nesting depth, and the maximum sizes of an object and of a string.
    static let maximumDepth = 256
    static let maximumBytes = 128 << 20
    static let maximumStringBytes = 64 << 20

    init(_ window: TextWindow, file: any NamedText, firstLine: Int = 1) {
        self.window = window
        self.file = file
        start = TextPosition(line: firstLine)
    }

    /// Discards everything before the current position.
    mutating func drop() {
        start = textPosition(at: position)
        window.drop(position)
        position = 0
    }

    /// The number of the first line in the window.
    var line: Int { start.line }

    /// The position of a byte in the text.
    func textPosition(at offset: Int) -> TextPosition {
        TextPosition(of: offset, in: window.bytes(0..<window.count), from: start)
    }

    /// The byte at the current position; `nil` at the end of the text.
    func peek() throws(ServiceError) -> UInt8? {
        if position < window.count { return window.base[position] }
        guard window.count <= Self.maximumBytes else {
            throw start.tooLarge(in: file, "an object is larger than \(Self.maximumBytes >> 20) MiB")
        }
        return try window.more() ? window.base[position] : nil
    }

    /// Skips the byte that ``peek()`` has returned.
    mutating func advance() { position = min(position + 1, window.count) }

    /// Skips white space.
    mutating func skipSpace() throws(ServiceError) {
        while let byte = try peek() {
            switch byte {
            case 0x20, 0x09: break
            case 0x0A, 0x0D: if isLine { throw error("the line ends within an object", remedy: Self.lineRemedy) }
            default: return
            }
            position += 1
        }
    }

    /// Skips one byte, which must be the given one.
    mutating func expect(_ byte: UInt8, _ what: String) throws(ServiceError) {
        guard try peek() == byte else { throw try unexpected(what) }
        position += 1
    }

    /// Skips a string, starting at its opening quotation mark.
    mutating func skipString() throws(ServiceError) {
        let first = position
        position += 1
        while true {
            let (base, count) = (window.base, window.count)
            while position < count {
                let byte = base[position]
                if byte == UInt8(ascii: "\"") {
                    guard position - first <= Self.maximumStringBytes else { throw tooLarge(first) }
                    position += 1
                    return
                }
                if byte == UInt8(ascii: "\\") { break }
                if byte < 0x20 { throw controlCharacter(byte) }
                style.sawNonASCII = style.sawNonASCII || byte >= 0x80
                style.sawSlash = style.sawSlash || byte == UInt8(ascii: "/")
                position += 1
            }
            if position < count {
                try skipEscape()
                continue
            }
            guard count - first <= Self.maximumStringBytes else { throw tooLarge(first) }
            guard try peek() != nil else {
                throw textPosition(at: first).error(
                    in: file,
                    "this string is never closed",
                    remedy: "close it with '\"'"
                )
            }
        }
    }

    private func tooLarge(_ first: Int) -> ServiceError {
        textPosition(at: first).tooLarge(
            in: file,
            "a string is larger than \(Self.maximumStringBytes >> 20) MiB",
            remedy: "check whether it is closed"
        )
    }

    private mutating func skipEscape() throws(ServiceError) {
        position += 1
        switch try peek() {
        case UInt8(ascii: "u"):
            position += 1
            var value: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = try peek().flatMap(JSONStringDecoding.hexDigit) else {
                    throw error("an escape \\u needs four hexadecimal digits")
                }
                value = value << 4 | UInt32(digit)
                position += 1
            }
            style.sawUnicodeEscape = style.sawUnicodeEscape || value >= 0x80
        case UInt8(ascii: "/"):
            style.sawEscapedSlash = true
            position += 1
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default:
            throw error("unknown escape", remedy: "write \\\\ for a backslash")
        }
    }

    /// An error at the current position.
    func error(_ message: String, remedy: String? = nil) -> ServiceError {
        textPosition(at: position).error(in: file, message, remedy: remedy)
    }

    /// The error for an unexpected byte at the current position.
    func unexpected(_ what: String) throws(ServiceError) -> ServiceError {
        guard let byte = try peek() else {
            return error("the file ends where \(what) is expected", remedy: Self.cutRemedy)
        }
        let scalar = Unicode.Scalar(byte)
        let isVisible = byte > 0x20 && byte < 0x7F
        return error("expected \(what)" + (isVisible ? ", found '\(scalar)'" : ""))
    }

    private func controlCharacter(_ byte: UInt8) -> ServiceError {
        switch byte {
        case 0x0A, 0x0D: error("the line ends within a string", remedy: "close it with '\"', or write \\n")
        case 0x09: error("a string contains a tab", remedy: "write \\t")
        default:
            error(
                "a string contains a control character",
                remedy: "write it as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
            )
        }
    }

    static let cutRemedy = "check whether the file is complete"
    private static let lineRemedy = "write each object on one line, or name the file .json if it is an array"
}

extension JSONScanner {
    /// Skips a value of any depth and the white space before it, without recursion.
    mutating func skipValue() throws(ServiceError) -> Kind {
        try skipSpace()
        let kind: Kind =
            switch try peek() {
            case UInt8(ascii: "\""): .string
            case UInt8(ascii: "{"): .object
            case UInt8(ascii: "["): .array
            case UInt8(ascii: "n"): .null
            case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
            default: .number
            }
        var open: [UInt8] = []
        repeat {
            while try !beginValue(&open) {}
        } while try endValues(&open)
        return kind
    }

    /// Skips a scalar value, or the opening bracket of a container.
    ///
    /// - Returns: `false` if a value must follow: the first one in an object or array.
    private mutating func beginValue(_ open: inout [UInt8]) throws(ServiceError) -> Bool {
        try skipSpace()
        switch try peek() {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"):
            try push(UInt8(ascii: "}"), &open)
            try skipSpace()
            if try peek() == UInt8(ascii: "}") { return true }
            try skipKey()
            return false
        case UInt8(ascii: "["):
            try push(UInt8(ascii: "]"), &open)
            try skipSpace()
            return try peek() == UInt8(ascii: "]")
        case UInt8(ascii: "n"): try skipWord("null")
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case .some(let byte) where byte == UInt8(ascii: "-") || Self.isDigit(byte): try skipNumber()
        default: throw try unexpected("a value")
        }
        return true
    }

    /// Skips the ends of objects and arrays after a value, up to the next value.
    ///
    /// - Returns: `false` if the outermost value is complete.
    private mutating func endValues(_ open: inout [UInt8]) throws(ServiceError) -> Bool {
        while let bracket = open.last {
            try skipSpace()
            if try peek() == bracket {
                advance()
                open.removeLast()
                continue
            }
            try expect(UInt8(ascii: ","), "',' or '\(Unicode.Scalar(bracket))'")
            if bracket == UInt8(ascii: "}") { try skipKey() }
            return true
        }
        return false
    }

    private mutating func push(_ bracket: UInt8, _ open: inout [UInt8]) throws(ServiceError) {
        guard open.count < Self.maximumDepth else {
            throw textPosition(at: position).tooLarge(
                in: file,
                "values are nested more than \(Self.maximumDepth) levels deep"
            )
        }
        advance()
        open.append(bracket)
    }

    /// Skips a key and its colon.
    ///
    /// - Returns: The range of the key.
    @discardableResult
    mutating func skipKey() throws(ServiceError) -> Range<Int> {
        try skipSpace()
        let start = position
        guard try peek() == UInt8(ascii: "\"") else { throw try unexpected("a key in quotation marks") }
        try skipString()
        let key = start..<position
        try skipSpace()
        try expect(UInt8(ascii: ":"), "':'")
        return key
    }

    private mutating func skipWord(_ word: String) throws(ServiceError) {
        for byte in word.utf8 { try expect(byte, "the word \(word)") }
    }

    private mutating func skipNumber() throws(ServiceError) {
        if try peek() == UInt8(ascii: "-") { advance() }
        if try peek() == UInt8(ascii: "0") { advance() } else { try skipDigits() }
        if try peek() == UInt8(ascii: ".") {
            advance()
            try skipDigits()
        }
        if let byte = try peek(), byte | 0x20 == UInt8(ascii: "e") {
            advance()
            if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { advance() }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(ServiceError) {
        let first = position
        while let byte = try peek(), Self.isDigit(byte) { advance() }
        if position == first { throw try unexpected("a digit") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
