public import LanguageServices

/// Lets no call through: the user has said that nothing may go over the network.
///
/// ```swift
/// let silent = provider.applying(.offline)
/// ```
///
/// Every call fails at once with `ServiceError.Code.unavailable`, and the provider's status says the same.
public struct OfflinePolicy: CallPolicy {
    private let provider: ProviderID?
    private let isOffline: @Sendable () -> Bool

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - provider: The provider that an error names.
    ///   - isOffline: Whether the network is ruled out; asked at each call.
    public init(provider: ProviderID? = nil, while isOffline: @escaping @Sendable () -> Bool = { true }) {
        self.provider = provider
        self.isOffline = isOffline
    }

    /// What every call fails with; `nil` while the network may be used.
    public var refusal: ServiceError? { isOffline() ? error : nil }

    private var error: ServiceError {
        var error = ServiceError(
            .unavailable,
            "\(provider.map { "'\($0)'" } ?? "it") works over the network, which '--offline' rules out",
            provider: provider,
            remedy:
                "leave out '--offline' (PARLANCE_OFFLINE, or \"offline\" in the configuration), or ask another provider"
        )
        error.rejectedLocally = true
        return error
    }

    /// Fails, unless the network may be used.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        if let refusal { throw refusal }
        return try await operation()
    }
}

extension CallPolicy where Self == OfflinePolicy {
    /// Lets no call through.
    public static var offline: Self { OfflinePolicy() }
}
