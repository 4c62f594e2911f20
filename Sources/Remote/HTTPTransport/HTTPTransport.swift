import CCurl
import Platform
import Synchronization

/// Sends requests to servers.
///
/// An answer of any status is an answer and no error: what 404 or 429 means is the business of who knows the service. An
/// error is a `ServiceError`: `network`, `timedOut`, `limitExceeded`, `protocolViolation`, `configuration`, `cancelled`. Its
/// `outcomeUnknown` says that the request had been sent when its answer was lost. None of them shows more of a URL than
/// scheme, host and port.
///
/// A cancelled task gets its error at once, and the connection is closed.
public protocol HTTPTransport: Sendable {
    /// Sends a request, and gives the answer when its head is there.
    ///
    /// The transfer ends when the body is read to its end or dropped, or when the task that reads it is cancelled.
    func stream(_ request: HTTPRequest) async throws -> HTTPStream
}

extension HTTPTransport {
    /// Sends a request, and gives the whole answer.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await stream(request).whole()
    }
}

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

/// The body of an answer, piece by piece as it comes. It can be read once.
///
/// What is not read in time stays with the server: a reader that stops for a while does not fill the memory.
public struct HTTPBody: AsyncSequence, Sendable {
    /// A piece of the body; never empty.
    public typealias Element = [UInt8]

    private let source: any HTTPBodySource

    /// Creates a body.
    public init(_ source: any HTTPBodySource) { self.source = source }

    /// A body that is there already.
    public init(_ bytes: [UInt8]) { source = WholeBody(bytes) }

    /// Reads the body.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Reads a body.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let source: any HTTPBodySource

        /// The next piece; `nil` at the end.
        public mutating func next() async throws -> [UInt8]? { try await source.next() }
    }
}

/// Where the pieces of a body come from.
public protocol HTTPBodySource: Sendable, AnyObject {
    /// The next piece, which is not empty; `nil` at the end.
    func next() async throws -> [UInt8]?
}

/// A body that is there already.
final class WholeBody: HTTPBodySource {
    private let rest: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { rest = Mutex(bytes) }

    func next() async throws -> [UInt8]? {
        rest.withLock { bytes in
            defer { bytes = [] }
            return bytes.isEmpty ? nil : bytes
        }
    }
}

/// When a server wants to be asked again.
///
/// Understood are `Retry-After-Ms` (milliseconds, as servers of the OpenAI kind send it), `Retry-After` in seconds, also
/// with a fraction, and `Retry-After` as a date (RFC 9110 §10.2.3). A date is counted from the `Date` of the same answer,
/// so that a wrong clock on this machine does no harm.
public enum RetryAfter {
    /// The time to wait; `nil` when the server says nothing that can be understood. Never negative, at most 30 days.
    public static func wait(_ headers: HTTPHeaders) -> Duration? {
        if let text = headers["Retry-After-Ms"], let milliseconds = Double(text), milliseconds.isFinite {
            return bounded(milliseconds / 1000)
        }
        guard let text = headers["Retry-After"] else { return nil }
        if let seconds = Double(text) { return seconds.isFinite ? bounded(seconds) : nil }
        let date = ccurl_date(text)
        guard date >= 0 else { return nil }
        let told = headers["Date"].map { ccurl_date($0) } ?? -1
        return bounded(Double(date - (told >= 0 ? told : Int64(time(nil)))))
    }

    private static func bounded(_ seconds: Double) -> Duration { .seconds(min(max(0, seconds), 30 * 86_400)) }
}
