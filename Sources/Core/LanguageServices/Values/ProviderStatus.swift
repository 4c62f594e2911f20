/// Whether a provider can be used now.
public enum ProviderStatus: Sendable, Hashable {
    /// It can.
    case ready
    /// It can, but not at its best; the reason says what is missing.
    case degraded(reason: String, remedy: String?)
    /// It cannot.
    case unavailable(reason: String, remedy: String?)
}
