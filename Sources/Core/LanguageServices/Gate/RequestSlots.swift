import Synchronization

/// A number of places, of which each waiting task gets one in the order in which they came.
final class RequestSlots: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var free: Int
        var nextNumber = 0
        /// Who waits, by number; who gave up has gone from here but may still stand in the order.
        var waiting: [Int: Waiter] = [:]
        var order: [Int] = []
        var first = 0
        /// Who gave up before it came to wait.
        var early: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Creates places; less than 1 counts as 1.
    init(count: Int) { state = Mutex(State(free: max(1, count))) }

    /// Takes a place, which must be given back by ``release()``.
    ///
    /// - Throws: `CancellationError`; then no place has been taken.
    func take() async throws {
        try Task.checkCancellation()
        let number: Int? = state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            state.nextNumber += 1
            return state.nextNumber
        }
        guard let number else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    if state.early.remove(number) != nil { return .failure(CancellationError()) }
                    guard state.free == 0 else {
                        // A place came free while the task was on its way here.
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting[number] = waiter
                    state.order.append(number)
                    return nil
                }
                if let answer { waiter.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let waiter = state.waiting.removeValue(forKey: number) else {
                    state.early.insert(number)
                    return nil
                }
                return waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
        // A cancellation that came too late leaves its note.
        _ = state.withLock { $0.early.remove(number) }
    }

    /// Gives a place back, to the next who waits.
    func release() {
        let next = state.withLock { state -> Waiter? in
            while state.first < state.order.count {
                let number = state.order[state.first]
                state.first += 1
                if state.first > 1000, state.first * 2 > state.order.count {
                    state.order.removeFirst(state.first)
                    state.first = 0
                }
                if let waiter = state.waiting.removeValue(forKey: number) { return waiter }
            }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
