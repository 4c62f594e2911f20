public import LanguageServices

/// Reads content with several parts aloud, such as a lesson with a title, a body, a question and an answer.
///
/// ```swift
/// let narration = Narration(queue: queue, phases: [
///     NarrationPhase("title", [.speak(Utterance("Water")), .silence(.seconds(1))]),
///     NarrationPhase("question", [.speak(Utterance("What is it called?")), .waitForAdvance]),
///     NarrationPhase("answer", [.cue(.correct), .speak(Utterance("Agua."))]),
/// ])
/// narration.start()
/// ```
///
/// Each phase starts when the previous one ends; a waiting step delays this. The next step is always enqueued in
/// advance, so its speech is synthesised while the current step plays.
///
/// The queue can be used for other utterances at the same time; those with a higher priority play in between. If other
/// code removes the narration's utterances from the queue, the narration stops. A step that is skipped in the queue is
/// treated as finished.
///
/// All methods can be called from any task, even while events are being read, and return immediately. Dropping the
/// narration stops the narration but not the queue.
public final class Narration: Sendable {
    private let core: NarrationCore

    /// Creates a narration without starting it.
    ///
    /// - Parameters:
    ///   - queue: The queue that speaks.
    ///   - phases: The phases, in playback order.
    public init(queue: UtteranceQueue, phases: [NarrationPhase]) {
        core = NarrationCore(phases: phases, queue: queue)
    }

    deinit {
        core.change { $0.stop(&$1) }
        core.events.finish()
    }

    /// The events from now on. Each call creates an independent listener.
    ///
    /// - Parameter limit: The number of unread events that are buffered, at least 1; see ``EventStream``.
    public func events(limit: Int = 1024) -> EventStream<NarrationEvent> {
        core.events.listen(limit: limit)
    }

    /// Starts the narration, or restarts it.
    ///
    /// - Parameter phase: The index of the first phase. A negative index means the first phase; with an index beyond
    ///   the last phase, the narration finishes immediately.
    public func start(at phase: Int = 0) {
        core.change { $0.begin(at: phase, &$1) }
    }

    /// Interrupts the current phase and starts the next one, or finishes the narration after the last one. Does nothing
    /// if the narration is not running.
    public func next() {
        core.change { state, effects in
            guard state.isRunning else { return }
            state.begin(at: state.phase + 1, &effects)
        }
    }

    /// Interrupts the current phase and starts the previous one; the first phase restarts. Does nothing if the
    /// narration is not running.
    public func previous() {
        core.change { state, effects in
            guard state.isRunning else { return }
            state.begin(at: state.phase - 1, &effects)
        }
    }

    /// Interrupts the current phase and starts another one, or restarts it. A finished or stopped narration starts
    /// again.
    ///
    /// - Parameter phase: The index of the phase, as in ``start(at:)``.
    public func jump(to phase: Int) {
        start(at: phase)
    }

    /// Continues after a waiting step.
    ///
    /// - Returns: Whether a step was waiting; if none was, the call has no effect.
    @discardableResult
    public func advance() -> Bool {
        core.change { $0.advance(&$1) }
    }

    /// Pauses the queue and everything in it; see ``UtteranceQueue/pause()``. Phases can still be changed.
    public func pause() {
        core.change { $0.setPaused(true, &$1) }
    }

    /// Resumes the queue.
    public func resume() {
        core.change { $0.setPaused(false, &$1) }
    }

    /// Stops the narration immediately; other utterances in the queue are unaffected. If the narration paused the
    /// queue, the queue resumes.
    public func stop() {
        core.change { $0.stop(&$1) }
    }

    /// The index of the current or next phase; `nil` if the narration is not running.
    public var currentPhase: Int? {
        core.read { $0.isRunning ? $0.phase : nil }
    }

    /// Whether a step is waiting for ``advance()``.
    public var isWaiting: Bool { core.read { $0.isWaiting } }
}

extension NarrationState {
    /// The current phase, or the next one to start.
    fileprivate var phase: Int { current ?? submitted.first?.position.phase ?? next.phase }
}

/// A part of a narration, such as the title, the body or a question.
public struct NarrationPhase: Sendable, Hashable {
    /// The name, which need not be unique.
    public var name: String

    /// The steps, in order. A phase without steps finishes as soon as it starts.
    public var steps: [Step]

    /// Creates a phase.
    public init(_ name: String, _ steps: [Step]) {
        self.name = name
        self.steps = steps
    }

    /// A step in a phase.
    public enum Step: Sendable, Hashable {
        /// Speaks an utterance. All steps of a narration should have the same priority; otherwise they play out of
        /// order.
        case speak(Utterance)
        /// Plays a cue sound.
        case cue(CueSound)
        /// A silence, measured by the queue's clock.
        case silence(Duration)
        /// Waits until ``Narration/advance()`` is called.
        case waitForAdvance
    }
}

extension NarrationPhase.Step {
    /// The utterance for the queue; `nil` for a wait, which the queue does not handle.
    var utterance: Utterance? {
        switch self {
        case .speak(let utterance): utterance
        case .cue(let cue): Utterance(.cue(cue))
        case .silence(let duration): Utterance(.silence(duration))
        case .waitForAdvance: nil
        }
    }
}

/// An event reported by a ``Narration``. Phases and steps are identified by zero-based indices.
///
/// Events within a step (words, marks) are reported by the queue under the utterance's id.
public enum NarrationEvent: Sendable, Hashable {
    /// A phase started: its first sound is playing, or its first wait has begun.
    case phaseStarted(Int, name: String)

    /// A step started; `id` identifies it in the queue.
    case stepStarted(phase: Int, step: Int, id: UtteranceID)

    /// A step failed; the narration continues with the next one.
    case stepFailed(phase: Int, step: Int, ServiceError)

    /// The narration is waiting for ``Narration/advance()``.
    case waiting(phase: Int, step: Int)

    /// A phase ended; `isComplete` is true if it played to the end.
    case phaseFinished(Int, name: String, isComplete: Bool)

    /// The queue was paused by ``Narration/pause()``.
    case paused

    /// The queue was resumed by ``Narration/resume()``.
    case resumed

    /// The last phase ended.
    case finished

    /// The narration was stopped by ``Narration/stop()`` or because its utterances were removed from the queue.
    case stopped

    /// The listener was too slow, so this many events were dropped at this point.
    case missed(Int)
}
