/// What a ``FeedbackPolicy`` says to a trigger.
public struct FeedbackDecision: Sendable, Hashable {
    /// What is to be done, or why nothing is.
    public var verdict: Verdict

    /// Every link of the chain, with what became of it; empty when the trigger was refused before the chain was asked.
    public var steps: [StepReport]

    /// What is to be done, or why nothing is.
    public enum Verdict: Sendable, Hashable {
        /// It plays.
        case play(FeedbackPlan)
        /// It does not.
        case refuse(FeedbackRefusal)
    }

    /// One link of the chain.
    public struct StepReport: Sendable, Hashable {
        /// Which link.
        public var route: FeedbackRoute

        /// What became of it.
        public var outcome: Outcome

        /// What became of a link.
        public enum Outcome: Sendable, Hashable {
            /// It serves.
            case chosen
            /// It was passed over, for this reason.
            case passed(String)
            /// A better one serves.
            case notNeeded
        }
    }

    /// What is to be done, when something is.
    public var plan: FeedbackPlan? {
        if case .play(let plan) = verdict { plan } else { nil }
    }

    /// Why nothing is done, when nothing is.
    public var refusal: FeedbackRefusal? {
        if case .refuse(let refusal) = verdict { refusal } else { nil }
    }
}

/// Feedback that may begin now.
public struct FeedbackPlan: Sendable, Hashable {
    /// Its number; the policy never gives a number twice.
    public var id: UInt64

    /// The link of the chain that plays it.
    public var route: FeedbackRoute

    /// The factor for its intensities: that of the settings times that of the trigger; above 0, at most 1.
    public var strength: Double

    /// Which running feedback must be stopped first.
    public var interrupts: UInt64?

    /// Whether the sink must be built anew first, because it broke or was reset.
    public var rebuilds: Bool

    /// Whether it interrupts others.
    public var priority: FeedbackPriority
}

/// Why a trigger plays nothing.
public enum FeedbackRefusal: Sendable, Hashable {
    /// Feedback is switched off.
    case disabled
    /// The program is in the background, or the device sleeps.
    case suspended
    /// The strength is 0.
    case noStrength
    /// The gesture has not come far enough.
    case belowThreshold(progress: Double, threshold: Double)
    /// The source has played a moment ago.
    case throttled(remaining: Duration)
    /// Something more important plays.
    case outranked
    /// Every link of the chain was passed over.
    case nothingServes
}

extension FeedbackRefusal {
    /// The reason in one line.
    public var text: String {
        switch self {
        case .disabled: "feedback is switched off"
        case .suspended: "feedback is suspended"
        case .noStrength: "the strength is 0"
        case .belowThreshold(let progress, let threshold):
            "a progress of \(Self.shown(progress)) is not above \(Self.shown(threshold))"
        case .throttled(let remaining):
            "the source has played a moment ago; it may again in \(Self.milliseconds(remaining)) ms"
        case .outranked: "something more important plays"
        case .nothingServes: "nothing here can play it"
        }
    }

    /// A number with at most two decimals.
    private static func shown(_ number: Double) -> String {
        guard number.isFinite else { return String(number) }
        return String((min(max(number, -1e6), 1e6) * 100).rounded() / 100)
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return min(seconds, 3600) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

/// Something that wants to be felt, as the ``FeedbackPolicy`` sees it.
public struct FeedbackTrigger: Sendable, Hashable {
    /// Who triggers it; the throttle counts for each source by itself. All swipes of a card are one source.
    public var source: String

    /// Whether it interrupts others, or is interrupted.
    public var priority: FeedbackPriority

    /// How far the gesture has come, 0…1; `nil` for what has no progress, and so no threshold.
    public var progress: Double?

    /// A factor for this feedback, 0…1, beside that of the settings.
    public var strength: Double

    /// How long it lasts.
    public var duration: Duration

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - source: Who triggers it.
    ///   - priority: Whether it interrupts others.
    ///   - progress: How far the gesture has come, 0…1; `nil` for what has no progress.
    ///   - strength: A factor for this feedback, 0…1.
    ///   - duration: How long it lasts; less than zero counts as zero, more than an hour as an hour.
    public init(
        source: String,
        priority: FeedbackPriority,
        progress: Double? = nil,
        strength: Double = 1,
        duration: Duration
    ) {
        self.source = source
        self.priority = priority
        self.progress = progress
        self.strength = strength
        self.duration = duration
    }
}

/// Which of two feedbacks wins when both want to be felt.
///
/// What is of higher priority interrupts what plays, what is of lower priority is dropped, and of two equals the later one
/// wins, since it is what the user does now.
public enum FeedbackPriority: Int, Sendable, Hashable, Codable, Comparable {
    /// Something that follows the finger: a swipe, a selection.
    case gesture = 0
    /// Something that happened: success, warning, error, the end of a lesson.
    case notification = 1

    /// Lower priorities come first.
    public static func < (a: FeedbackPriority, b: FeedbackPriority) -> Bool { a.rawValue < b.rawValue }
}

/// What the engine that plays feedback is doing.
public enum FeedbackEngineState: Sendable, Hashable {
    /// It waits.
    case idle
    /// It plays this.
    case running(FeedbackPlan)
    /// It was told to be quiet until it is resumed.
    case suspended
    /// Everything that could have played has broken; it tries again after a while, or when it is reset.
    case failed(reason: String)
}
