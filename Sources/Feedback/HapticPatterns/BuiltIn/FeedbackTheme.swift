/// Which pattern is felt at which event.
///
/// A theme can be read from a file (`read(_:name:file:)`); ``standard`` is what is there without one.
public struct FeedbackTheme: Sendable, Hashable {
    /// Where a pattern comes from.
    public enum Source: Sendable, Hashable {
        /// A pattern that is always there.
        case builtIn(BuiltInPattern)
        /// A pattern of the theme.
        case pattern(HapticPattern)
    }

    /// What happens at an event.
    public struct Entry: Sendable, Hashable {
        /// What is felt.
        public var source: Source

        /// A factor of all intensities, 0…1.
        public var strength: Double

        /// Whether the pattern is stronger the further the gesture has come. A built-in pattern knows that itself.
        public var followsProgress: Bool

        /// The lowest profile in which it is felt; in ``FeedbackProfile/silent`` nothing ever is.
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

    /// The entries by the names of their events; `nil` is an event at which nothing is to be felt.
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

    /// The names of all events that the theme knows, in order.
    public var events: [String] { entries.keys.sorted() }

    /// What an event comes to.
    public enum Outcome: Sendable, Hashable {
        /// This is to be felt.
        case pattern(HapticPattern)
        /// The theme wants nothing to be felt, or the profile does not allow it.
        case nothing
        /// The theme does not know the event.
        case unknown
    }

    /// What is to be felt at an event.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - progress: How far the gesture has come, 0…1.
    ///   - profile: What the user wants at most.
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
    /// The same pattern with all intensities times a factor of 0…1, which cannot fail.
    func weakened(by factor: Double) -> HapticPattern {
        guard factor != 1 else { return self }
        let weaker = events.changing { $0.intensity *= factor }
        return HapticPattern(trusting: weaker, curves: curves, audio: audio, metadata: metadata)
    }
}

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

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
