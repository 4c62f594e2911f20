public import LanguageServices

/// A request to a server.
public struct HTTPRequest: Sendable, Hashable {
    /// `GET`, `POST` and the like.
    public var method: Method

    /// Where to, without a secret in it: `http://127.0.0.1:5000/translate`.
    public var url: String

    /// Parts of the URL that must not be shown, such as a key that a service wants behind the question mark.
    public var secretQuery: [SecretField]

    /// Names and values, in order.
    public var headers: HTTPHeaders

    /// Headers whose values must not be shown. They go to the host of ``url`` and to no other.
    public var secretHeaders: [SecretField]

    /// The body; `nil` for a request that has none.
    public var body: [UInt8]?

    /// How long everything may take, and how large the answer may be.
    public var limits: HTTPLimits

    /// Creates a request.
    public init(
        _ method: Method = .get,
        _ url: String,
        headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8]? = nil,
        limits: HTTPLimits = HTTPLimits(),
        secretHeaders: [SecretField] = [],
        secretQuery: [SecretField] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limits = limits
        self.secretHeaders = secretHeaders
        self.secretQuery = secretQuery
    }

    /// What is asked of the server.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Reads something, and changes nothing: it may be sent twice.
        case get = "GET"
        /// Has something done, which may cost something each time.
        case post = "POST"
        /// Deletes something.
        case delete = "DELETE"
        /// Reads the head of an answer.
        case head = "HEAD"
    }

    /// A name, and a value that must not be shown.
    public struct SecretField: Sendable, Hashable {
        /// The name of the header or of the part of the query.
        public var name: String

        /// What stands before the secret: `Bearer `.
        public var prefix: String

        /// The value.
        public var secret: Secret

        /// Creates a field.
        public init(_ name: String, prefix: String = "", _ secret: Secret) {
            self.name = name
            self.prefix = prefix
            self.secret = secret
        }
    }
}

/// The limits of a request. Each counts by itself, and the first that is passed ends the request.
public struct HTTPLimits: Sendable, Hashable {
    /// The time for finding the host, connecting and agreeing on keys.
    public var connect: Duration

    /// The time from the beginning to the head of the answer.
    public var firstByte: Duration

    /// The time in which nothing comes, after the head. Time in which the reader does not read does not count.
    public var idle: Duration

    /// The time for everything; `nil` for no limit, which a stream may want.
    public var total: Duration?

    /// How many bytes the body of an answer may have, unpacked.
    public var bodyBytes: Int

    /// How many redirects are followed.
    public var redirects: Int

    /// Creates limits.
    public init(
        connect: Duration = .seconds(10),
        firstByte: Duration = .seconds(30),
        idle: Duration = .seconds(30),
        total: Duration? = .seconds(60),
        bodyBytes: Int = 16 << 20,
        redirects: Int = 5
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
        self.bodyBytes = bodyBytes
        self.redirects = redirects
    }
}

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

/// How names and values are written in a query or a form: `application/x-www-form-urlencoded`.
public enum FormEncoding {
    /// Fields, one behind the other.
    public static func encoded(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// A name or a value: everything but letters, digits and `-._~` as the numbers of its UTF-8 bytes (RFC 3986 §2.3).
    public static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
