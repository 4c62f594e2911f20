import LanguageServices
import Synchronization

/// What an ``UtteranceQueue`` and the task that works for it share. The queue can be dropped while the task still ends.
final class QueueCore: Sendable {
    /// How much sound an output holds: how long a pause takes to be heard.
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

    /// Changes the state, and does what follows from it once the lock is free.
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

    /// Brings the output to where the state is, whatever the order in which several callers arrive.
    func applyPause() {
        pauseOrder.withLock { _ in
            let (isPaused, channel) = read { ($0.isPaused, $0.channel) }
            guard let channel else { return }
            if isPaused { channel.output.pause() } else { channel.output.resume() }
        }
    }

    /// Plays a cue now: over the speech that is being handed over, or beside the queue.
    func play(_ cue: CueSound) {
        change { state, effects in
            guard !state.isShutDown else { return }
            let isSpeaking = state.turn.map { $0.hasSound && $0.phase == .speaking && $0.sleeper == nil } ?? false
            if isSpeaking, !state.isPaused, state.channel?.output.playsWhileWritten == true {
                guard state.cues.count < Self.mostCues else { return }
                state.cues.append(cue)
                return
            }
            guard state.cuePlayers.count < Self.mostCues else {
                effects.post(.cueFailed(ServiceError(.limitExceeded, "\(Self.mostCues) cues are playing already")))
                return
            }
            let number = state.nextNumber()
            state.cuePlayers[number] = Task.detached { [self] in await playBeside(cue, number) }
        }
    }

    /// How many cues may wait, or play beside the queue, at once.
    private static let mostCues = 8

    private func playBeside(_ cue: CueSound, _ number: Int) async {
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
    /// Puts what was spoken last before all others of its priority.
    func repeatLast() -> UtteranceID? {
        change { state, effects in
            guard var utterance = state.last else { return nil }
            utterance.id = nil
            return try? state.enqueue(utterance, atFront: true, &effects).get()
        }
    }
}
