import LanguageServices
import Synchronization

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
        for wake in effects.wakes { wake() }
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
