import LanguageServices
import Synchronization

/// Where a narration is, and what is to be done next. Its methods are called with the lock held.
struct NarrationState: Sendable {
    /// A place in the narration.
    struct Place: Sendable, Hashable {
        var phase: Int
        var step: Int
    }

    /// A step that the queue has.
    struct Given: Sendable {
        let ticket: Int
        let place: Place
        var id: UtteranceID?
        var hasStarted = false
    }

    let phases: [NarrationPhase]
    var isRunning = false
    var isPaused = false
    /// The step that is given to the queue next.
    var next = Place(phase: 0, step: 0)
    var given: [Given] = []
    var isWaiting = false
    /// The phase that has begun and is not over.
    var current: Int?
    /// The first phase that has not begun since the last jump.
    var firstUnbegun = 0
    /// Steps that were over before the queue had named them.
    var endedUnnamed: Set<Int> = []
    var lastTicket = 0
    /// What the queue is still to be told.
    var commands = Fifo<NarrationCommand>()
    /// Whether somebody is telling it just now.
    var isTelling = false

    init(phases: [NarrationPhase]) {
        self.phases = phases
    }

    /// Begins at a phase, whatever was before; beyond the last one, the narration is over.
    mutating func begin(at phase: Int, _ effects: inout NarrationEffects) {
        leave(&effects)
        isRunning = true
        next = Place(phase: min(max(0, phase), phases.count), step: 0)
        firstUnbegun = next.phase
        goOn(&effects)
    }

    /// Takes what the queue has out of it, and says that the current phase is over.
    mutating func leave(_ effects: inout NarrationEffects) {
        for id in given.compactMap(\.id) { commands.append(.cancel(id)) }
        given = []
        isWaiting = false
        finishPhase(isComplete: false, &effects)
    }

    mutating func stop(_ effects: inout NarrationEffects) {
        guard isRunning else { return }
        leave(&effects)
        isRunning = false
        effects.post(.stopped)
        setPaused(false, &effects)
    }

    /// Has the queue pause or go on.
    mutating func setPaused(_ isPaused: Bool, _ effects: inout NarrationEffects) {
        guard self.isPaused != isPaused else { return }
        self.isPaused = isPaused
        effects.post(isPaused ? .paused : .resumed)
        commands.append(.setPaused(isPaused))
    }

    /// Ends the wait, if there is one.
    mutating func advance(_ effects: inout NarrationEffects) -> Bool {
        guard isRunning, isWaiting else { return false }
        isWaiting = false
        next.step += 1
        goOn(&effects)
        return true
    }

    /// The queue says that a step has begun.
    mutating func started(_ ticket: Int, _ id: UtteranceID, _ effects: inout NarrationEffects) {
        guard let index = given.firstIndex(where: { $0.ticket == ticket }), !given[index].hasStarted else { return }
        given[index].hasStarted = true
        let place = given[index].place
        beginPhase(place.phase, &effects)
        effects.post(.stepStarted(phase: place.phase, step: place.step, id: id))
        goOn(&effects)
    }

    /// The queue says that a step has ended.
    mutating func ended(_ ticket: Int, _ outcome: UtteranceOutcome, _ effects: inout NarrationEffects) {
        guard let index = given.firstIndex(where: { $0.ticket == ticket }) else { return }
        let place = given[index].place
        if given[index].id == nil { endedUnnamed.insert(ticket) }
        given.remove(at: index)
        beginPhase(place.phase, &effects)
        switch outcome {
        case .finished, .skipped: break
        case .failed(let error):
            effects.post(.stepFailed(phase: place.phase, step: place.step, error))
        case .cancelled:
            // Somebody else has emptied the queue.
            return stop(&effects)
        }
        goOn(&effects)
    }

    /// The queue has named a step that it was given.
    mutating func named(_ ticket: Int, _ id: UtteranceID) {
        guard endedUnnamed.remove(ticket) == nil else { return }
        if let index = given.firstIndex(where: { $0.ticket == ticket }) {
            given[index].id = id
        } else {
            // The narration was elsewhere before the queue had answered.
            commands.prepend(.cancel(id))
        }
    }

    /// The queue has refused a step.
    mutating func refused(_ ticket: Int, _ error: ServiceError, _ effects: inout NarrationEffects) {
        guard let index = given.firstIndex(where: { $0.ticket == ticket }) else { return }
        let place = given.remove(at: index).place
        effects.post(.stepFailed(phase: place.phase, step: place.step, error))
        if error.code == .unavailable { stop(&effects) } else { goOn(&effects) }
    }

    // MARK: Steps

    /// Gives the queue what it should have: the step that is heard, and the next one, so that it can be made ahead.
    private mutating func goOn(_ effects: inout NarrationEffects) {
        guard isRunning, !isWaiting else { return }
        while given.isEmpty || (given.count == 1 && given[0].hasStarted) {
            if given.isEmpty, let current, next.phase > current || next.step >= stepCount(of: current) {
                finishPhase(isComplete: true, &effects)
            }
            guard next.phase < phases.count else {
                if given.isEmpty { finish(&effects) }
                return
            }
            guard next.step < phases[next.phase].steps.count else {
                next = Place(phase: next.phase + 1, step: 0)
                continue
            }
            guard let utterance = phases[next.phase].steps[next.step].utterance else {
                guard given.isEmpty else { return }
                beginPhase(next.phase, &effects)
                isWaiting = true
                effects.post(.waiting(phase: next.phase, step: next.step))
                return
            }
            lastTicket += 1
            given.append(Given(ticket: lastTicket, place: next))
            commands.append(.enqueue(utterance, ticket: lastTicket))
            next.step += 1
        }
    }

    private func stepCount(of phase: Int) -> Int {
        phases.indices.contains(phase) ? phases[phase].steps.count : 0
    }

    /// Says that a phase begins, and that those without steps before it have come and gone.
    private mutating func beginPhase(_ phase: Int, _ effects: inout NarrationEffects) {
        // What the queue says may come in another order than it has happened: nothing goes back.
        guard phase >= firstUnbegun else { return }
        finishPhase(isComplete: true, &effects)
        passEmptyPhases(before: phase, &effects)
        current = phase
        firstUnbegun = phase + 1
        effects.post(.phaseStarted(phase, name: phases[phase].name))
    }

    private mutating func passEmptyPhases(before phase: Int, _ effects: inout NarrationEffects) {
        while firstUnbegun < min(phase, phases.count) {
            let name = phases[firstUnbegun].name
            effects.post(.phaseStarted(firstUnbegun, name: name))
            effects.post(.phaseFinished(firstUnbegun, name: name, isComplete: true))
            firstUnbegun += 1
        }
    }

    private mutating func finishPhase(isComplete: Bool, _ effects: inout NarrationEffects) {
        guard let current else { return }
        self.current = nil
        effects.post(.phaseFinished(current, name: phases[current].name, isComplete: isComplete))
    }

    private mutating func finish(_ effects: inout NarrationEffects) {
        finishPhase(isComplete: true, &effects)
        passEmptyPhases(before: phases.count, &effects)
        isRunning = false
        effects.post(.finished)
    }
}

/// Something that the queue is to be told.
enum NarrationCommand: Sendable {
    case enqueue(Utterance, ticket: Int)
    case cancel(UtteranceID)
    case setPaused(Bool)
}

typealias NarrationEffects = Effects<NarrationEvent>

/// What a ``Narration`` and the queue's answers to it share.
final class NarrationCore: Sendable {
    let queue: UtteranceQueue
    let events = EventBroadcast<NarrationEvent> { .missed($0) }

    private let state: Mutex<NarrationState>

    init(phases: [NarrationPhase], queue: UtteranceQueue) {
        self.queue = queue
        state = Mutex(NarrationState(phases: phases))
    }

    func read<Result: Sendable>(_ body: (NarrationState) -> Result) -> Result {
        state.withLock { body($0) }
    }

    /// Changes the state, and tells the listeners and the queue once the lock is free.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout NarrationState, inout NarrationEffects) -> Result) -> Result {
        var effects = NarrationEffects(events: events)
        let result = state.withLock { body(&$0, &effects) }
        effects.run()
        tellQueue()
        return result
    }

    /// Tells the queue what it is to be told, in order. One task does so at a time: what others add meanwhile, it tells too,
    /// and so it does with what follows from the queue's own answers.
    private func tellQueue() {
        let isMine = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isMine else { return }
        while let command = nextCommand() { run(command) }
    }

    private func nextCommand() -> NarrationCommand? {
        state.withLock { state in
            while let command = state.commands.popFirst() {
                // The narration has gone elsewhere.
                if case .enqueue(_, let ticket) = command, !state.given.contains(where: { $0.ticket == ticket }) {
                    continue
                }
                return command
            }
            state.isTelling = false
            return nil
        }
    }

    private func run(_ command: NarrationCommand) {
        switch command {
        case .cancel(let id): queue.cancel(id)
        case .setPaused(true): queue.pause()
        case .setPaused(false): queue.resume()
        case .enqueue(let utterance, let ticket):
            do throws(ServiceError) {
                let id = try queue.core.enqueue(utterance) { [weak self] id, progress in
                    self?.change { state, effects in
                        switch progress {
                        case .started: state.started(ticket, id, &effects)
                        case .ended(let outcome): state.ended(ticket, outcome, &effects)
                        }
                    }
                }
                change { state, _ in state.named(ticket, id) }
            } catch {
                change { $0.refused(ticket, error, &$1) }
            }
        }
    }
}
