/// When a chain goes on to its next provider.
///
/// A miss (unsupported, not found) always goes on. A request that makes no sense and a cancelled one never do, since
/// the next provider could not help. What happens when a provider is broken is the policy's choice; either way it
/// stands in the report.
public enum FallbackPolicy: String, Sendable, Hashable, Codable {
    /// A broken provider is passed over.
    case passBroken
    /// A broken provider ends the chain with its error.
    case stopAtBroken

    func goesOn(after error: ServiceError) -> Bool {
        switch error.code {
        case .invalidRequest, .cancelled: false
        case let code where code.isMiss: true
        default: self == .passBroken
        }
    }
}
