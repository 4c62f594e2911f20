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

    /// Runs one step of a stream whose first audio or sentence has reached the caller, so that the call cannot be repeated.
    ///
    /// The default runs `operation` as it is.
    func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value

    /// Whether the policy makes a call again that failed with an error.
    ///
    /// Where only some texts of a translation failed, these alone are asked for again, as long as this is so for their errors.
    /// The default is `false`.
    func repeats(after error: ServiceError) -> Bool

    /// Why no call would be let through now, which becomes the status of the provider; `nil` when calls are let through.
    ///
    /// The default is `nil`.
    var refusal: ServiceError? { get }
}

extension CallPolicy {
    /// Never.
    public func repeats(after error: ServiceError) -> Bool { false }

    /// Calls are let through.
    public var refusal: ServiceError? { nil }

    /// What the status of a provider is under the policy.
    func status(of provider: some ServiceProvider) async -> ProviderStatus {
        if let refusal { return .unavailable(reason: refusal.message, remedy: refusal.remedy) }
        return await provider.status()
    }

    /// Runs `operation` as it is.
    public func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await operation()
    }
}
