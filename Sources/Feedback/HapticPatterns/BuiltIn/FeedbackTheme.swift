/// Assigns patterns to events.
///
/// A theme can be read from a file (`read(_:name:file:)`); ``standard`` is the default.
public struct FeedbackTheme: Sendable, Hashable {
    /// The source of a pattern.
    public enum Source: Sendable, Hashable {
        /// A built-in pattern.
        case builtIn(BuiltInPattern)
        /// A pattern defined by the theme.
        case pattern(HapticPattern)
    }

    /// The feedback for an event.
    public struct Entry: Sendable, Hashable {
        /// The source of the pattern.
        public var source: Source

        /// The factor for all intensities, 0…1.
        public var strength: Double

        /// Whether the intensity grows with the gesture's progress. Built-in gesture patterns always do.
        public var followsProgress: Bool

        /// The lowest profile in which the pattern plays; nothing plays in ``FeedbackProfile/silent``.
        public var profile: FeedbackProfile

        /// Creates an entry.
        public init(
            _ source: Source,
            strength: Double = 1,
            followsProgress: Bool = false,
            profile: FeedbackProfile = .quiet
        ) {
            self.source = source
            self.strength = strength
            self.followsProgress = followsProgress
            self.profile = profile
        }
    }

    /// The name of the theme.
    public var name: String

    /// The entries by event name; `nil` for an event without feedback.
    public var entries: [String: Entry?]

    /// Creates a theme.
    public init(name: String, entries: [String: Entry?]) {
        self.name = name
        self.entries = entries
    }

    /// The built-in patterns under their own names.
    public static let standard = FeedbackTheme(
        name: "standard",
        entries: Dictionary(
            uniqueKeysWithValues: BuiltInPattern.allCases.map { ($0.rawValue, Entry(.builtIn($0))) }
        )
    )

    /// The names of all events in the theme, sorted.
    public var events: [String] { entries.keys.sorted() }

    /// The feedback for an event.
    public enum Outcome: Sendable, Hashable {
        /// A pattern to play.
        case pattern(HapticPattern)
        /// No feedback: the theme assigns none, or the profile excludes it.
        case nothing
        /// The event is not in the theme.
        case unknown
    }

    /// The feedback for an event.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - progress: The progress of the gesture, 0…1.
    ///   - profile: The user's profile.
    public func outcome(for event: String, progress: Double = 1, profile: FeedbackProfile = .full) -> Outcome {
        guard let known = entries[event] else { return .unknown }
        guard let entry = known, profile.allowsHaptics, profile >= entry.profile else { return .nothing }
        let progress = progress.clampedToUnit
        let strength = entry.strength.clampedToUnit
        switch entry.source {
        case .builtIn(let pattern):
            return .pattern(pattern.pattern(progress: progress).weakened(by: strength))
        case .pattern(let pattern):
            return .pattern(pattern.weakened(by: entry.followsProgress ? strength * progress : strength))
        }
    }
}

extension HapticPattern {
    /// The pattern with all intensities multiplied by a factor of 0…1; this cannot fail.
    func weakened(by factor: Double) -> HapticPattern {
        guard factor != 1 else { return self }
        let weaker = events.changing { $0.intensity *= factor }
        return HapticPattern(trusting: weaker, curves: curves, audio: audio, metadata: metadata)
    }
}

/// The upper limit for feedback, as in feedbackd. Each profile includes those below it.
public enum FeedbackProfile: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Neither haptics nor sound; visual feedback is allowed.
    case silent
    /// Haptics without sound.
    case quiet
    /// Haptics and sound.
    case full

    /// Orders the most restrictive profile first.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    /// Whether haptics are allowed.
    public var allowsHaptics: Bool { self >= .quiet }

    /// Whether sound is allowed as a fallback for haptics.
    public var allowsSound: Bool { self == .full }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
