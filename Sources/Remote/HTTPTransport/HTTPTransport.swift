/// Sends requests to servers.
///
/// An answer of any status is an answer and no error: what 404 or 429 means is the business of who knows the service. An
/// error is a `ServiceError`: `network`, `timedOut`, `limitExceeded`, `protocolViolation`, `configuration`, `cancelled`. Its
/// `mayHaveBeenDone` says that the request had been sent when its answer was lost. None of them shows more of a URL than
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
