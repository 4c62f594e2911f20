package import HTTPTransport
package import LanguageServices
import Platform

/// What every provider has that calls a service on a network: how it sends requests, and whether it still may.
package final class RemoteSession: Sendable {
    /// The user's limits on what is sent.
    package let gate: RequestGate

    private let transport: any HTTPTransport
    private let isShutDown = AtomicFlag()

    /// Creates a session.
    package init(transport: any HTTPTransport, gate: RequestGate) {
        self.transport = transport
        self.gate = gate
    }

    /// Ready when requests can be sent at all: the service is not called, and libcurl is not loaded.
    package var status: ProviderStatus {
        do throws(ServiceError) {
            try checkOpen()
            if transport is CurlTransport, let problem = CurlTransport.apparentProblem { throw problem }
            return .ready
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
    }

    /// Ends the session for later requests; what is under way is not interrupted.
    package func shutDown() { isShutDown.set() }

    /// - Throws: `ServiceError.Code.unavailable` after ``shutDown()``.
    package func checkOpen() throws(ServiceError) {
        if isShutDown.isSet { throw Self.closed }
    }

    /// Checks whether a request can begin.
    ///
    /// - Throws: `ServiceError`: `unavailable` after ``shutDown()``, `cancelled` in a cancelled task.
    package func checkReady() throws(ServiceError) {
        try checkOpen()
        try ServiceError.checkCancellation()
    }

    private static let closed = ServiceError(
        .unavailable,
        "the provider has been shut down",
        remedy: "make another one"
    )

    /// Sends a request within the user's limits. Everything that is sent goes through here.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - characters: The number of characters of the user's texts in it.
    ///   - tokens: The number of tokens that a model is likely to read and write for it.
    ///   - reading: Reads the answer. Unless it throws, it ends the pass, or keeps it while the answer comes in.
    package func send<Answer>(
        _ request: HTTPRequest,
        characters: Int,
        tokens: Int = 0,
        reading: (HTTPStream, RequestPass) async throws -> Answer
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
    ///   - time: How long it may take.
    ///   - total: How long all of the answer may take, where that is something else; `.some(nil)` for no limit.
    ///   - bodyBytes: How many bytes the answer may have.
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

    /// The same limits for an answer that comes while it is written: what was allowed for all of it is allowed for each
    /// silence in it, and ten times that in all, since a server may go on for ever.
    package var streaming: HTTPLimits {
        var limits = self
        limits.idle = firstByte
        limits.total = firstByte * 10
        return limits
    }
}

extension ServiceError {
    /// The failure of a request that the service has begun to answer, and may have billed.
    package var withUnknownOutcome: ServiceError {
        var error = self
        if code != .cancelled { error.outcomeUnknown = true }
        return error
    }
}
