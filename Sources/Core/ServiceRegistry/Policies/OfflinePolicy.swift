public import LanguageServices

/// Rejects all calls. This implements offline mode.
///
/// ```swift
/// let silent = provider.applying(.offline)
/// ```
///
/// Every call fails immediately with `ServiceError.Code.unavailable`, and the provider's status is unavailable.
public struct OfflinePolicy: CallPolicy {
    private let provider: ProviderID?
    private let isOffline: @Sendable () -> Bool

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - provider: The provider's id, for the error.
    ///   - isOffline: Whether offline mode is on; evaluated for each call.
    public init(provider: ProviderID? = nil, while isOffline: @escaping @Sendable () -> Bool = { true }) {
        self.provider = provider
        self.isOffline = isOffline
    }

    /// The error that every call throws; `nil` while the network may be used.
    public var refusal: ServiceError? { isOffline() ? error : nil }

    private var error: ServiceError {
        var error = ServiceError(
            .unavailable,
            "\(provider.map { "'\($0)'" } ?? "it") needs the network, but '--offline' is set",
            provider: provider,
            remedy:
                "remove '--offline' (PARLANCE_OFFLINE, or \"offline\" in the configuration), or use another provider"
        )
        error.rejectedLocally = true
        return error
    }

    /// Throws while offline mode is on.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        if let refusal { throw refusal }
        return try await operation()
    }
}

extension CallPolicy where Self == OfflinePolicy {
    /// Rejects all calls.
    public static var offline: Self { OfflinePolicy() }
}
