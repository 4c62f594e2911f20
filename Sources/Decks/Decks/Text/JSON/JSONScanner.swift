import LanguageServices

/// Finds where the parts of a JSON text lie, without making values of them.
///
/// The grammar is RFC 8259, and nothing but it: what is accepted is valid, and every byte of it is accounted for. All
/// places are distances from the start of the window, which the user of the scanner moves on with ``drop()``.
struct JSONScanner {
    /// What a value is.
    enum Kind { case string, null, number, boolean, object, array }

    let window: TextWindow
    let file: any NamedText

    /// Where the scanner is.
    private(set) var position = 0

    /// How strings are written, as far as they have been seen.
    private(set) var style = JSONStringStyle()

    /// Whether a line end within a value is a mistake, as in JSONL.
    var isLine = false

    private var start: TextPosition

    /// How deep values may be within each other, and how large one object or value may be.
    static let mostDepth = 256
    static let mostBytes = 128 << 20
    static let mostStringBytes = 64 << 20

    init(_ window: TextWindow, file: any NamedText, firstLine: Int = 1) {
        self.window = window
        self.file = file
        start = TextPosition(line: firstLine)
    }

    /// Leaves everything before the scanner's position behind.
    mutating func drop() {
        start = place(position)
        window.drop(position)
        position = 0
    }

    /// The line that the window begins on.
    var line: Int { start.line }

    /// The place of a byte.
    func place(_ offset: Int) -> TextPosition {
        TextPosition(of: offset, in: window.bytes(0..<window.count), from: start)
    }

    /// The byte at the position; `nil` at the end of the text.
    func peek() throws(ServiceError) -> UInt8? {
        if position < window.count { return window.base[position] }
        guard window.count <= Self.mostBytes else {
            throw start.tooLarge(in: file, "an object is larger than \(Self.mostBytes >> 20) MiB")
        }
        return try window.more() ? window.base[position] : nil
    }

    /// Passes one byte that ``peek()`` has shown.
    mutating func advance() { position = min(position + 1, window.count) }

    /// Passes white space.
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

    /// Passes one byte, which must be the one given.
    mutating func expect(_ byte: UInt8, _ what: String) throws(ServiceError) {
        guard try peek() == byte else { throw try unexpected(what) }
        position += 1
    }

    /// Passes a string, the position being on its opening quotation mark.
    mutating func skipString() throws(ServiceError) {
        let first = position
        position += 1
        while true {
            let (base, count) = (window.base, window.count)
            while position < count {
                let byte = base[position]
                if byte == UInt8(ascii: "\"") {
                    guard position - first <= Self.mostStringBytes else { throw tooLarge(first) }
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
            guard count - first <= Self.mostStringBytes else { throw tooLarge(first) }
            guard try peek() != nil else {
                throw place(first).error(in: file, "the string here is never closed", remedy: "close it with '\"'")
            }
        }
    }

    private func tooLarge(_ first: Int) -> ServiceError {
        place(first).tooLarge(
            in: file,
            "a string is larger than \(Self.mostStringBytes >> 20) MiB",
            remedy: "see whether it is closed"
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
                    throw error("an escape \\u has four hexadecimal digits")
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
            throw error("there is no such escape", remedy: "write \\\\ for a backslash")
        }
    }

    /// What is wrong at the position.
    func error(_ message: String, remedy: String? = nil) -> ServiceError {
        place(position).error(in: file, message, remedy: remedy)
    }

    /// Something else stands at the position than what belongs there.
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
        case 0x09: error("a string holds a tab", remedy: "write \\t")
        default:
            error(
                "a string holds a control character",
                remedy: "write it as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
            )
        }
    }

    static let cutRemedy = "see whether the file is whole"
    private static let lineRemedy = "write each object in one line, or name the file .json if it is one array"
}

extension JSONScanner {
    /// Passes a value, white space before it included; however deep it is, without recursion.
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

    /// Passes a value that is whole at once, or the beginning of one that has others in it.
    ///
    /// - Returns: `false` when a value must follow: the first in an object or an array.
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

    /// Passes the ends of objects and arrays behind a value, up to where the next value begins.
    ///
    /// - Returns: `false` when the outermost value is whole.
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
        guard open.count < Self.mostDepth else {
            throw place(position).tooLarge(in: file, "values are more than \(Self.mostDepth) deep within each other")
        }
        advance()
        open.append(bracket)
    }

    /// Passes a key and its colon.
    ///
    /// - Returns: Where the key lies.
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
