public import HapticPatterns

/// What the user wants of feedback.
public struct FeedbackSettings: Sendable, Hashable {
    /// Whether there is any feedback at all. Switched off, no step of the chain plays, fallbacks included.
    public var isEnabled: Bool

    /// A factor for all intensities, 0…1; what lies outside is brought inside, and what is no number is 0. At 0 nothing
    /// plays.
    public var strength: Double {
        didSet { strength = strength.clampedToUnit }
    }

    /// The most that any feedback may do: felt and heard, only felt, or only seen.
    public var profile: FeedbackProfile

    /// A gesture plays when its progress is greater than this; 0…1, 0.3 unless told.
    public var progressThreshold: Double {
        didSet { progressThreshold = progressThreshold.clampedToUnit }
    }

    /// How long a source must be quiet before it plays again; 80 ms unless told, less than zero is zero, more than a minute
    /// a minute.
    public var throttle: Duration {
        didSet { throttle = Self.bounded(throttle) }
    }

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether there is any feedback at all.
    ///   - strength: A factor for all intensities, 0…1.
    ///   - profile: The most that any feedback may do.
    ///   - progressThreshold: A gesture plays when its progress is greater than this; 0…1.
    ///   - throttle: How long a source must be quiet before it plays again.
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
