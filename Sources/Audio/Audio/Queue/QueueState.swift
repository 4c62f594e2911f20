import LanguageServices

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

/// What a change of the state brings about once the lock is released.
struct QueueEffects {
    private let events: EventBroadcast<UtteranceEvent>
    private var actions: [@Sendable () -> Void] = []

    init(events: EventBroadcast<UtteranceEvent>) {
        self.events = events
    }

    /// Puts an event into the inboxes now, so that all listeners have one order, and wakes the listeners later.
    mutating func post(_ event: UtteranceEvent) {
        let wakes = events.post(event)
        guard !wakes.isEmpty else { return }
        actions.append { for wake in wakes { wake() } }
    }

    mutating func later(_ action: @escaping @Sendable () -> Void) {
        actions.append(action)
    }

    func run() {
        for action in actions { action() }
    }
}
