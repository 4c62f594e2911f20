public import LanguageServices

/// Plays utterances one after another and reports the playback position.
///
/// ```swift
/// let queue = UtteranceQueue(provider: provider)
/// let events = queue.events()
/// try queue.enqueue(Utterance("Good morning."))
/// for await event in events { … }
/// ```
///
/// The next utterance is synthesised while the current one plays, so there is no gap between utterances in the same
/// audio format. If the format changes, the output is reopened. An utterance that fails is reported and skipped.
///
/// All methods can be called from any task, even while events are being read, and return immediately. Delays use the
/// queue's clock; only playback follows the audio device.
///
/// Dropping the queue stops the sound and releases all resources shortly afterwards; ``shutdown()`` waits for that.
public final class UtteranceQueue: Sendable {
    let core: QueueCore
    private let runner: Task<Void, Never>

    /// Creates an idle queue.
    ///
    /// - Parameters:
    ///   - provider: The speech provider. The queue does not shut it down.
    ///   - player: The player.
    ///   - latency: The duration of sound buffered by the output, 20 ms to 10 s. A pause takes effect after this time,
    ///     and playback has a gap if the process is delayed for longer.
    ///   - clock: The clock for silences.
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

    /// The events from now on. Each call creates an independent listener.
    ///
    /// - Parameter limit: The number of unread events that are buffered, at least 1; see ``EventStream``.
    public func events(limit: Int = 1024) -> EventStream<UtteranceEvent> {
        core.events.listen(limit: limit)
    }

    /// Enqueues an utterance according to its priority.
    ///
    /// - Returns: The id of the utterance; if it has none, the id that the queue chose.
    /// - Throws: `ServiceError.Code.invalidRequest` if an utterance with the same id has not ended yet,
    ///   `ServiceError.Code.unavailable` if the queue has been shut down.
    @discardableResult
    public func enqueue(_ utterance: Utterance) throws(ServiceError) -> UtteranceID {
        try core.enqueue(utterance)
    }

    /// Pauses sounds and silences; no samples are lost.
    ///
    /// Sound that has already been buffered still plays: with PulseAudio, up to the queue's latency (150 ms by
    /// default); with a player program, the sound that it has already sent to its sound server. Utterances, including
    /// urgent ones, can be enqueued during a pause; they wait for ``resume()``.
    public func pause() {
        core.setPaused(true)
    }

    /// Resumes after ``pause()``.
    public func resume() {
        core.setPaused(false)
    }

    /// Whether the queue is paused.
    public var isPaused: Bool { core.read { $0.isPaused } }

    /// Ends the current utterance immediately, including its remaining repetitions and silences.
    ///
    /// If its last chunk has been written and the next utterance follows without a gap, there is nothing left to skip:
    /// the next one plays within the output's latency anyway.
    public func skip() {
        core.change { $0.skip(&$1) }
    }

    /// Removes an utterance, whether it is waiting or playing.
    ///
    /// - Returns: Whether an utterance was removed.
    @discardableResult
    public func cancel(_ id: UtteranceID) -> Bool {
        core.change { $0.cancel(id, &$1) }
    }

    /// Removes all waiting utterances; the current one continues.
    public func clear() {
        core.change { $0.clear(&$1) }
    }

    /// Removes all waiting utterances and stops the sound. A paused queue resumes. The queue can be used again
    /// immediately.
    ///
    /// - Parameter boundary: Where the sound stops.
    public func stop(_ boundary: StopBoundary = .immediately) {
        core.change { state, effects in
            switch boundary {
            case .immediately: state.stopImmediately(&effects)
            case .word: state.stopAtWord(&effects)
            }
        }
    }

    /// Enqueues the current or last utterance again, with all repetitions and ahead of all others with its priority.
    ///
    /// - Returns: The id of the new utterance; `nil` if nothing has been spoken yet or the queue was shut down.
    @discardableResult
    public func repeatLast() -> UtteranceID? {
        core.repeatLast()
    }

    /// Plays a cue now, independently of the queue.
    ///
    /// The cue is mixed into the current speech, which is attenuated by 4 dB while the cue plays. Cues peak at −9 dB,
    /// so a single cue does not make the sum clip. The cue stops if the speech is cut off. If no speech is playing, or
    /// if the output cannot mix, the cue plays on a separate output, which ``pause()`` does not affect. To play a cue
    /// in order, enqueue an utterance with ``Utterance/Content/cue(_:)``. At most 8 cues play at the same time.
    public func play(_ cue: CueSound) {
        core.play(cue)
    }

    /// The number of utterances waiting for their turn.
    public var waitingCount: Int { core.read { $0.waiting.count } }

    /// Waits until everything has been played and nothing is waiting, the queue is shut down, or the task is cancelled.
    public func waitUntilIdle() async {
        await core.wait { !$0.isBusy || $0.isShutDown }
    }

    /// Stops the sound, shuts the queue down, and waits until it has ended. All event streams end, and nothing can be
    /// enqueued afterwards.
    ///
    /// The synthesis in progress is cancelled. If a provider ignores the cancellation, this call is delayed, but the
    /// sound still stops immediately.
    public func shutdown() async {
        core.change { $0.shutDown(&$1) }
        await runner.value
    }

    /// Where ``UtteranceQueue/stop(_:)`` stops the sound.
    public enum StopBoundary: Sendable, Hashable {
        /// Immediately, even within a word.
        case immediately

        /// At the end of the word that is being written to the output, according to the word marks. Playback lags
        /// behind by at most the queue's latency.
        ///
        /// Without word marks, it stops at the end of the provider's current audio chunk, which may be the whole
        /// utterance. During a pause or a silence, it stops immediately.
        case word
    }
}
