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
