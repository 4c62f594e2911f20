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
