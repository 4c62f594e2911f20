public import HapticPatterns

/// The user's feedback settings.
public struct FeedbackSettings: Sendable, Hashable {
    /// Whether feedback is enabled. If it is disabled, no step in the chain plays, not even a fallback.
    public var isEnabled: Bool

    /// The factor for all intensities, clamped to 0…1; NaN is treated as 0. At 0, nothing plays.
    public var strength: Double {
        didSet { strength = strength.clampedToUnit }
    }

    /// The upper limit for feedback: haptics and sound, haptics only, or visual only.
    public var profile: FeedbackProfile

    /// The progress, 0…1, that a gesture must exceed to play feedback; the default is 0.3.
    public var progressThreshold: Double {
        didSet { progressThreshold = progressThreshold.clampedToUnit }
    }

    /// The minimum time between two plays from the same source, clamped to between zero and one minute; the default is
    /// 80 ms.
    public var throttle: Duration {
        didSet { throttle = Self.bounded(throttle) }
    }

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether feedback is enabled.
    ///   - strength: The factor for all intensities, 0…1.
    ///   - profile: The upper limit for feedback.
    ///   - progressThreshold: The progress, 0…1, that a gesture must exceed to play feedback.
    ///   - throttle: The minimum time between two plays from the same source.
    public init(
        isEnabled: Bool = true,
        strength: Double = 1,
        profile: FeedbackProfile = .full,
        progressThreshold: Double = 0.3,
        throttle: Duration = .milliseconds(80)
    ) {
        self.isEnabled = isEnabled
        self.strength = strength.clampedToUnit
        self.profile = profile
        self.progressThreshold = progressThreshold.clampedToUnit
        self.throttle = Self.bounded(throttle)
    }

    private static func bounded(_ duration: Duration) -> Duration {
        min(max(duration, .zero), .seconds(60))
    }
}
