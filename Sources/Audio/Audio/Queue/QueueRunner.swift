import LanguageServices

/// The task of an ``UtteranceQueue``, which plays one utterance after another.
final class QueueRunner {
    /// Why a turn stops early.
    enum Exit: Error {
        /// It was ended externally, and the end has been reported.
        case ended
        case failed(ServiceError)
    }

    /// The open output and the number of samples written to it.
    struct Flow {
        let channel: QueueChannel
        /// The number of samples written.
        var samples = 0
        var mixer: CueMixer

        /// The next frame.
        var frame: Int { samples / max(1, channel.format.channels) }
    }

    let core: QueueCore
    var flow: Flow?
    /// The last speech format, for cues between utterances.
    var lastFormat = AudioFormat(sampleRate: 48_000)

    init(core: QueueCore) {
        self.core = core
    }

    /// Runs until the queue is shut down, then cleans up.
    func run() async {
        while true {
            await cleanUp()
            if let turn = core.change({ state, _ in state.beginTurn() }) {
                await take(turn)
                continue
            }
            do throws(Exit) { try await settle() } catch {}
            let isOver = core.change { state, effects in
                if state.isBusy, state.waiting.isEmpty, state.tail.isEmpty {
                    state.isBusy = false
                    effects.post(.idle)
                }
                return state.isShutDown
            }
            if isOver { break }
            await core.wait { !$0.waiting.isEmpty || $0.isShutDown }
        }
        await cleanUp()
        for synthesis in core.read({ $0.retiredSyntheses }) { await synthesis.waitUntilFinished() }
        for player in core.read({ Array($0.cuePlayers.values) }) { await player.value }
        core.events.finish()
    }

    /// Waits until all stopped outputs have finished.
    private func cleanUp() async {
        if let open = flow, core.read({ $0.channel !== open.channel }) { flow = nil }
        let channels = core.change { state, _ in
            defer { state.retiredChannels = [] }
            return state.retiredChannels
        }
        for channel in channels { await channel.waitUntilFinished() }
    }

    // MARK: One turn

    private func take(_ turn: QueueState.Turn) async {
        do throws(Exit) {
            try await speak(turn)
        } catch {
            if case .failed(let failure) = error {
                core.change { state, effects in
                    guard state.turn?.number == turn.number, state.liveTurns.remove(turn.number) != nil else { return }
                    state.end(turn.item, .failed(failure), &effects)
                }
            }
        }
        core.change { state, effects in
            guard let own = state.turn, own.number == turn.number else { return }
            if let synthesis = own.synthesis { state.retire(synthesis, &effects) }
            state.turn = nil
            // The next repetition was prepared in advance but is no longer needed.
            if state.prepared?.id == own.item.id, !state.ids.contains(own.item.id) { state.retirePrepared(&effects) }
        }
    }

    private func speak(_ turn: QueueState.Turn) async throws(Exit) {
        let utterance = turn.item.utterance
        try await silence(utterance.preDelay)
        for repetition in turn.item.repetition..<max(turn.item.repetition, utterance.playCount) {
            if repetition > turn.item.repetition {
                try await endIfStoppedAtWord()
                try await silence(utterance.repetition.pause)
            }
            core.change { state, _ in state.turn?.item.repetition = repetition }
            switch utterance.content {
            case .speech(let request):
                let request = utterance.request(request, repetition: repetition)
                if try await !handOver(request, of: turn, repetition: repetition) { try await endIfStoppedAtWord() }
            case .cue(let cue):
                try await handOver(cue, of: turn, repetition: repetition)
            case .silence(let duration):
                try await settle()
                announce(.started(repetition: repetition), of: turn.number)
                try await silence(duration)
            }
        }
        announce(.finished, of: turn.number)
        if try await !releaseOutput(for: turn) {
            try await settle()
            try await silence(utterance.postDelay)
        }
    }

    /// If the queue was asked to stop at a word, ends the turn after the samples written so far.
    private func endIfStoppedAtWord() async throws(Exit) {
        guard core.read({ $0.turn?.stopsAtWord ?? false }) else { return }
        try await settle()
        core.change { state, effects in state.endTurn(.cancelled, &effects) }
        throw .ended
    }

    /// Whether the next utterance can be written while this one is still playing.
    private func releaseOutput(for turn: QueueState.Turn) async throws(Exit) -> Bool {
        try checkTurn()
        return core.change { state, _ in
            guard state.turn?.number == turn.number, state.turn?.isEnded == false else { return false }
            if state.turn?.phase == .speaking { state.turn?.phase = .handedOver }
            guard turn.item.utterance.postDelay <= .zero, !state.waiting.isEmpty,
                state.channel?.output.playsWhileWritten == true
            else { return false }
            // It may have finished playing already.
            if state.liveTurns.contains(turn.number) { state.tail[turn.number] = turn.item }
            state.turn = nil
            return true
        }
    }

    // MARK: Shared steps

    /// Throws if the turn has ended.
    func checkTurn() throws(Exit) {
        if core.read({ $0.turn?.isEnded ?? false }) { throw .ended }
    }

    /// Waits while the queue is paused; throws if the turn has ended.
    func gate() async throws(Exit) {
        await core.wait { !$0.isPaused || $0.turn?.isEnded ?? false || $0.isShutDown }
        try checkTurn()
    }

    /// Adds an announcement that is due when the samples written so far have been played.
    func announce(_ kind: QueueChannel.Announcement.Kind, of turn: Int) {
        let open = flow.flatMap { flow in core.read { $0.channel === flow.channel } ? flow : nil }
        let announcement = QueueChannel.Announcement(frame: open?.frame ?? 0, turn: turn, kind: kind)
        if let open {
            open.channel.add(announcement)
        } else {
            core.change { state, effects in state.heard(announcement, playsWhileWritten: true, &effects) }
        }
    }

    /// Waits until everything has been played, then closes the output.
    func settle() async throws(Exit) {
        try await finishCues()
        guard let open = flow else { return }
        try await gate()
        do throws(ServiceError) {
            try await open.channel.drain()
        } catch {
            flow = nil
            try outputFailed(open.channel, error)
        }
        flow = nil
        core.change { state, _ in
            if state.channel === open.channel { state.channel = nil }
        }
        try checkTurn()
    }

    /// Throws the reason for an output error: either the output was stopped, or it failed on its own.
    func outputFailed(_ channel: QueueChannel, _ error: ServiceError) throws(Exit) {
        let wasStopped = core.change { state, effects in
            guard state.channel === channel else { return true }
            state.failChannel(channel, error, &effects)
            return false
        }
        throw wasStopped ? .ended : .failed(error)
    }

    /// Waits for a duration, measured by the queue's clock, excluding the time during which the queue is paused.
    func silence(_ duration: Duration) async throws(Exit) {
        guard duration > .zero else { return }
        try await settle()
        var left = duration
        while left > .zero {
            try await gate()
            let start = core.clock.now
            let clock = core.clock
            let length = left
            let sleeper = Task.detached { _ = try? await clock.sleep(for: length) }
            let maySleep = core.change { state, _ in
                guard state.turn?.isEnded == false, !state.isPaused else { return false }
                state.turn?.sleeper = sleeper
                state.turn?.sleepEnd = nil
                return true
            }
            if !maySleep { sleeper.cancel() }
            await sleeper.value
            let end = core.change { state, _ in
                state.turn?.sleeper = nil
                return state.turn?.sleepEnd
            }
            if maySleep { left -= (end ?? core.clock.now) - start }
        }
        try checkTurn()
    }
}
