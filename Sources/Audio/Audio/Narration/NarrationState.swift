import LanguageServices
import Synchronization

/// The progress of a narration. Its methods must be called with the lock held.
struct NarrationState: Sendable {
    /// The index of a phase and the index of a step within it.
    struct StepPosition: Sendable, Hashable {
        var phase: Int
        var step: Int
    }

    /// A step that has been enqueued.
    struct SubmittedStep: Sendable {
        let ticket: Int
        let position: StepPosition
        var id: UtteranceID?
        var hasStarted = false
    }

    let phases: [NarrationPhase]
    var isRunning = false
    var isPaused = false
    /// The next step to enqueue.
    var next = StepPosition(phase: 0, step: 0)
    var submitted: [SubmittedStep] = []
    var isWaiting = false
    /// The phase that has started but not ended.
    var current: Int?
    /// The first phase that has not started since the last jump.
    var firstPendingPhase = 0
    /// Tickets of steps that ended before the queue returned their ids.
    var endedBeforeNamed: Set<Int> = []
    var lastTicket = 0
    /// Commands for the queue that have not been sent yet.
    var commands = Fifo<NarrationCommand>()
    /// Whether a task is sending commands to the queue.
    var isDispatching = false

    init(phases: [NarrationPhase]) {
        self.phases = phases
    }

    /// Starts at a phase, regardless of the current state; with an index beyond the last phase, the narration finishes.
    mutating func begin(at phase: Int, _ effects: inout NarrationEffects) {
        leave(&effects)
        isRunning = true
        next = StepPosition(phase: min(max(0, phase), phases.count), step: 0)
        firstPendingPhase = next.phase
        submitNext(&effects)
    }

    /// Cancels the enqueued steps and ends the current phase.
    mutating func leave(_ effects: inout NarrationEffects) {
        for id in submitted.compactMap(\.id) { commands.append(.cancel(id)) }
        submitted = []
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

    /// Pauses or resumes the queue.
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
        submitNext(&effects)
        return true
    }

    /// Handles a step that the queue has started.
    mutating func started(_ ticket: Int, _ id: UtteranceID, _ effects: inout NarrationEffects) {
        guard let index = submitted.firstIndex(where: { $0.ticket == ticket }), !submitted[index].hasStarted else {
            return
        }
        submitted[index].hasStarted = true
        let position = submitted[index].position
        beginPhase(position.phase, &effects)
        effects.post(.stepStarted(phase: position.phase, step: position.step, id: id))
        submitNext(&effects)
    }

    /// Handles a step that the queue has ended.
    mutating func ended(_ ticket: Int, _ outcome: UtteranceOutcome, _ effects: inout NarrationEffects) {
        guard let index = submitted.firstIndex(where: { $0.ticket == ticket }) else { return }
        let position = submitted[index].position
        if submitted[index].id == nil { endedBeforeNamed.insert(ticket) }
        submitted.remove(at: index)
        beginPhase(position.phase, &effects)
        switch outcome {
        case .finished, .skipped: break
        case .failed(let error):
            effects.post(.stepFailed(phase: position.phase, step: position.step, error))
        case .cancelled:
            // Other code has emptied the queue.
            return stop(&effects)
        }
        submitNext(&effects)
    }

    /// Handles the id that the queue has returned for a step.
    mutating func named(_ ticket: Int, _ id: UtteranceID) {
        guard endedBeforeNamed.remove(ticket) == nil else { return }
        if let index = submitted.firstIndex(where: { $0.ticket == ticket }) {
            submitted[index].id = id
        } else {
            // The narration moved on before the queue returned the id.
            commands.prepend(.cancel(id))
        }
    }

    /// Handles a step that the queue has rejected.
    mutating func refused(_ ticket: Int, _ error: ServiceError, _ effects: inout NarrationEffects) {
        guard let index = submitted.firstIndex(where: { $0.ticket == ticket }) else { return }
        let position = submitted.remove(at: index).position
        effects.post(.stepFailed(phase: position.phase, step: position.step, error))
        if error.code == .unavailable { stop(&effects) } else { submitNext(&effects) }
    }

    // MARK: Steps

    /// Enqueues the current step and the next one, whose speech is then synthesised in advance.
    private mutating func submitNext(_ effects: inout NarrationEffects) {
        guard isRunning, !isWaiting else { return }
        while submitted.isEmpty || (submitted.count == 1 && submitted[0].hasStarted) {
            if submitted.isEmpty, let current, next.phase > current || next.step >= stepCount(of: current) {
                finishPhase(isComplete: true, &effects)
            }
            guard next.phase < phases.count else {
                if submitted.isEmpty { finish(&effects) }
                return
            }
            guard next.step < phases[next.phase].steps.count else {
                next = StepPosition(phase: next.phase + 1, step: 0)
                continue
            }
            guard let utterance = phases[next.phase].steps[next.step].utterance else {
                guard submitted.isEmpty else { return }
                beginPhase(next.phase, &effects)
                isWaiting = true
                effects.post(.waiting(phase: next.phase, step: next.step))
                return
            }
            lastTicket += 1
            submitted.append(SubmittedStep(ticket: lastTicket, position: next))
            commands.append(.enqueue(utterance, ticket: lastTicket))
            next.step += 1
        }
    }

    private func stepCount(of phase: Int) -> Int {
        phases.indices.contains(phase) ? phases[phase].steps.count : 0
    }

    /// Reports the start of a phase, and the start and end of empty phases before it.
    private mutating func beginPhase(_ phase: Int, _ effects: inout NarrationEffects) {
        // The queue's callbacks may arrive out of order; the phase never goes backwards.
        guard phase >= firstPendingPhase else { return }
        finishPhase(isComplete: true, &effects)
        skipEmptyPhases(before: phase, &effects)
        current = phase
        firstPendingPhase = phase + 1
        effects.post(.phaseStarted(phase, name: phases[phase].name))
    }

    private mutating func skipEmptyPhases(before phase: Int, _ effects: inout NarrationEffects) {
        while firstPendingPhase < min(phase, phases.count) {
            let name = phases[firstPendingPhase].name
            effects.post(.phaseStarted(firstPendingPhase, name: name))
            effects.post(.phaseFinished(firstPendingPhase, name: name, isComplete: true))
            firstPendingPhase += 1
        }
    }

    private mutating func finishPhase(isComplete: Bool, _ effects: inout NarrationEffects) {
        guard let current else { return }
        self.current = nil
        effects.post(.phaseFinished(current, name: phases[current].name, isComplete: isComplete))
    }

    private mutating func finish(_ effects: inout NarrationEffects) {
        finishPhase(isComplete: true, &effects)
        skipEmptyPhases(before: phases.count, &effects)
        isRunning = false
        effects.post(.finished)
    }
}

/// A command for the queue.
enum NarrationCommand: Sendable {
    case enqueue(Utterance, ticket: Int)
    case cancel(UtteranceID)
    case setPaused(Bool)
}

typealias NarrationEffects = Effects<NarrationEvent>

/// The state shared by a ``Narration`` and the queue's callbacks.
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

    /// Changes the state with the lock held, then notifies the listeners and the queue after releasing it.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout NarrationState, inout NarrationEffects) -> Result) -> Result {
        var effects = NarrationEffects(events: events)
        let result = state.withLock { body(&$0, &effects) }
        effects.run()
        dispatchCommands()
        return result
    }

    /// Sends pending commands to the queue in order. One task sends at a time, including commands that other tasks or
    /// the queue's callbacks add in the meantime.
    private func dispatchCommands() {
        let isDispatcher = state.withLock { state in
            defer { state.isDispatching = true }
            return !state.isDispatching
        }
        guard isDispatcher else { return }
        while let command = nextCommand() { run(command) }
    }

    private func nextCommand() -> NarrationCommand? {
        state.withLock { state in
            while let command = state.commands.popFirst() {
                // The narration has moved on.
                if case .enqueue(_, let ticket) = command, !state.submitted.contains(where: { $0.ticket == ticket }) {
                    continue
                }
                return command
            }
            state.isDispatching = false
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
