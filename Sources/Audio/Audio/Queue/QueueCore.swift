import LanguageServices
import Synchronization

/// The state shared by an ``UtteranceQueue`` and its task, which may outlive the queue.
final class QueueCore: Sendable {
    /// The duration of sound that an output buffers, and thus the time until a pause takes effect.
    let latency: Duration

    let player: AudioPlayer
    let clock: ServiceClock
    let events: EventBroadcast<UtteranceEvent>

    private let state: Monitor<QueueState>
    private let pauseOrder = Mutex(())

    init(provider: any SpeechProvider, player: AudioPlayer, latency: Duration, clock: ServiceClock) {
        self.latency = min(max(latency, .milliseconds(20)), .seconds(10))
        self.player = player
        self.clock = clock
        events = EventBroadcast { .missed($0) }
        state = Monitor(QueueState(prepare: { Synthesis($0, with: provider) }))
    }

    /// Changes the state, then runs the side effects after the lock is released.
    func change<Result: Sendable>(_ body: (inout QueueState, inout QueueEffects) -> Result) -> Result {
        var effects = QueueEffects(events: events)
        let result = state.change { body(&$0, &effects) }
        effects.run()
        return result
    }

    func read<Result: Sendable>(_ body: (QueueState) -> Result) -> Result {
        state.read(body)
    }

    func wait(until isDue: @escaping @Sendable (QueueState) -> Bool) async {
        await state.wait(until: isDue)
    }

    // MARK: Commands

    func enqueue(
        _ utterance: Utterance,
        observer: UtteranceObserver? = nil
    ) throws(ServiceError) -> UtteranceID {
        try change { state, effects in
            state.enqueue(utterance, observer: observer, &effects)
        }.get()
    }

    func setPaused(_ isPaused: Bool) {
        let now = clock.now
        if change({ $0.setPaused(isPaused, at: now, &$1) }) { applyPause() }
    }

    /// Applies the current pause state to the output. Concurrent callers are serialised, so the last state wins.
    func applyPause() {
        pauseOrder.withLock { _ in
            let (isPaused, channel) = read { ($0.isPaused, $0.channel) }
            guard let channel else { return }
            if isPaused { channel.output.pause() } else { channel.output.resume() }
        }
    }

    /// Plays a cue now: mixed into the speech being written, or on a separate output.
    func play(_ cue: CueSound) {
        change { state, effects in
            guard !state.isShutDown else { return }
            let isSpeaking = state.turn.map { $0.hasSound && $0.phase == .speaking && $0.sleeper == nil } ?? false
            if isSpeaking, !state.isPaused, state.channel?.output.playsWhileWritten == true {
                guard state.cues.count < Self.maximumCues else { return }
                state.cues.append(cue)
                return
            }
            guard state.cuePlayers.count < Self.maximumCues else {
                effects.post(.cueFailed(ServiceError(.limitExceeded, "\(Self.maximumCues) cues are playing already")))
                return
            }
            let number = state.nextNumber()
            state.cuePlayers[number] = Task.detached { [self] in await playConcurrently(cue, number) }
        }
    }

    /// The maximum number of cues waiting or playing at the same time.
    private static let maximumCues = 8

    private func playConcurrently(_ cue: CueSound, _ number: Int) async {
        let rate = 48_000
        let chunk = AudioChunk(samples: cue.samples(sampleRate: rate))
        let chunks = AsyncStream { continuation in
            continuation.yield(chunk)
            continuation.finish()
        }
        var failure: ServiceError?
        do {
            _ = try await player.play(chunks, format: AudioFormat(sampleRate: rate))
        } catch {
            if error.code != .cancelled { failure = error }
        }
        change { state, effects in
            state.cuePlayers[number] = nil
            if let failure { effects.post(.cueFailed(failure)) }
        }
    }
}

extension QueueCore {
    /// Enqueues the last utterance again, ahead of all others with its priority.
    func repeatLast() -> UtteranceID? {
        change { state, effects in
            guard var utterance = state.last else { return nil }
            utterance.id = nil
            return try? state.enqueue(utterance, atFront: true, &effects).get()
        }
    }
}
