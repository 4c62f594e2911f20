/// Reads one document.
///
/// The open arrays and objects are kept in a list rather than on the call stack, so no document can overflow it.
struct JSONParser {
    /// What a value stands for, so that messages can say what is missing.
    enum Place {
        case document
        case element(afterComma: Bool)
        case member(key: String)
    }

    /// An array or object whose closing bracket has not been reached.
    struct OpenContainer {
        /// `{` or `[`.
        let byte: UInt8
        /// Where that bracket is.
        let position: JSONPosition
        /// What an array holds so far.
        var elements: [JSONNode] = []
        /// What an object holds so far.
        var members: [JSONMember] = []
        /// Where each key of an object is.
        var places: [String: JSONPosition] = [:]
        /// The key whose value comes next.
        var key = ""

        /// Whether this is an object.
        var isObject: Bool { byte == UInt8(ascii: "{") }

        /// The bracket that closes this one.
        var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

        /// Adds a value that is complete.
        mutating func append(_ node: JSONNode) {
            if isObject {
                members.append(JSONMember(key: key, keyPosition: places[key] ?? node.position, value: node))
            } else {
                elements.append(node)
            }
        }
    }

    /// The file's name for messages.
    let source: String

    /// Where the parser stands.
    var cursor: JSONCursor

    /// The arrays and objects around the cursor, outermost first.
    private(set) var open: [OpenContainer] = []

    /// Where commas stand before a closing bracket.
    private(set) var trailingCommas: [JSONPosition] = []

    /// Where the first comment stands.
    var firstComment: JSONPosition?

    /// Who wrote the document.
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

    /// Reads the whole document.
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

    /// Reads a value, or opens an array or object and gives `nil`.
    private mutating func value() throws(JSONSyntaxError) -> JSONNode? {
        let start = cursor.position
        guard let byte = cursor.peek else { throw endOfFile(before: place) }
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
            throw unexpectedValue(place)
        }
    }

    /// What the value at the cursor stands for.
    private var place: Place {
        guard let container = open.last else { return .document }
        return container.isObject
            ? .member(key: container.key) : .element(afterComma: !container.elements.isEmpty)
    }

    /// In an object, reads a key, its colon and the space around it; elsewhere there is nothing to read.
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
        // No copy of the container may be held here, or every key would copy the keys before it.
        if let first = open[open.count - 1].places.updateValue(start, forKey: key) {
            throw duplicate(key, at: start, first: first)
        }
        open[open.count - 1].key = key
        cursor.advance()
        try skipSpace()
    }

    /// Passes the comma after an element or member; a closing bracket stays for the caller.
    private mutating func separator(after node: JSONNode) throws(JSONSyntaxError) {
        let end = cursor.position
        try skipSpace()
        if cursor.peek == UInt8(ascii: ",") {
            let comma = cursor.position
            cursor.advance()
            try skipSpace()
            if !cursor.isAtEnd, cursor.peek == open.last?.closing {
                if author == .program {
                    throw error("a comma stands before the closing bracket", remedy: "remove the comma")
                }
                trailingCommas.append(comma)
            }
        } else if cursor.isAtEnd || cursor.peek != open.last?.closing {
            throw unexpectedAfter(node, end: end, isMember: open.last?.isObject ?? false)
        }
    }

    /// Passes a closing bracket and gives the array or object that it completes.
    private mutating func close() -> JSONNode? {
        cursor.advance()
        guard let container = open.popLast() else { return nil }
        let content: JSONNode.Content = container.isObject ? .object(container.members) : .array(container.elements)
        return JSONNode(content, at: container.position)
    }

    /// Makes sure that nothing but space follows the document's one value.
    private mutating func end(root: JSONNode) throws(JSONSyntaxError) -> JSONNode {
        let end = cursor.position
        try skipSpace()
        guard cursor.isAtEnd else { throw unexpectedAfterDocument(root, end: end) }
        return root
    }

    /// Makes an error at a place, or where the cursor stands.
    func error(_ message: String, at position: JSONPosition? = nil, remedy: String? = nil) -> JSONSyntaxError {
        JSONSyntaxError(message, at: position ?? cursor.position, source: source, remedy: remedy)
    }
}

extension JSONParser {
    /// Passes white space, and comments where a person wrote.
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
    /// Reads `true`, `false` or `null`.
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

    /// The word at the cursor: what a person would write without quotes, such as `True`, `my-key` or `größe`.
    ///
    /// Cut after a few hundred characters, which is longer than any message shows.
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

    /// Whether a scalar belongs to a word.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-", ".": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }

    /// Says what to write in place of a word that stands where a value belongs.
    func unknownWord(_ word: String) -> JSONSyntaxError {
        let shown = JSONExcerpt.singleQuoted(word)
        return switch word.lowercased() {
        case "true", "yes", "on": error("use true, not \(word)")
        case "false", "no", "off": error("use false, not \(word)")
        case "null", "none", "nil", "undefined": error("use null, not \(word)")
        case _ where Self.isNotFinite(word): error("JSON has no \(shown)", remedy: "use null")
        default: error("expected a value, found \(shown)", remedy: "put a string in double quotes")
        }
    }
}

extension JSONParser {
    /// Reads a number, the cursor being on its first character.
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

    /// Everything that was probably meant to belong to the number, so that `1.2.3` is one mistake and not two values.
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

    /// Says what is wrong with a number.
    func numberError(
        _ problem: JSONNumberSyntax.Problem,
        _ token: [UInt8],
        at start: JSONPosition
    ) -> JSONSyntaxError {
        let text = String(decoding: token, as: UTF8.self)
        let shown = JSONExcerpt.singleQuoted(text)
        return switch problem {
        case .noDigits where Self.isNotFinite(text), .plusSign where Self.isNotFinite(text):
            error("JSON has no \(shown)", at: start, remedy: "use null")
        case .leadingZero: error("the number \(shown) starts with a zero", at: start, remedy: "leave out leading zeros")
        case .plusSign: error("the number \(shown) starts with '+'", at: start, remedy: "leave out the '+'")
        case .hexadecimal:
            error("the number \(shown) is hexadecimal", at: start, remedy: "write the number in decimal digits")
        case .noDigits: error("expected a number, found \(shown)", at: start)
        case .noDigitBeforePoint:
            error("the number \(shown) has no digit before the '.'", at: start, remedy: "write 0 before the '.'")
        case .noDigitAfterPoint:
            error("the number \(shown) has no digit after the '.'", at: start, remedy: "write 0 after the '.'")
        case .noDigitInExponent: error("the number \(shown) has no digits in its exponent", at: start)
        case .separator: error("the number \(shown) contains '_'", at: start, remedy: "leave out the '_'")
        case .other: error("\(shown) is not a number", at: start, remedy: "put a string in double quotes")
        }
    }

    /// Whether a byte is an ASCII letter or digit, so that `+` and `...` alone are not taken for numbers.
    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isWord(Unicode.Scalar(byte)) && byte >= UInt8(ascii: "0") && byte != UInt8(ascii: "_")
    }

    /// Whether a word is one of the usual names of what is not a finite number.
    static func isNotFinite(_ word: String) -> Bool {
        let name = word.drop { $0 == "-" || $0 == "+" }.lowercased()
        return ["nan", "inf", "infinity"].contains(name)
    }
}
