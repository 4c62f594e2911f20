import LanguageServices
import Platform

/// Everything that an ``UtteranceQueue`` knows. Its changes are in extensions; all are made with the lock held, and leave
/// to ``QueueEffects`` what must not be done under it.
struct QueueState: Sendable {
    /// The utterance that has its turn.
    struct Turn: Sendable {
        /// Tells this turn from an earlier one of the same utterance.
        let number: Int
        var item: QueuedUtterance
        var phase = Phase.speaking
        /// Somebody has ended it, and its end has been told.
        var isEnded = false
        var stopsAtWord = false
        /// Whether some of its sound has been handed over.
        var hasSound = false
        var hasStarted = false
        var synthesis: Synthesis?
        /// The wait in progress.
        var sleeper: Task<Void, Never>?
        /// When a pause ended the wait.
        var sleepEnd: Duration?
    }

    /// How far a turn has come.
    enum Phase: Sendable {
        /// It is being handed over, or waits for that.
        case speaking
        /// Everything is handed over, and not all of it heard.
        case handedOver
        /// It has been heard to its end; what follows is silence.
        case after
    }

    /// What is made ahead.
    struct Prepared: Sendable {
        let id: UtteranceID
        let repetition: Int
        let synthesis: Synthesis
    }

    /// Begins to make speech.
    let prepare: @Sendable (SpeechRequest) -> Synthesis
    var waiting = WaitingUtterances()
    /// The ids of all utterances that have not ended.
    var ids: Set<UtteranceID> = []
    var turn: Turn?
    /// Those that are handed over, followed by another, and not heard to their end: by number of their turn.
    var tail: [Int: QueuedUtterance] = [:]
    /// The turns whose announcements count.
    var liveTurns: Set<Int> = []
    var channel: QueueChannel?
    var prepared: Prepared?
    /// What the last utterance said that began to speak.
    var last: Utterance?
    /// Cues that are to be mixed into the next piece.
    var cues: [CueSound] = []
    /// Cues that are played beside the queue.
    var cuePlayers: [Int: Task<Void, Never>] = [:]
    /// What has been stopped and may still be about to end.
    var retiredSyntheses: [Synthesis] = []
    var retiredChannels: [QueueChannel] = []
    var isPaused = false
    var isBusy = false
    var isShutDown = false
    var lastNumber = 0

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

typealias QueueEffects = Effects<UtteranceEvent>

extension QueueState {
    /// Takes an utterance.
    mutating func enqueue(
        _ utterance: Utterance,
        atFront: Bool = false,
        observer: UtteranceObserver? = nil,
        _ effects: inout QueueEffects
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
        prepareNext(&effects)
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
    mutating func prepareNext(_ effects: inout QueueEffects) {
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
    mutating func takeSynthesis(_ request: SpeechRequest, _ effects: inout QueueEffects) -> Synthesis? {
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
