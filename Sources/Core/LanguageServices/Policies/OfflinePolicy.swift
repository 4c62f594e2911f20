/// Lets no call through: the user has said that nothing may go over the network.
///
/// ```swift
/// let silent = provider.applying(.offline)
/// ```
///
/// Every call fails at once with ``ServiceError/Code/unavailable``, and the provider's status says the same.
public struct OfflinePolicy: CallPolicy {
    private let provider: ProviderID?

    /// Creates the policy.
    ///
    /// - Parameter provider: Whom an error is to name.
    public init(provider: ProviderID? = nil) { self.provider = provider }

    /// What every call fails with.
    public var refusal: ServiceError? { error }

    private var error: ServiceError {
        var error = ServiceError(
            .unavailable,
            "\(provider.map { "'\($0)'" } ?? "it") works over the network, which '--offline' rules out",
            provider: provider,
            remedy:
                "leave out '--offline' (PARLANCE_OFFLINE, or \"offline\" in the configuration), or ask another provider"
        )
        error.wasNotAsked = true
        return error
    }

    /// Fails.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        throw error
    }
}

extension CallPolicy where Self == OfflinePolicy {
    /// Lets no call through.
    public static var offline: Self { OfflinePolicy() }
}
