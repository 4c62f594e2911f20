public import LanguageServices

/// Speaks one utterance after the other, and says what is heard when.
///
/// ```swift
/// let queue = UtteranceQueue(provider: provider)
/// let events = queue.events()
/// try queue.enqueue(Utterance("Good morning."))
/// for await event in events { … }
/// ```
///
/// The speech of the next utterance is made while the current one is heard, so that there is no gap between two
/// utterances of one audio format; a change of the format opens the output anew. An utterance that fails is told and
/// passed over.
///
/// Every method may be called from any task, also while events are read, and returns at once. Waiting is done by the
/// queue's clock; only the sound itself keeps to the time of the loudspeakers.
///
/// Dropping the queue ends the sound and everything that belongs to it, soon; ``shutdown()`` waits for that.
public final class UtteranceQueue: Sendable {
    let core: QueueCore
    private let runner: Task<Void, Never>

    /// Creates a queue, which does nothing before the first utterance.
    ///
    /// - Parameters:
    ///   - provider: Who speaks; it is not shut down with the queue.
    ///   - player: What is played through.
    ///   - latency: How much sound an output that plays while it is written to holds, from 20 ms to 10 s: so long a pause takes
    ///     to be heard, and so long may this process be kept from working before the sound has a hole.
    ///   - clock: What the silences are measured with.
    public init(
        provider: any SpeechProvider,
        player: AudioPlayer = AudioPlayer(),
        latency: Duration = .milliseconds(150),
        clock: ServiceClock = .system
    ) {
        let core = QueueCore(provider: provider, player: player, latency: latency, clock: clock)
        self.core = core
        runner = Task.detached { await QueueRunner(core: core).run() }
    }

    deinit {
        core.change { $0.shutDown(&$1) }
    }

    /// What happens from now on, for one listener; every call makes a listener of its own.
    ///
    /// - Parameter limit: How many events wait for a listener that does not read them, at least 1; see ``EventStream``.
    public func events(limit: Int = 1024) -> EventStream<UtteranceEvent> {
        core.events.listen(limit: limit)
    }

    /// Puts an utterance in line; what it comes before and what it interrupts, its priority says.
    ///
    /// - Returns: Its id: its own, or one that the queue has chosen.
    /// - Throws: `ServiceError.Code.invalidRequest` when an utterance with its id has not ended yet,
    ///   `ServiceError.Code.unavailable` when the queue has been shut down.
    @discardableResult
    public func enqueue(_ utterance: Utterance) throws(ServiceError) -> UtteranceID {
        try core.enqueue(utterance)
    }

    /// Holds the sound where it is, and the silences; no sample is lost.
    ///
    /// What the output has taken already is still heard: at most a tenth of a second with PulseAudio, and what a player
    /// program has handed to its sound server. Utterances may be enqueued meanwhile, also urgent ones; they wait for
    /// ``resume()``.
    public func pause() {
        core.setPaused(true)
    }

    /// Goes on where ``pause()`` has held.
    public func resume() {
        core.setPaused(false)
    }

    /// Whether the queue is paused.
    public var isPaused: Bool { core.read { $0.isPaused } }

    /// Ends the utterance whose turn it is, with all its repetitions and silences, at once.
    ///
    /// When its last piece has been handed over and the next one follows without a gap, there is nothing left to skip:
    /// the next one is heard within a tenth of a second anyway.
    public func skip() {
        core.change { $0.skip(&$1) }
    }

    /// Takes away one utterance, whether it waits or is heard.
    ///
    /// - Returns: Whether there was one that could be taken away.
    @discardableResult
    public func cancel(_ id: UtteranceID) -> Bool {
        core.change { $0.cancel(id, &$1) }
    }

    /// Takes away all that wait; the one that is heard goes on.
    public func clear() {
        core.change { $0.clear(&$1) }
    }

    /// Takes away all that wait, and ends the sound; a pause ends, too. The queue can be used again right away.
    ///
    /// - Parameter boundary: Where the sound ends.
    public func stop(_ boundary: StopBoundary = .immediately) {
        core.change { state, effects in
            switch boundary {
            case .immediately: state.stopAtOnce(&effects)
            case .word: state.stopAtWord(&effects)
            }
        }
    }

    /// Says once more what was said last, or is being said: with all its repetitions, before all others of its priority.
    ///
    /// - Returns: The id of the new utterance; `nil` when nothing has been spoken yet, or the queue was shut down.
    @discardableResult
    public func repeatLast() -> UtteranceID? {
        core.repeatLast()
    }

    /// Plays a cue now, whatever is heard.
    ///
    /// It is mixed over speech, which is turned down by 4 dB for that time: the cue is at most at −9 dB, so the sum stays
    /// below full scale. It ends with the speech when that is cut off. When no speech is heard, or the output cannot mix,
    /// it is played beside the queue, through an output of its own, which a pause does not hold. To have a cue wait for its
    /// turn, enqueue an utterance with ``Utterance/Content/cue(_:)``. At most 8 cues are played at once.
    public func play(_ cue: CueSound) {
        core.play(cue)
    }

    /// How many utterances wait for their turn.
    public var waitingCount: Int { core.read { $0.waiting.count } }

    /// Waits until everything has been heard and nothing waits, or the queue is shut down, or the task is cancelled.
    public func waitUntilIdle() async {
        await core.wait { !$0.isBusy || $0.isShutDown }
    }

    /// Ends the sound and everything that belongs to the queue, and waits until it has ended. Nothing can be enqueued
    /// afterwards; all streams of events end.
    ///
    /// The speech that is being made is cancelled. A provider that does not listen to that holds this call up until it is
    /// done, but neither the sound nor the caller's other tasks.
    public func shutdown() async {
        core.change { $0.shutDown(&$1) }
        await runner.value
    }

    /// Where ``UtteranceQueue/stop(_:)`` ends the sound.
    public enum StopBoundary: Sendable, Hashable {
        /// In the middle of a word.
        case immediately

        /// At the end of the word that is being handed over to the output, which is at most a tenth of a second ahead of
        /// the one that is heard, as the word marks tell.
        ///
        /// Where the utterance has no word marks, at the end of the piece of audio as the provider has given it: that may
        /// be the whole utterance. In a pause or a silence, at once.
        case word
    }
}
