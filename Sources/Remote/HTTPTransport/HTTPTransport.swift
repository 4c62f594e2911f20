import CCurl
import Platform
import Synchronization

/// Sends HTTP requests.
///
/// A response with any status is treated as a success; the caller interprets statuses such as 404 and 429. Errors are
/// `ServiceError`: `network`, `timedOut`, `limitExceeded`, `protocolViolation`, `configuration`, `cancelled`.
/// `outcomeUnknown` is set if the response was lost after the request was sent. Error messages contain only the scheme,
/// host and port of a URL.
///
/// If the task is cancelled, the call throws immediately, and the connection is closed.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the response once its head has arrived.
    ///
    /// The transfer ends when the body has been read or is dropped, or when the reading task is cancelled.
    func stream(_ request: HTTPRequest) async throws -> HTTPStream
}

extension HTTPTransport {
    /// Sends a request and returns the complete response.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await stream(request).collect()
    }
}

/// The head of a response.
public struct HTTPHead: Sendable, Hashable {
    /// The status code: 200, 404.
    public var status: Int

    /// The headers.
    public var headers: HTTPHeaders

    /// The URL that responded, after redirects, without the query.
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

/// A complete response.
public struct HTTPResponse: Sendable, Hashable {
    /// The head.
    public var head: HTTPHead

    /// The decompressed body.
    public var body: [UInt8]

    /// Creates a response.
    public init(head: HTTPHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    /// The status code: 200, 404.
    public var status: Int { head.status }
}

/// A response with a streamed body.
public struct HTTPStream: Sendable {
    /// The head.
    public let head: HTTPHead

    /// The body; it can be read only once.
    public let body: HTTPBody

    /// Creates a response.
    public init(head: HTTPHead, body: HTTPBody) {
        self.head = head
        self.body = body
    }

    /// Reads the body and returns the complete response.
    public func collect() async throws -> HTTPResponse {
        var bytes: [UInt8] = []
        for try await piece in body {
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
        }
        return HTTPResponse(head: head, body: bytes)
    }
}

/// A response body as a sequence of chunks. It can be read only once.
///
/// If the consumer reads slowly, the transfer is paused, so memory use is bounded.
public struct HTTPBody: AsyncSequence, Sendable {
    /// A chunk; never empty.
    public typealias Element = [UInt8]

    private let source: any HTTPBodySource

    /// Creates a body.
    public init(_ source: any HTTPBodySource) { self.source = source }

    /// Creates a body from bytes.
    public init(_ bytes: [UInt8]) { source = WholeBody(bytes) }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Reads a body.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let source: any HTTPBodySource

        /// The next chunk; `nil` at the end.
        public mutating func next() async throws -> [UInt8]? { try await source.next() }
    }
}

/// The source of a body's chunks.
public protocol HTTPBodySource: Sendable, AnyObject {
    /// The next non-empty chunk; `nil` at the end.
    func next() async throws -> [UInt8]?
}

/// A body whose bytes are all in memory.
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

/// Parses the retry delay that a server requests.
///
/// The supported headers are `Retry-After-Ms` (milliseconds, used by OpenAI-compatible servers), `Retry-After` in
/// seconds, optionally with a fraction, and `Retry-After` as a date (RFC 9110 §10.2.3). A date is interpreted relative
/// to the response's `Date` header, so a wrong clock on this machine has no effect.
public enum RetryAfter {
    /// The delay, from 0 to 30 days; `nil` if there is no valid header.
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
