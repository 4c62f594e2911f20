/// How much feedback the user wants at most, as in feedbackd: each profile allows what the ones below it allow.
public enum FeedbackProfile: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Nothing is felt and nothing is heard; what is only seen is allowed.
    case silent
    /// Something may be felt, and nothing is heard.
    case quiet
    /// Everything.
    case full

    /// Whether one allows less than another.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    /// Whether motors may run.
    public var allowsHaptics: Bool { self >= .quiet }

    /// Whether sounds may stand in for what is felt.
    public var allowsSound: Bool { self == .full }

    private var rank: Int {
        switch self {
        case .silent: 0
        case .quiet: 1
        case .full: 2
        }
    }
}
