package import HTTPTransport
package import LanguageServices
import Platform

/// The shared state of providers that call a network service: how requests are sent, and whether the provider has been
/// shut down.
package final class RemoteSession: Sendable {
    /// The user's request limits.
    package let gate: RequestGate

    private let transport: any HTTPTransport
    private let isShutDown = AtomicFlag()

    /// Creates a session.
    package init(transport: any HTTPTransport, gate: RequestGate) {
        self.transport = transport
        self.gate = gate
    }

    /// The status is ready if requests can be sent at all. The service is not called, and libcurl is not loaded.
    package var status: ProviderStatus {
        do throws(ServiceError) {
            try checkOpen()
            if transport is CurlTransport, let problem = CurlTransport.apparentProblem { throw problem }
            return .ready
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
    }

    /// Rejects later requests; running requests continue.
    package func shutDown() { isShutDown.set() }

    /// - Throws: `ServiceError.Code.unavailable` after ``shutDown()``.
    package func checkOpen() throws(ServiceError) {
        if isShutDown.isSet { throw Self.closed }
    }

    /// Checks whether a request may start.
    ///
    /// - Throws: `ServiceError`: `unavailable` after ``shutDown()``, `cancelled` in a cancelled task.
    package func checkReady() throws(ServiceError) {
        try checkOpen()
        try ServiceError.checkCancellation()
    }

    private static let closed = ServiceError(
        .unavailable,
        "the provider has been shut down",
        remedy: "create another provider"
    )

    /// Sends a request within the user's limits. All of a provider's requests use this method.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - characters: The number of characters in it that come from the user's texts.
    ///   - tokens: The estimated number of tokens that a model reads and writes for it.
    ///   - reading: Reads the answer. Unless it throws, it must end the permit, or keep it until the answer has
    ///     arrived.
    package func send<Answer>(
        _ request: HTTPRequest,
        characters: Int,
        tokens: Int = 0,
        reading: (HTTPStream, RequestPermit) async throws -> Answer
    ) async throws(ServiceError) -> Answer {
        let pass = try await gate.enter(characters: characters, tokens: tokens)
        do {
            return try await reading(try await transport.stream(request), pass)
        } catch {
            await pass.end(after: error)
            throw ServiceError(error)
        }
    }
}

extension HTTPLimits {
    /// The limits for one request to a service.
    ///
    /// - Parameters:
    ///   - time: The maximum time.
    ///   - total: The maximum time for the complete answer, if it differs; `.some(nil)` for no limit.
    ///   - bodyBytes: The maximum size of the answer in bytes.
    package static func service(_ time: Duration, total: Duration?? = .none, bodyBytes: Int = 16 << 20) -> HTTPLimits {
        HTTPLimits(
            connect: min(.seconds(10), time),
            firstByte: time,
            idle: min(.seconds(30), time),
            total: total ?? time,
            bodyBytes: bodyBytes,
            redirects: 5
        )
    }

    /// The limits for a streamed answer: the total time becomes the idle limit, and the new total is ten times as long.
    package var streaming: HTTPLimits {
        var limits = self
        limits.idle = firstByte
        limits.total = firstByte * 10
        return limits
    }
}

extension ServiceError {
    /// The error for a request that the service has started to answer and may have billed.
    package var withUnknownOutcome: ServiceError {
        var error = self
        if code != .cancelled { error.outcomeUnknown = true }
        return error
    }
}
