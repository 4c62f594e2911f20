import LanguageServices
import Platform

/// The state of an ``UtteranceQueue``. Its mutating methods are in extensions and must be called with the lock held;
/// side effects that must not run under the lock are collected in ``QueueEffects``.
struct QueueState: Sendable {
    /// The current utterance.
    struct Turn: Sendable {
        /// Distinguishes this turn from an earlier turn of the same utterance.
        let number: Int
        var item: QueuedUtterance
        var phase = Phase.speaking
        /// Whether it was ended externally and its end has been reported.
        var isEnded = false
        var stopsAtWord = false
        /// Whether any of its sound has been written.
        var hasSound = false
        var hasStarted = false
        var synthesis: Synthesis?
        /// The current wait.
        var sleeper: Task<Void, Never>?
        /// The time at which a pause interrupted the wait.
        var sleepEnd: Duration?
    }

    /// The progress of a turn.
    enum Phase: Sendable {
        /// The utterance is being written or is waiting to be written.
        case speaking
        /// All of the utterance has been written, but part of it has not been played yet.
        case handedOver
        /// The utterance has been played; only silence follows.
        case after
    }

    /// Speech that has been prepared in advance.
    struct Prepared: Sendable {
        let id: UtteranceID
        let repetition: Int
        let synthesis: Synthesis
    }

    /// Starts a synthesis.
    let prepare: @Sendable (SpeechRequest) -> Synthesis
    var waiting = WaitingUtterances()
    /// The ids of all utterances that have not ended.
    var ids: Set<UtteranceID> = []
    var turn: Turn?
    /// Utterances whose end is still playing while the next one is written, by turn number.
    var tail: [Int: QueuedUtterance] = [:]
    /// The turns whose announcements are still valid.
    var liveTurns: Set<Int> = []
    var channel: QueueChannel?
    var prepared: Prepared?
    /// The last utterance that started to speak.
    var last: Utterance?
    /// Cues to mix into the next chunk.
    var cues: [CueSound] = []
    /// Cues that play on separate outputs.
    var cuePlayers: [Int: Task<Void, Never>] = [:]
    /// Cancelled syntheses that may not have ended yet.
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
    /// Enqueues an utterance.
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
                    "an utterance with the id '\(OneLine.text(id.rawValue))' is already in the queue",
                    remedy: "use a unique id for every utterance, or none"
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

    /// Ends the current utterance; does nothing if its last chunk has been written and another utterance follows.
    mutating func skip(_ effects: inout QueueEffects) {
        guard let turn, !turn.isEnded, tail.isEmpty else { return }
        endTurn(.skipped, &effects)
    }

    /// Removes a waiting or current utterance.
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

    /// Removes all waiting utterances.
    mutating func clear(_ effects: inout QueueEffects) {
        for item in waiting.removeAll() { end(item, .cancelled, &effects) }
        if let prepared, prepared.id != turn?.item.id { retirePrepared(&effects) }
    }

    /// Removes all utterances and stops the sound.
    mutating func stopImmediately(_ effects: inout QueueEffects) {
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

    /// Removes all waiting utterances and ends the current one after its current word.
    mutating func stopAtWord(_ effects: inout QueueEffects) {
        // Nothing plays during a pause, so there is no word whose end to wait for.
        guard !isPaused, let turn, !turn.isEnded, turn.phase != .after, turn.hasSound else {
            if isPaused || tail.isEmpty { return stopImmediately(&effects) }
            clear(&effects)
            if let turn, !turn.isEnded { endTurn(.cancelled, &effects) }
            return
        }
        clear(&effects)
        retirePrepared(&effects)
        self.turn?.stopsAtWord = true
        // The same applies to the silence between two repetitions.
        if turn.sleeper != nil { endTurn(.cancelled, &effects) }
    }

    /// Pauses or resumes.
    ///
    /// - Returns: Whether the state has changed.
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

    /// Shuts the queue down.
    mutating func shutDown(_ effects: inout QueueEffects) {
        isShutDown = true
        stopImmediately(&effects)
    }

    private mutating func freshID() -> UtteranceID {
        while true {
            let id = UtteranceID(rawValue: "utterance \(nextNumber())")
            if !ids.contains(id) { return id }
        }
    }

    /// Interrupts the current utterance if the new one has a higher priority.
    private mutating func interrupt(for priority: Utterance.Priority, _ effects: inout QueueEffects) {
        guard let turn, !turn.isEnded, turn.item.utterance.priority < priority else { return }
        switch turn.phase {
        case .speaking: break
        case .handedOver:
            // If the output plays while it is written to, almost nothing is left to play.
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
    /// Starts the next utterance's turn.
    mutating func beginTurn() -> Turn? {
        guard !isShutDown, let item = waiting.popFirst() else { return nil }
        let number = nextNumber()
        let turn = Turn(number: number, item: item)
        liveTurns.insert(number)
        self.turn = turn
        return turn
    }

    /// Ends the current turn; the runner notices and continues.
    ///
    /// - Parameter outcome: The outcome to report; `nil` if the utterance plays again or its outcome has been
    ///   reported.
    mutating func endTurn(_ outcome: UtteranceOutcome?, _ effects: inout QueueEffects) {
        guard let turn, !turn.isEnded else { return }
        self.turn?.isEnded = true
        let wasLive = liveTurns.remove(turn.number) != nil
        if let outcome, wasLive { end(turn.item, outcome, &effects) }
        if let synthesis = turn.synthesis { retire(synthesis, &effects) }
        self.turn?.synthesis = nil
        if let sleeper = turn.sleeper { effects.later { sleeper.cancel() } }
        cues = []
        // The end of the previous utterance must not be cut off.
        if turn.hasSound, tail.isEmpty, turn.phase != .after { cutChannel(&effects) }
    }

    /// Ends an utterance and reports its outcome once.
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

    /// Stops the output immediately.
    mutating func cutChannel(_ effects: inout QueueEffects) {
        guard let channel else { return }
        self.channel = nil
        retiredChannels.append(channel)
        effects.later { channel.stop() }
    }

    /// Handles an output failure; sound that has not been played is lost.
    mutating func failChannel(_ failed: QueueChannel, _ error: ServiceError, _ effects: inout QueueEffects) {
        guard channel === failed else { return }
        cutChannel(&effects)
        let lost = tail.sorted { $0.key < $1.key }
        tail = [:]
        for (number, item) in lost where liveTurns.remove(number) != nil { end(item, .failed(error), &effects) }
    }

    /// Handles an announcement that is due.
    mutating func heard(
        _ announcement: QueueChannel.Announcement,
        playsWhileWritten: Bool,
        _ effects: inout QueueEffects
    ) {
        guard liveTurns.contains(announcement.turn) else { return }
        let isTurn = turn?.number == announcement.turn
        guard let item = isTurn ? turn?.item : tail[announcement.turn] else { return }
        switch announcement.kind {
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

    /// Synthesises the next utterance in advance once the current one is audible.
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

    /// The synthesis of the current repetition, prepared or new; `nil` if the turn has ended.
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

    /// Cancels a synthesis, which may not end until the provider reacts.
    mutating func retire(_ synthesis: Synthesis, _ effects: inout QueueEffects) {
        retiredSyntheses.removeAll { $0.isOver }
        if !synthesis.isOver { retiredSyntheses.append(synthesis) }
        effects.later { synthesis.cancel() }
    }
}
