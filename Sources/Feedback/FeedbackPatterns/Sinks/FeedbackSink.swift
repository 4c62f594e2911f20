public import HapticPatterns
public import LanguageServices

/// An output for feedback, such as a device, a system service, loudspeakers or a terminal.
///
/// A sink plays one piece of feedback at a time: starting another one stops the previous one. It is called from several
/// tasks concurrently and protects its own state.
public protocol FeedbackSink: Sendable {
    /// The name used in configurations and reports: `evdev`.
    var name: String { get }

    /// The steps that the sink supports in principle, whether or not they are available now.
    var steps: [FeedbackStep] { get }

    /// Checks, without playing anything, which steps are available now.
    func availability() async -> FeedbackAvailability

    /// Starts playing.
    ///
    /// - Returns: The playback, as soon as it has started.
    /// - Throws: The error that prevented the start; nothing has played in that case.
    func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback

    /// Releases the sink's resources, such as a device or a connection; the next feedback reopens them.
    func rebuild() async

    /// Stops the running feedback and releases all resources; may be called more than once.
    func close() async
}

/// A request to a sink to play feedback.
public struct PlaybackRequest: Sendable, Hashable {
    /// The step: the pattern, a single impact, the pattern's sound, or a line of text.
    public var step: FeedbackStep

    /// The event: `success`.
    public var event: String

    /// The pattern, before the strength is applied.
    public var pattern: HapticPattern

    /// The factor for its intensities; greater than 0 and at most 1.
    public var strength: Double

    /// Creates a request.
    public init(step: FeedbackStep, event: String, pattern: HapticPattern, strength: Double) {
        self.step = step
        self.event = event
        self.pattern = pattern
        self.strength = strength
    }

    /// The impact that replaces the pattern in the step ``FeedbackStep/simple``, chosen by the pattern's highest
    /// intensity; `nil` for an imperceptible pattern.
    public var impact: SimpleImpact? {
        let parts = PatternComponents(pattern)
        var highest = parts.taps.lazy.map(\.intensity).max() ?? 0
        parts.vibration?.forEachSample(rate: 100) { highest = max(highest, $0.intensity) }
        return SimpleImpact(intensity: highest * strength.clampedToUnit)
    }
}

/// What a sink can play now.
public struct FeedbackAvailability: Sendable, Hashable {
    /// The available steps; empty if there are none.
    public var steps: Set<FeedbackStep>

    /// The device or service that was found, or why nothing is available, in one line.
    public var text: String

    /// What the user can do to make more steps available.
    public var remedy: String?

    /// Creates an availability report.
    public init(steps: Set<FeedbackStep>, text: String, remedy: String? = nil) {
        self.steps = steps
        self.text = text
        self.remedy = remedy
    }
}

/// A running playback on a sink.
public struct FeedbackPlayback: Sendable {
    private let task: Task<Void, any Error>

    /// Starts playing in a separate task.
    ///
    /// - Parameter work: Plays to the end; if cancelled, it stops the playback and returns.
    public init(_ work: @escaping @Sendable () async throws -> Void) {
        task = Task { try await work() }
    }

    /// Waits for the end.
    ///
    /// - Throws: `ServiceError` if the sink failed during playback. Being stopped is not an error.
    public func wait() async throws(ServiceError) {
        do {
            try await task.value
        } catch {
            let error = ServiceError(error)
            guard error.code == .cancelled || task.isCancelled else { throw error }
        }
    }

    /// Stops the playback, and waits until it has stopped.
    public func stop() async {
        task.cancel()
        _ = await task.result
    }
}
