package import HTTPTransport

extension HTTPLimits {
    /// The limits for one request to a service.
    ///
    /// - Parameter time: How long it may take.
    package static func service(_ time: Duration) -> HTTPLimits {
        HTTPLimits(
            connect: min(.seconds(10), time),
            firstByte: time,
            idle: min(.seconds(30), time),
            total: time,
            bodyBytes: 16 << 20,
            redirects: 5
        )
    }

    /// The same limits for an answer that comes while it is written: what was allowed for all of it is allowed for each
    /// silence in it, and ten times that in all, since a server may go on for ever.
    package var streaming: HTTPLimits {
        var limits = self
        limits.idle = firstByte
        limits.total = firstByte * 10
        return limits
    }
}
