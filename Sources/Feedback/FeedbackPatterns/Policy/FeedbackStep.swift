public import HapticPatterns

/// A way in which feedback can reach the user, from the best to the least.
///
/// The chain of fallback goes through the steps in this order; what stands behind the last one is nothing.
public enum FeedbackStep: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The pattern as it was drawn: its whole course in time.
    case rich
    /// One impact in place of the pattern: light, medium or heavy; see ``SimpleImpact``.
    case simple
    /// The pattern as sound.
    case sound
    /// A line on the terminal.
    case terminal

    /// Better steps come first.
    public static func < (a: FeedbackStep, b: FeedbackStep) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .rich: 0
        case .simple: 1
        case .sound: 2
        case .terminal: 3
        }
    }

    /// Whether a profile lets the step through: `quiet` keeps it from being heard, `silent` from being heard and felt.
    public func isAllowed(by profile: FeedbackProfile) -> Bool {
        switch self {
        case .rich, .simple: profile.allowsHaptics
        case .sound: profile.allowsSound
        case .terminal: true
        }
    }
}
