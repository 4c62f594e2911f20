public import LanguageServices

/// An HTTP request.
public struct HTTPRequest: Sendable, Hashable {
    /// The HTTP method.
    public var method: Method

    /// The URL, without secrets: `http://127.0.0.1:5000/translate`.
    public var url: String

    /// Query parameters that must not be shown, such as an API key.
    public var secretQuery: [SecretField]

    /// The headers, in order.
    public var headers: HTTPHeaders

    /// Headers whose values must not be shown. They are sent only to the host of ``url``.
    public var secretHeaders: [SecretField]

    /// The body; `nil` if there is none. An empty body is valid.
    public var body: [UInt8]?

    /// The limits on time and response size.
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

    /// An HTTP method.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Reads a resource. The request can safely be sent again.
        case get = "GET"
        /// Performs an action. Each request may be billed.
        case post = "POST"
        /// Deletes a resource.
        case delete = "DELETE"
        /// Reads only the response head.
        case head = "HEAD"
    }

    /// A header or query parameter with a secret value.
    public struct SecretField: Sendable, Hashable {
        /// The name of the header or query parameter.
        public var name: String

        /// The text before the secret: `Bearer `.
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

/// The limits of a request. The request ends as soon as one of them is exceeded.
public struct HTTPLimits: Sendable, Hashable {
    /// The maximum time for name resolution, connecting and the TLS handshake.
    public var connect: Duration

    /// The maximum time from the start to the response head.
    public var firstByte: Duration

    /// The maximum time without data after the head, excluding the time during which the consumer is not reading.
    public var idle: Duration

    /// The maximum total time; `nil` for no limit, as for streams.
    public var total: Duration?

    /// The maximum size of the decompressed response body, in bytes.
    public var bodyBytes: Int

    /// The maximum number of redirects.
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

/// HTTP headers, in order. Names are case-insensitive and may be repeated.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The fields, in order.
    public private(set) var fields: [Field]

    /// A header field.
    public struct Field: Sendable, Hashable {
        /// The name, in its original spelling.
        public var name: String
        /// The value without surrounding white space.
        public var value: String
    }

    /// Creates an empty list.
    public init() { fields = [] }

    /// Creates headers from names and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value for a name.
    public subscript(_ name: String) -> String? {
        fields.first { Self.areEqual($0.name, name) }?.value
    }

    /// Appends a field.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Replaces all fields with a name.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        add(name, value)
    }

    /// Removes all fields with a name.
    public mutating func remove(_ name: String) {
        fields.removeAll { Self.areEqual($0.name, name) }
    }

    private static func areEqual(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
    }

    /// Whether a text is a valid field name (RFC 9110 §5.1), so it cannot inject a line.
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

    /// Whether a text is a valid field value (RFC 9110 §5.5), without line endings or control characters.
    static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }
    }
}

/// The encoding of query parameters and forms: `application/x-www-form-urlencoded`.
public enum FormEncoding {
    /// Encodes fields.
    public static func encoded(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// Percent-encodes a name or value: everything except letters, digits and `-._~` (RFC 3986 §2.3).
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
