/// The head of an answer.
public struct HTTPHead: Sendable, Hashable {
    /// The status: 200, 404.
    public var status: Int

    /// The headers.
    public var headers: HTTPHeaders

    /// Who answered, after redirects; without its query.
    public var url: String

    /// Creates a head.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), url: String = "") {
        self.status = status
        self.headers = headers
        self.url = url
    }

    /// Whether the request succeeded: 200 to 299.
    public var isSuccess: Bool { 200..<300 ~= status }
}

/// A whole answer.
public struct HTTPResponse: Sendable, Hashable {
    /// Its head.
    public var head: HTTPHead

    /// Its body, unpacked.
    public var body: [UInt8]

    /// Creates an answer.
    public init(head: HTTPHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    /// The status: 200, 404.
    public var status: Int { head.status }
}

/// An answer whose body comes piece by piece.
public struct HTTPStream: Sendable {
    /// Its head.
    public let head: HTTPHead

    /// Its body, to be read once.
    public let body: HTTPBody

    /// Creates an answer.
    public init(head: HTTPHead, body: HTTPBody) {
        self.head = head
        self.body = body
    }

    /// The whole answer, once all of it is there.
    public func whole() async throws -> HTTPResponse {
        var bytes: [UInt8] = []
        for try await piece in body {
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
        }
        return HTTPResponse(head: head, body: bytes)
    }
}
