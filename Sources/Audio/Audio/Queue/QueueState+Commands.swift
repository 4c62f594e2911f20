import LanguageServices
import Platform

extension QueueState {
    /// Takes an utterance.
    mutating func enqueue(
        _ utterance: Utterance,
        atFront: Bool = false,
        observer: UtteranceObserver? = nil,
        _ effects: inout QueueEffects,
        preparing prepare: (SpeechRequest) -> Synthesis
    ) -> Result<UtteranceID, ServiceError> {
        guard !isShutDown else {
            return .failure(ServiceError(.unavailable, "the utterance queue has been shut down"))
        }
        let id = utterance.id ?? freshID()
        guard ids.insert(id).inserted else {
            return .failure(
                ServiceError(
                    .invalidRequest,
                    "an utterance with the id '\(OneLine.text(id.rawValue))' is in the queue already",
                    remedy: "give every utterance an id of its own, or none"
                )
            )
        }
        waiting.append(QueuedUtterance(id: id, utterance: utterance, observer: observer), atFront: atFront)
        isBusy = true
        effects.post(.queued(id))
        interrupt(for: utterance.priority, &effects)
        prepareNext(&effects, prepare)
        return .success(id)
    }

    /// Ends the utterance that is heard; nothing when its last piece has been handed over and another one follows.
    mutating func skip(_ effects: inout QueueEffects) {
        guard let turn, !turn.isEnded, tail.isEmpty else { return }
        endTurn(.skipped, &effects)
    }

    /// Takes one utterance away, whether it waits or is heard.
    mutating func cancel(_ id: UtteranceID, _ effects: inout QueueEffects) -> Bool {
        if let item = waiting.remove(id) {
            if prepared?.id == id { retirePrepared(&effects) }
            end(item, .cancelled, &effects)
            return true
        }
        guard let turn, !turn.isEnded, turn.item.id == id, turn.phase != .after else { return false }
        endTurn(.cancelled, &effects)
        return true
    }

    /// Takes away what waits.
    mutating func clear(_ effects: inout QueueEffects) {
        for item in waiting.removeAll() { end(item, .cancelled, &effects) }
        if let prepared, prepared.id != turn?.item.id { retirePrepared(&effects) }
    }

    /// Takes everything away and ends the sound.
    mutating func stopAtOnce(_ effects: inout QueueEffects) {
        clear(&effects)
        retirePrepared(&effects)
        let heard = tail.sorted { $0.key < $1.key }
        tail = [:]
        for (number, item) in heard where liveTurns.remove(number) != nil { end(item, .cancelled, &effects) }
        if let turn, !turn.isEnded { endTurn(.cancelled, &effects) }
        cutChannel(&effects)
        let players = Array(cuePlayers.values)
        effects.later { for player in players { player.cancel() } }
        isPaused = false
    }

    /// Takes away what waits, and has the utterance that is heard end with its word.
    mutating func stopAtWord(_ effects: inout QueueEffects) {
        // Nothing is heard in a pause, so there is no word to wait for.
        guard !isPaused, let turn, !turn.isEnded, turn.phase != .after, turn.hasSound else {
            if isPaused || tail.isEmpty { return stopAtOnce(&effects) }
            clear(&effects)
            if let turn, !turn.isEnded { endTurn(.cancelled, &effects) }
            return
        }
        clear(&effects)
        retirePrepared(&effects)
        self.turn?.stopsAtWord = true
        // Between two repetitions there is no word either.
        if turn.sleeper != nil { endTurn(.cancelled, &effects) }
    }

    /// Holds or goes on.
    ///
    /// - Returns: Whether that is new.
    mutating func setPaused(_ isPaused: Bool, at now: Duration, _ effects: inout QueueEffects) -> Bool {
        guard self.isPaused != isPaused, !isShutDown else { return false }
        self.isPaused = isPaused
        effects.post(isPaused ? .paused : .resumed)
        if isPaused, let sleeper = turn?.sleeper {
            turn?.sleeper = nil
            turn?.sleepEnd = now
            effects.later { sleeper.cancel() }
        }
        return true
    }

    /// Ends everything for good.
    mutating func shutDown(_ effects: inout QueueEffects) {
        isShutDown = true
        stopAtOnce(&effects)
    }

    private mutating func freshID() -> UtteranceID {
        while true {
            let id = UtteranceID(rawValue: "utterance \(nextNumber())")
            if !ids.contains(id) { return id }
        }
    }

    /// Lets a more important utterance have the turn.
    private mutating func interrupt(for priority: Utterance.Priority, _ effects: inout QueueEffects) {
        guard let turn, !turn.isEnded, turn.item.utterance.priority < priority else { return }
        switch turn.phase {
        case .speaking: break
        case .handedOver:
            // What plays while it is written has next to nothing left.
            guard channel?.output.playsWhileWritten == false else { return }
        case .after:
            endTurn(nil, &effects)
            return
        }
        if turn.hasStarted || turn.hasSound {
            guard turn.item.utterance.priority == .message else { return endTurn(.cancelled, &effects) }
            effects.post(.interrupted(turn.item.id))
        }
        endTurn(nil, &effects)
        waiting.append(turn.item, atFront: true)
    }
}
