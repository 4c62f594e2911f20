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

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether a profile lets the step through: `quiet` keeps it from being heard, `silent` from being heard and felt.
    public func isAllowed(by profile: FeedbackProfile) -> Bool {
        switch self {
        case .rich, .simple: profile.allowsHaptics
        case .sound: profile.allowsSound
        case .terminal: true
        }
    }
}

/// One link of the chain of fallback: a step, and the sink that does it.
public struct FeedbackRoute: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What kind of feedback it is.
    public var step: FeedbackStep

    /// The name of the sink that does it: `evdev`.
    public var sink: String

    /// Creates a route.
    public init(_ step: FeedbackStep, _ sink: String) {
        self.step = step
        self.sink = sink
    }

    /// The route as reports show it: `rich (evdev)`.
    public var description: String { "\(step.rawValue) (\(sink))" }
}

/// One impact in place of a pattern, for what cannot play more.
public enum SimpleImpact: String, Sendable, Hashable, Codable, CaseIterable {
    /// For intensities up to a third.
    case light
    /// For intensities up to two thirds.
    case medium
    /// For greater intensities.
    case heavy

    /// The impact for an intensity.
    ///
    /// - Parameter intensity: 0…1, the strength already counted in.
    /// - Returns: `nil` for nothing to be felt: 0, less, or no number.
    public init?(intensity: Double) {
        guard intensity > 0 else { return nil }
        self = intensity <= 1.0 / 3 ? .light : intensity <= 2.0 / 3 ? .medium : .heavy
    }

    /// The intensity with which the impact is played where it can be chosen.
    public var intensity: Double {
        switch self {
        case .light: 0.35
        case .medium: 0.65
        case .heavy: 1
        }
    }

    /// How long the impact lasts, in seconds: the shortest that motors with a weight are felt at, or somewhat more.
    public var duration: Double {
        switch self {
        case .light: 0.03
        case .medium: 0.035
        case .heavy: 0.045
        }
    }
}
