public import HapticPatterns

/// A way in which feedback reaches the user. The cases are ordered from best to worst.
///
/// The fallback chain tries the steps in this order. If even the last step is unavailable, nothing plays.
public enum FeedbackStep: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The full pattern with its amplitude envelope.
    case rich
    /// A single impact instead of the pattern: light, medium or heavy; see ``SimpleImpact``.
    case simple
    /// The pattern as sound.
    case sound
    /// A line on the terminal.
    case terminal

    /// Orders the best step first.
    public static func < (a: FeedbackStep, b: FeedbackStep) -> Bool { a.rank < b.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether a profile allows the step: `quiet` excludes sound, `silent` excludes sound and haptics.
    public func isAllowed(by profile: FeedbackProfile) -> Bool {
        switch self {
        case .rich, .simple: profile.allowsHaptics
        case .sound: profile.allowsSound
        case .terminal: true
        }
    }
}

/// A route in the fallback chain: a step and the sink that performs it.
public struct FeedbackRoute: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The kind of feedback.
    public var step: FeedbackStep

    /// The name of the sink: `evdev`.
    public var sink: String

    /// Creates a route.
    public init(_ step: FeedbackStep, _ sink: String) {
        self.step = step
        self.sink = sink
    }

    /// The route as shown in reports: `rich (evdev)`.
    public var description: String { "\(step.rawValue) (\(sink))" }
}

/// One impact instead of a pattern, for devices that cannot play patterns.
public enum SimpleImpact: String, Sendable, Hashable, Codable, CaseIterable {
    /// For intensities up to one third.
    case light
    /// For intensities up to two thirds.
    case medium
    /// For greater intensities.
    case heavy

    /// Creates the impact for an intensity.
    ///
    /// - Parameter intensity: The intensity, 0…1, with the strength already applied.
    /// - Returns: `nil` for an intensity that is not greater than 0, or is NaN.
    public init?(intensity: Double) {
        guard intensity > 0 else { return nil }
        self = intensity <= 1.0 / 3 ? .light : intensity <= 2.0 / 3 ? .medium : .heavy
    }

    /// The intensity for playing the impact on devices that support intensities.
    public var intensity: Double {
        switch self {
        case .light: 0.35
        case .medium: 0.65
        case .heavy: 1
        }
    }

    /// The duration in seconds: the shortest pulse of a rotating-mass motor that can be felt, or slightly longer.
    public var duration: Double {
        switch self {
        case .light: 0.03
        case .medium: 0.035
        case .heavy: 0.045
        }
    }
}
