/// Parses one document.
///
/// Open arrays and objects are kept in an array instead of on the call stack, so no document can overflow the stack.
struct JSONParser {
    /// The role of a value, for messages.
    enum Context {
        case document
        case element(afterComma: Bool)
        case member(key: String)
    }

    /// An array or object that has not been closed yet.
    struct OpenContainer {
        /// `{` or `[`.
        let byte: UInt8
        /// The position of the bracket.
        let position: JSONPosition
        /// The array's elements so far.
        var elements: [JSONNode] = []
        /// The object's members so far.
        var members: [JSONMember] = []
        /// The positions of the object's keys.
        var keyPositions: [String: JSONPosition] = [:]
        /// The key of the next value.
        var key = ""

        /// Whether this is an object.
        var isObject: Bool { byte == UInt8(ascii: "{") }

        /// The matching closing bracket.
        var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

        /// Adds a completed value.
        mutating func append(_ node: JSONNode) {
            if isObject {
                members.append(JSONMember(key: key, keyPosition: keyPositions[key] ?? node.position, value: node))
            } else {
                elements.append(node)
            }
        }
    }

    /// The file's name for messages.
    let source: String

    /// The parser's position.
    var cursor: JSONCursor

    /// The arrays and objects around the cursor, outermost first.
    private(set) var open: [OpenContainer] = []

    /// The positions of trailing commas.
    private(set) var trailingCommas: [JSONPosition] = []

    /// The position of the first comment.
    var firstComment: JSONPosition?

    /// The author of the document.
    let author: JSONDocument.Author

    private let limits: JSONDocument.Limits
    private let maximumNesting: Int
    private var nodeCount = 0

    init(_ bytes: [UInt8], source: String, author: JSONDocument.Author = .person, limits: JSONDocument.Limits) {
        self.source = source
        self.author = author
        self.limits = limits
        maximumNesting = min(max(limits.nesting, 1), 64)
        cursor = JSONCursor(bytes, skipsMark: author == .person)
    }

    /// Parses the complete document.
    mutating func document() throws(JSONSyntaxError) -> JSONNode {
        try skipSpace()
        guard !cursor.isAtEnd else { throw emptyDocument() }
        var complete = try value()
        while true {
            if let node = complete {
                guard !open.isEmpty else { return try end(root: node) }
                open[open.count - 1].append(node)
                try separator(after: node)
            }
            if !open.isEmpty, cursor.peek == open.last?.closing {
                complete = close()
            } else {
                try key()
                complete = try value()
            }
        }
    }

    /// Parses a value, or opens an array or object and returns `nil`.
    private mutating func value() throws(JSONSyntaxError) -> JSONNode? {
        let start = cursor.position
        guard let byte = cursor.peek else { throw endOfFile(before: context) }
        nodeCount += 1
        guard nodeCount <= limits.nodes else {
            throw error("the document has more than \(limits.nodes) values", at: start)
        }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < maximumNesting else {
                throw error("arrays and objects are nested more than \(maximumNesting) levels deep", at: start)
            }
            open.append(OpenContainer(byte: byte, position: start))
            cursor.advance()
            try skipSpace()
            return nil
        case UInt8(ascii: "\""):
            return JSONNode(.string(try string(at: start)), at: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONNode(.number(try number(at: start)), at: start)
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
            return JSONNode(try literal(at: start), at: start)
        default:
            throw unexpectedValue(context)
        }
    }

    /// The role of the value at the cursor.
    private var context: Context {
        guard let container = open.last else { return .document }
        return container.isObject
            ? .member(key: container.key) : .element(afterComma: !container.elements.isEmpty)
    }

    /// In an object, parses a key, its colon and the space around it; elsewhere, does nothing.
    private mutating func key() throws(JSONSyntaxError) {
        guard open.last?.isObject ?? false else { return }
        let start = cursor.position
        guard cursor.peek == UInt8(ascii: "\"") else {
            throw unexpectedKey(afterComma: open.last?.members.isEmpty == false)
        }
        let key = try string(at: start)
        guard key.utf8.count <= limits.keyBytes else {
            throw error("this key is longer than \(limits.keyBytes) bytes", at: start)
        }
        let end = cursor.position
        try skipSpace()
        guard cursor.peek == UInt8(ascii: ":") else { throw unexpectedAfterKey(key, at: start, end: end) }
        // Copying the container here would copy all previous keys for every new key.
        if let first = open[open.count - 1].keyPositions.updateValue(start, forKey: key) {
            throw duplicate(key, at: start, first: first)
        }
        open[open.count - 1].key = key
        cursor.advance()
        try skipSpace()
    }

    /// Skips the comma after an element or member; a closing bracket is left to the caller.
    private mutating func separator(after node: JSONNode) throws(JSONSyntaxError) {
        let end = cursor.position
        try skipSpace()
        if cursor.peek == UInt8(ascii: ",") {
            let comma = cursor.position
            cursor.advance()
            try skipSpace()
            if !cursor.isAtEnd, cursor.peek == open.last?.closing {
                if author == .program {
                    throw error("a comma precedes the closing bracket", remedy: "remove the comma")
                }
                trailingCommas.append(comma)
            }
        } else if cursor.isAtEnd || cursor.peek != open.last?.closing {
            throw unexpectedAfter(node, end: end, isMember: open.last?.isObject ?? false)
        }
    }

    /// Skips a closing bracket and returns the completed array or object.
    private mutating func close() -> JSONNode? {
        cursor.advance()
        guard let container = open.popLast() else { return nil }
        let content: JSONNode.Content = container.isObject ? .object(container.members) : .array(container.elements)
        return JSONNode(content, at: container.position)
    }

    /// Checks that only space follows the document's value.
    private mutating func end(root: JSONNode) throws(JSONSyntaxError) -> JSONNode {
        let end = cursor.position
        try skipSpace()
        guard cursor.isAtEnd else { throw unexpectedAfterDocument(root, end: end) }
        return root
    }

    /// Creates an error at a position, by default the cursor's.
    func error(_ message: String, at position: JSONPosition? = nil, remedy: String? = nil) -> JSONSyntaxError {
        JSONSyntaxError(message, at: position ?? cursor.position, source: source, remedy: remedy)
    }
}

extension JSONParser {
    /// Skips white space, and comments in hand-written documents.
    mutating func skipSpace() throws(JSONSyntaxError) {
        while let byte = cursor.peek {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                cursor.advance()
            case UInt8(ascii: "/") where author == .person:
                let start = cursor.position
                switch cursor.peek(ahead: 1) {
                case UInt8(ascii: "/"): skipLineComment()
                case UInt8(ascii: "*"): try skipBlockComment()
                default: return
                }
                firstComment = firstComment ?? start
            default:
                return
            }
        }
    }

    private mutating func skipLineComment() {
        while let byte = cursor.peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            cursor.advance()
        }
    }

    private mutating func skipBlockComment() throws(JSONSyntaxError) {
        let start = cursor.position
        cursor.advance(by: 2)
        while !cursor.isAtEnd {
            if cursor.peek == UInt8(ascii: "*"), cursor.peek(ahead: 1) == UInt8(ascii: "/") {
                cursor.advance(by: 2)
                return
            }
            cursor.advance()
        }
        throw error("this comment is not closed before the end of the file", at: start, remedy: "add '*/'")
    }
}

extension JSONParser {
    /// Parses `true`, `false` or `null`.
    mutating func literal(at start: JSONPosition) throws(JSONSyntaxError) -> JSONNode.Content {
        let word = wordAhead()
        let content: JSONNode.Content
        switch word {
        case "true": content = .bool(true)
        case "false": content = .bool(false)
        case "null": content = .null
        default: throw unknownWord(word)
        }
        cursor.advance(by: word.utf8.count)
        return content
    }

    /// The word at the cursor: text that a person might write without quotes, such as `True`, `my-key` or `größe`.
    ///
    /// The word is truncated after a few hundred characters, which is more than any message shows.
    func wordAhead() -> String {
        var word = String.UnicodeScalarView()
        var offset = cursor.offset
        for _ in 0..<256 {
            guard let scalar = cursor.scalar(at: offset), Self.isWord(scalar) else { break }
            word.append(scalar)
            offset += UTF8.width(scalar)
        }
        return String(word)
    }

    /// Whether a scalar is part of a word.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-", ".": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }

    /// The error for a word where a value is expected.
    func unknownWord(_ word: String) -> JSONSyntaxError {
        let shown = JSONExcerpt.singleQuoted(word)
        return switch word.lowercased() {
        case "true", "yes", "on": error("use true, not \(word)")
        case "false", "no", "off": error("use false, not \(word)")
        case "null", "none", "nil", "undefined": error("use null, not \(word)")
        case _ where Self.isNotFinite(word): error("JSON does not support \(shown)", remedy: "use null")
        default: error("expected a value, found \(shown)", remedy: "put a string in double quotes")
        }
    }
}

extension JSONParser {
    /// Parses a number; the cursor is at its first character.
    mutating func number(at start: JSONPosition) throws(JSONSyntaxError) -> JSONNumber {
        let token = numberToken()
        if case .failure(let problem) = JSONNumberSyntax.check(token) { throw numberError(problem, token, at: start) }
        cursor.advance(by: token.count)
        let number = JSONNumber(checked: String(decoding: token, as: UTF8.self))
        guard number.double != nil else {
            throw error(
                "the number \(JSONExcerpt.singleQuoted(number.text)) is too large: the limit is about 1.8e308",
                at: start
            )
        }
        return number
    }

    /// All characters that are probably part of the number. This makes `1.2.3` one malformed number, not two values.
    func numberToken() -> [UInt8] {
        let rest = cursor.bytes[cursor.offset...]
        return Array(
            rest.prefix { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        )
    }

    /// The error for a malformed number.
    func numberError(
        _ problem: JSONNumberSyntax.Problem,
        _ token: [UInt8],
        at start: JSONPosition
    ) -> JSONSyntaxError {
        let text = String(decoding: token, as: UTF8.self)
        let shown = JSONExcerpt.singleQuoted(text)
        return switch problem {
        case .noDigits where Self.isNotFinite(text), .plusSign where Self.isNotFinite(text):
            error("JSON does not support \(shown)", at: start, remedy: "use null")
        case .leadingZero: error("the number \(shown) starts with a zero", at: start, remedy: "remove leading zeros")
        case .plusSign: error("the number \(shown) starts with '+'", at: start, remedy: "remove the '+'")
        case .hexadecimal:
            error("the number \(shown) is hexadecimal", at: start, remedy: "write the number in decimal digits")
        case .noDigits: error("expected a number, found \(shown)", at: start)
        case .noDigitBeforePoint:
            error("the number \(shown) has no digit before the '.'", at: start, remedy: "write 0 before the '.'")
        case .noDigitAfterPoint:
            error("the number \(shown) has no digit after the '.'", at: start, remedy: "write 0 after the '.'")
        case .noDigitInExponent: error("the number \(shown) has no digits in its exponent", at: start)
        case .separator: error("the number \(shown) contains '_'", at: start, remedy: "remove the '_'")
        case .other: error("\(shown) is not a number", at: start, remedy: "put a string in double quotes")
        }
    }

    /// Whether a byte is an ASCII letter or digit, so `+` and `...` alone are not treated as numbers.
    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isWord(Unicode.Scalar(byte)) && byte >= UInt8(ascii: "0") && byte != UInt8(ascii: "_")
    }

    /// Whether a word is a common name of a non-finite number.
    static func isNotFinite(_ word: String) -> Bool {
        let name = word.drop { $0 == "-" || $0 == "+" }.lowercased()
        return ["nan", "inf", "infinity"].contains(name)
    }
}
