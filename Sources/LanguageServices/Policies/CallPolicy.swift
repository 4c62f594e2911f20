/// A rule under which a provider is called: how long, how often, whether again.
///
/// A policy knows nothing of the service. It is put around any provider with `applying(_:)`, and since the result is a
/// provider again, policies nest; the one applied last is the outermost. The order that the registry uses, outermost
/// first, is circuit breaker → rate limit → retry → deadline.
///
/// ```swift
/// let careful = provider
///     .applying(.deadline(.seconds(8)))
///     .applying(.retrying(3))
///     .applying(.rateLimited(60, per: .seconds(60)))
///     .applying(.circuitBroken(after: 5))
/// ```
///
/// A policy with a state (how many calls in this minute) shares it among all copies of itself.
public protocol CallPolicy: Sendable {
    /// Runs one call.
    ///
    /// - Parameters:
    ///   - trace: Takes down what the policy does, for the ``ServiceReport``.
    ///   - operation: The call; a policy may run it any number of times.
    /// - Throws: What `operation` throws, or a ``ServiceError`` of the policy's own.
    func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value

    /// Runs one step of a stream whose first audio has reached the caller, so that the call cannot be repeated.
    ///
    /// The default runs `operation` as it is.
    func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value
}

extension CallPolicy {
    /// Runs `operation` as it is.
    public func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await operation()
    }
}
