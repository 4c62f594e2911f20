/// Names and values at the head of a message, in order. Upper and lower case of names do not count, and a name may stand
/// more than once.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The fields as they came, or as they go.
    public private(set) var fields: [Field]

    /// One line of a head.
    public struct Field: Sendable, Hashable {
        /// The name, as it was written.
        public var name: String
        /// The value, without the space around it.
        public var value: String
    }

    /// No headers.
    public init() { fields = [] }

    /// Creates headers from names and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of a name.
    public subscript(_ name: String) -> String? {
        fields.first { Self.areEqual($0.name, name) }?.value
    }

    /// Adds a field behind the others.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Puts a value in the place of all of that name.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        add(name, value)
    }

    /// Removes all fields of a name.
    public mutating func remove(_ name: String) {
        fields.removeAll { Self.areEqual($0.name, name) }
    }

    private static func areEqual(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
    }

    /// Whether a text can be the name of a field: RFC 9110 §5.1, so that no name brings a line of its own.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Whether a text can be the value of a field: RFC 9110 §5.5, without line ends and control characters.
    static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }
    }
}
