public import LanguageServices

/// Reads something aloud that has parts: a lesson with its title, body, question and answer.
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
/// The phases follow each other by themselves, except where one waits. The next step is always in the queue already, so
/// that its speech is made while the one before is heard.
///
/// The queue may be used for other things meanwhile: what is more urgent comes in between. When somebody else takes the
/// narration's utterances away, the narration is stopped. A step that is skipped in the queue is passed over.
///
/// Every method may be called from any task, also while events are read, and returns at once. Dropping the narration
/// stops it; the queue stays.
public final class Narration: Sendable {
    private let core: NarrationCore

    /// Creates a narration, which does not begin yet.
    ///
    /// - Parameters:
    ///   - queue: What speaks.
    ///   - phases: What is heard.
    public init(queue: UtteranceQueue, phases: [NarrationPhase]) {
        core = NarrationCore(phases: phases, queue: queue)
    }

    deinit {
        core.change { $0.stop(&$1) }
        core.events.finish()
    }

    /// What happens from now on, for one listener; every call makes a listener of its own.
    ///
    /// - Parameter limit: How many events wait for a listener that does not read them, at least 1; see ``EventStream``.
    public func events(limit: Int = 1024) -> EventStream<NarrationEvent> {
        core.events.listen(limit: limit)
    }

    /// Begins, or begins anew.
    ///
    /// - Parameter phase: The phase to begin with; less than 0 is the first one, and beyond the last one the narration is
    ///   over at once.
    public func start(at phase: Int = 0) {
        core.change { $0.begin(at: phase, &$1) }
    }

    /// Leaves the phase, whatever is heard of it, and begins the next one; after the last one the narration is over.
    /// Nothing when it is not running.
    public func next() {
        core.change { state, effects in
            guard state.isRunning else { return }
            state.begin(at: state.phase + 1, &effects)
        }
    }

    /// Leaves the phase and begins the one before; the first one begins anew. Nothing when it is not running.
    public func previous() {
        core.change { state, effects in
            guard state.isRunning else { return }
            state.begin(at: state.phase - 1, &effects)
        }
    }

    /// Leaves the phase and begins another, or the same anew; a narration that is over, or was stopped, begins again.
    ///
    /// - Parameter phase: As for ``start(at:)``.
    public func jump(to phase: Int) {
        start(at: phase)
    }

    /// Goes on where a step waits for it.
    ///
    /// - Returns: Whether one has waited. A call that comes too early is not kept.
    @discardableResult
    public func advance() -> Bool {
        core.change { $0.advance(&$1) }
    }

    /// Pauses the queue, with everything in it; see ``UtteranceQueue/pause()``. Phases can be changed meanwhile.
    public func pause() {
        core.change { $0.setPaused(true, &$1) }
    }

    /// Lets the queue go on.
    public func resume() {
        core.change { $0.setPaused(false, &$1) }
    }

    /// Ends the narration at once and leaves the rest of the queue alone. A pause that it has begun ends, too.
    public func stop() {
        core.change { $0.stop(&$1) }
    }

    /// The phase that is heard, or comes next; `nil` when the narration is not running.
    public var currentPhase: Int? {
        core.read { $0.isRunning ? $0.phase : nil }
    }

    /// Whether a step waits for ``advance()``.
    public var isWaiting: Bool { core.read { $0.isWaiting } }
}

extension NarrationState {
    /// The phase that has begun, or is about to.
    fileprivate var phase: Int { current ?? given.first?.place.phase ?? next.phase }
}

/// A part of a narration: the title, the body, a question.
public struct NarrationPhase: Sendable, Hashable {
    /// What the program calls it; it need not be unique.
    public var name: String

    /// What is heard, in this order. A phase without steps begins and is over.
    public var steps: [Step]

    /// Creates a phase.
    public init(_ name: String, _ steps: [Step]) {
        self.name = name
        self.steps = steps
    }

    /// One thing in a phase.
    public enum Step: Sendable, Hashable {
        /// Speaks. The priority should be the same for all steps of a narration, or they change places.
        case speak(Utterance)
        /// Plays a cue sound.
        case cue(CueSound)
        /// Is silent, by the queue's clock.
        case silence(Duration)
        /// Waits until ``Narration/advance()`` is called.
        case waitForAdvance
    }
}

extension NarrationPhase.Step {
    /// What the queue is given; nil for a wait, which is not a thing of the queue.
    var utterance: Utterance? {
        switch self {
        case .speak(let utterance): utterance
        case .cue(let cue): Utterance(.cue(cue))
        case .silence(let duration): Utterance(.silence(duration))
        case .waitForAdvance: nil
        }
    }
}

/// What happens in a ``Narration``. Phases and steps are counted from 0.
///
/// What is heard within a step (words, marks) is said by the events of the queue, under the utterance's id.
public enum NarrationEvent: Sendable, Hashable {
    /// A phase begins: its first sound is heard, or its first wait begins.
    case phaseStarted(Int, name: String)

    /// A step begins to be heard; `id` is its name in the queue.
    case stepStarted(phase: Int, step: Int, id: UtteranceID)

    /// A step could not be heard; the narration goes on with the next one.
    case stepFailed(phase: Int, step: Int, ServiceError)

    /// The narration waits for ``Narration/advance()``.
    case waiting(phase: Int, step: Int)

    /// A phase is over: it was heard to its end, or, when not `isComplete`, left before that.
    case phaseFinished(Int, name: String, isComplete: Bool)

    /// The queue was paused by ``Narration/pause()``.
    case paused

    /// The queue goes on by ``Narration/resume()``.
    case resumed

    /// The last phase is over.
    case finished

    /// The narration was stopped, by ``Narration/stop()`` or because its utterances were taken out of the queue.
    case stopped

    /// The listener was too slow, and so many events were dropped here.
    case missed(Int)
}
