public import HapticPatterns
public import LanguageServices

/// Something that feedback is played by: a device, a service of the system, loudspeakers, a terminal.
///
/// A sink plays one feedback at a time; one that begins ends the one before. It is used from many tasks at once and guards its
/// own state.
public protocol FeedbackSink: Sendable {
    /// The name by which a configuration and reports name it: `evdev`.
    var name: String { get }

    /// The steps of the chain that it can do at all, whether or not it can now.
    var steps: [FeedbackStep] { get }

    /// Finds out, without anything being felt, what can be played now.
    func availability() async -> FeedbackAvailability

    /// Begins to play.
    ///
    /// - Returns: What plays, as soon as it does.
    /// - Throws: What kept it from beginning; nothing has been felt then.
    func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback

    /// Gives back what is held (a device, a connection), so that the next feedback opens it anew.
    func rebuild() async

    /// Stops what plays and gives everything back; may be called more than once.
    func close() async
}

/// What a sink is to play.
public struct PlaybackRequest: Sendable, Hashable {
    /// What is played: the pattern, an impact in place of it, its sound, or a line.
    public var step: FeedbackStep

    /// What happened: `success`.
    public var event: String

    /// What is to be felt, before the strength is counted in.
    public var pattern: HapticPattern

    /// The factor for its intensities; above 0, at most 1.
    public var strength: Double

    /// Creates an order.
    public init(step: FeedbackStep, event: String, pattern: HapticPattern, strength: Double) {
        self.step = step
        self.event = event
        self.pattern = pattern
        self.strength = strength
    }

    /// The impact that takes the pattern's place in the step ``FeedbackStep/simple``: by the greatest intensity of it; `nil` for
    /// a pattern in which nothing is felt.
    public var impact: SimpleImpact? {
        let parts = PatternComponents(pattern)
        var highest = parts.taps.lazy.map(\.intensity).max() ?? 0
        parts.vibration?.forEachSample(rate: 100) { highest = max(highest, $0.intensity) }
        return SimpleImpact(intensity: highest * strength.clampedToUnit)
    }
}

/// What a sink can play now.
public struct FeedbackAvailability: Sendable, Hashable {
    /// The steps of the chain that it can do; empty when it can do nothing.
    public var steps: Set<FeedbackStep>

    /// What was found, or why there is nothing, in one line.
    public var text: String

    /// What the user can do to have more.
    public var remedy: String?

    /// Creates an answer.
    public init(steps: Set<FeedbackStep>, text: String, remedy: String? = nil) {
        self.steps = steps
        self.text = text
        self.remedy = remedy
    }
}

/// Feedback that a sink plays.
public struct FeedbackPlayback: Sendable {
    private let task: Task<Void, any Error>

    /// Plays in a task of its own.
    ///
    /// - Parameter work: Plays to the end; when it is cancelled it stops what is felt, and returns.
    public init(_ work: @escaping @Sendable () async throws -> Void) {
        task = Task { try await work() }
    }

    /// Waits for the end.
    ///
    /// - Throws: `ServiceError` for a sink that failed in the middle. That it was stopped is no failure.
    public func wait() async throws(ServiceError) {
        do {
            try await task.value
        } catch {
            let error = ServiceError(error)
            guard error.code == .cancelled || task.isCancelled else { throw error }
        }
    }

    /// Stops it, and waits until it has stopped.
    public func stop() async {
        task.cancel()
        _ = await task.result
    }
}
