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
