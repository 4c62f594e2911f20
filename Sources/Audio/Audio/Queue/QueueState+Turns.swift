import LanguageServices

extension QueueState {
    /// Gives the next utterance its turn.
    mutating func beginTurn() -> Turn? {
        guard !isShutDown, let item = waiting.popFirst() else { return nil }
        let number = nextNumber()
        let turn = Turn(number: number, item: item)
        liveTurns.insert(number)
        self.turn = turn
        return turn
    }

    /// Ends the turn from outside; the runner notices and goes on.
    ///
    /// - Parameter outcome: What is told of the utterance; nil when nothing is to be told, since it comes again or has been
    ///   told.
    mutating func endTurn(_ outcome: UtteranceOutcome?, _ effects: inout QueueEffects) {
        guard let turn, !turn.isEnded else { return }
        self.turn?.isEnded = true
        let wasLive = liveTurns.remove(turn.number) != nil
        if let outcome, wasLive { end(turn.item, outcome, &effects) }
        if let synthesis = turn.synthesis { retire(synthesis, &effects) }
        self.turn?.synthesis = nil
        if let sleeper = turn.sleeper { effects.later { sleeper.cancel() } }
        cues = []
        // The end of the one before is not cut off with it.
        if turn.hasSound, tail.isEmpty, turn.phase != .after { cutChannel(&effects) }
    }

    /// Ends an utterance and tells so, once.
    mutating func end(_ item: QueuedUtterance, _ outcome: UtteranceOutcome, _ effects: inout QueueEffects) {
        guard ids.remove(item.id) != nil else { return }
        switch outcome {
        case .finished: effects.post(.finished(item.id))
        case .skipped: effects.post(.skipped(item.id))
        case .cancelled: effects.post(.cancelled(item.id))
        case .failed(let error): effects.post(.failed(item.id, error))
        }
        if let observer = item.observer { effects.later { observer(item.id, .ended(outcome)) } }
    }

    /// Stops the output at once.
    mutating func cutChannel(_ effects: inout QueueEffects) {
        guard let channel else { return }
        self.channel = nil
        retiredChannels.append(channel)
        effects.later { channel.stop() }
    }

    /// The output has failed: what it had is lost.
    mutating func failChannel(_ failed: QueueChannel, _ error: ServiceError, _ effects: inout QueueEffects) {
        guard channel === failed else { return }
        cutChannel(&effects)
        let lost = tail.sorted { $0.key < $1.key }
        tail = [:]
        for (number, item) in lost where liveTurns.remove(number) != nil { end(item, .failed(error), &effects) }
    }

    /// Something is heard now.
    mutating func heard(
        _ announcement: QueueChannel.Announcement,
        playsWhileWritten: Bool,
        _ effects: inout QueueEffects
    ) {
        guard liveTurns.contains(announcement.turn) else { return }
        let isTurn = turn?.number == announcement.turn
        guard let item = isTurn ? turn?.item : tail[announcement.turn] else { return }
        switch announcement.what {
        case .started(let repetition):
            if isTurn { turn?.hasStarted = true }
            effects.post(.started(item.id, repetition: repetition))
            if let observer = item.observer { effects.later { observer(item.id, .started) } }
        case .reached(let mark):
            if isTurn, !playsWhileWritten, turn?.stopsAtWord == true, mark.kind == .word {
                return endTurn(.cancelled, &effects)
            }
            effects.post(.reached(item.id, mark))
        case .finished:
            liveTurns.remove(announcement.turn)
            tail[announcement.turn] = nil
            if isTurn { turn?.phase = .after }
            end(item, .finished, &effects)
        }
    }

    /// Makes the next utterance's speech ahead, once the sound of this one is under way.
    mutating func prepareNext(_ effects: inout QueueEffects, _ prepare: (SpeechRequest) -> Synthesis) {
        guard let turn, turn.hasSound, !turn.isEnded, !turn.stopsAtWord else { return }
        let id: UtteranceID
        let repetition: Int
        let request: SpeechRequest
        let following = turn.item.repetition + 1
        if let own = turn.item.request(of: following) {
            (id, repetition, request) = (turn.item.id, following, own)
        } else if let next = waiting.first(), let other = next.request {
            (id, repetition, request) = (next.id, next.repetition, other)
        } else {
            return
        }
        if let prepared {
            guard prepared.id != id || prepared.repetition != repetition else { return }
            retirePrepared(&effects)
        }
        prepared = Prepared(id: id, repetition: repetition, synthesis: prepare(request))
    }

    /// The speech of the turn's repetition: made ahead, or begun now. Nil when the turn has been ended.
    mutating func takeSynthesis(
        _ request: SpeechRequest,
        _ effects: inout QueueEffects,
        _ prepare: (SpeechRequest) -> Synthesis
    ) -> Synthesis? {
        guard let turn, !turn.isEnded else { return nil }
        let synthesis: Synthesis
        if let prepared, prepared.id == turn.item.id, prepared.repetition == turn.item.repetition {
            synthesis = prepared.synthesis
            self.prepared = nil
        } else {
            synthesis = prepare(request)
        }
        if let old = turn.synthesis { retire(old, &effects) }
        self.turn?.synthesis = synthesis
        return synthesis
    }

    mutating func retirePrepared(_ effects: inout QueueEffects) {
        guard let prepared else { return }
        self.prepared = nil
        retire(prepared.synthesis, &effects)
    }

    /// Gives speech up; the provider may need a moment to notice.
    mutating func retire(_ synthesis: Synthesis, _ effects: inout QueueEffects) {
        retiredSyntheses.removeAll { $0.isOver }
        if !synthesis.isOver { retiredSyntheses.append(synthesis) }
        effects.later { synthesis.cancel() }
    }
}
