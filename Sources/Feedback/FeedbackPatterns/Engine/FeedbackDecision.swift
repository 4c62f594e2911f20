/// The decision that a ``FeedbackPolicy`` makes about a trigger.
public struct FeedbackDecision: Sendable, Hashable {
    /// Whether feedback plays, or why not.
    public var verdict: Verdict

    /// What happened to each route in the fallback chain; empty if the trigger was refused before the chain was tried.
    public var steps: [StepReport]

    /// Whether feedback plays, or why not.
    public enum Verdict: Sendable, Hashable {
        /// Feedback plays.
        case play(FeedbackPlan)
        /// Nothing plays.
        case refuse(FeedbackRefusal)
    }

    /// The report on one route in the fallback chain.
    public struct StepReport: Sendable, Hashable {
        /// The route.
        public var route: FeedbackRoute

        /// What happened to this route.
        public var outcome: Outcome

        /// What happened to a route.
        public enum Outcome: Sendable, Hashable {
            /// This route plays.
            case chosen
            /// This route was skipped, for this reason.
            case passed(String)
            /// A better route plays.
            case notNeeded
        }
    }

    /// The plan to play; `nil` if the trigger was refused.
    public var plan: FeedbackPlan? {
        if case .play(let plan) = verdict { plan } else { nil }
    }

    /// Why the trigger was refused; `nil` if feedback plays.
    public var refusal: FeedbackRefusal? {
        if case .refuse(let refusal) = verdict { refusal } else { nil }
    }
}

/// Feedback that may start now.
public struct FeedbackPlan: Sendable, Hashable {
    /// The identifier, unique within the policy.
    public var id: UInt64

    /// The route that plays it.
    public var route: FeedbackRoute

    /// The intensity factor: the strength in the settings times the trigger's strength; greater than 0 and at most 1.
    public var strength: Double

    /// The running feedback to stop first.
    public var interrupts: UInt64?

    /// Whether the sink must be reopened first, because it failed or was reset.
    public var rebuilds: Bool

    /// The priority, which determines which feedback interrupts which.
    public var priority: FeedbackPriority
}

/// Why a trigger plays nothing.
public enum FeedbackRefusal: Sendable, Hashable {
    /// Feedback is disabled.
    case disabled
    /// Feedback is suspended, for example because the program is in the background or the device is asleep.
    case suspended
    /// The strength is 0.
    case zeroStrength
    /// The gesture's progress does not exceed the threshold.
    case belowThreshold(progress: Double, threshold: Double)
    /// The source played less than the throttle interval ago.
    case throttled(remaining: Duration)
    /// Feedback of higher priority is playing.
    case outranked
    /// No route in the fallback chain is available.
    case noRouteAvailable
}

extension FeedbackRefusal {
    /// The reason in one line.
    public var text: String {
        switch self {
        case .disabled: "feedback is switched off"
        case .suspended: "feedback is suspended"
        case .zeroStrength: "the strength is 0"
        case .belowThreshold(let progress, let threshold):
            "progress \(Self.shown(progress)) does not exceed the threshold \(Self.shown(threshold))"
        case .throttled(let remaining):
            "the source played too recently; it can play again in \(Self.milliseconds(remaining)) ms"
        case .outranked: "feedback of higher priority is playing"
        case .noRouteAvailable: "no available device or output can play it"
        }
    }

    /// A number with at most two decimal places.
    private static func shown(_ number: Double) -> String {
        guard number.isFinite else { return String(number) }
        return String((min(max(number, -1e6), 1e6) * 100).rounded() / 100)
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return min(seconds, 3600) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

/// A request to play feedback, as the ``FeedbackPolicy`` sees it.
public struct FeedbackTrigger: Sendable, Hashable {
    /// The source of the trigger. Each source is throttled separately; all swipes on a card share one source.
    public var source: String

    /// The priority, which determines which feedback interrupts which.
    public var priority: FeedbackPriority

    /// The progress of the gesture, 0…1; `nil` for an event without progress, which is exempt from the threshold.
    public var progress: Double?

    /// An intensity factor for this feedback, 0…1, multiplied by the strength in the settings.
    public var strength: Double

    /// The duration of the feedback.
    public var duration: Duration

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - source: The source of the trigger.
    ///   - priority: The priority, which determines which feedback interrupts which.
    ///   - progress: The progress of the gesture, 0…1; `nil` for an event without progress.
    ///   - strength: An intensity factor for this feedback, 0…1.
    ///   - duration: The duration of the feedback, clamped to between zero and one hour.
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

/// The priority that determines which of two pieces of feedback plays. A trigger interrupts running feedback of the
/// same or lower priority, and is dropped if running feedback has higher priority. If priorities are equal, the later
/// trigger wins because it reflects the user's current action.
public enum FeedbackPriority: Int, Sendable, Hashable, Codable, Comparable {
    /// Feedback that follows the finger, such as for a swipe or a selection.
    case gesture = 0
    /// Feedback about an event, such as a success, a warning, an error or the end of a lesson.
    case notification = 1

    /// Orders by ascending priority.
    public static func < (a: FeedbackPriority, b: FeedbackPriority) -> Bool { a.rawValue < b.rawValue }
}

/// The state of the engine that plays feedback.
public enum FeedbackEngineState: Sendable, Hashable {
    /// Nothing plays.
    case idle
    /// This plan plays.
    case running(FeedbackPlan)
    /// Feedback is suspended until it is resumed.
    case suspended
    /// Every available route has failed. The engine retries after a cooldown, or after a reset.
    case failed(reason: String)
}
