import Synchronization

/// A mutex-protected value whose changes can be awaited.
package final class Monitor<State: Sendable>: Sendable {
    private struct Waiter {
        let id: Int
        let isDue: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Guarded {
        var state: State
        var waiters: [Waiter] = []
        var cancelled: Set<Int> = []
        var lastID = 0

        mutating func takeDue() -> [CheckedContinuation<Void, Never>] {
            guard !waiters.isEmpty else { return [] }
            var due: [CheckedContinuation<Void, Never>] = []
            var remainder: [Waiter] = []
            for waiter in waiters {
                if waiter.isDue(state) { due.append(waiter.continuation) } else { remainder.append(waiter) }
            }
            waiters = remainder
            return due
        }
    }

    /// The tasks to resume after all locks are released.
    ///
    /// A cancelled task cannot resume before its cancellation handlers return, and one of these handlers may need a
    /// lock that the resuming thread holds.
    package struct Wake: Sendable {
        fileprivate let continuations: [CheckedContinuation<Void, Never>]

        /// Resumes the tasks.
        package func callAsFunction() {
            for continuation in continuations { continuation.resume() }
        }
    }

    private let guarded: Mutex<Guarded>

    /// Creates a monitor.
    package init(_ state: State) {
        guarded = Mutex(Guarded(state: state))
    }

    /// The current value.
    package var value: State { guarded.withLock { $0.state } }

    /// Changes the value and resumes tasks whose condition is now true.
    package func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, wake) = stage(body)
        wake()
        return result
    }

    /// Changes the value while another lock is held; call `wake` after that lock is released.
    package func stage<Result: Sendable>(_ body: (inout State) -> Result) -> (result: Result, wake: Wake) {
        guarded.withLock { guarded in
            let result = body(&guarded.state)
            return (result, Wake(continuations: guarded.takeDue()))
        }
    }

    /// Reads the value without resuming tasks.
    package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guarded.withLock { body($0.state) }
    }

    /// Waits until `isDue` is true or the task is cancelled. The caller must check the value again because it may have
    /// changed since then.
    package func wait(until isDue: @escaping @Sendable (State) -> Bool) async {
        let id: Int? = guarded.withLock { guarded in
            guard !isDue(guarded.state) else { return nil }
            guarded.lastID += 1
            return guarded.lastID
        }
        guard let id else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let shouldResume = guarded.withLock { guarded in
                    if guarded.cancelled.remove(id) != nil || isDue(guarded.state) { return true }
                    guarded.waiters.append(Waiter(id: id, isDue: isDue, continuation: continuation))
                    return false
                }
                if shouldResume { continuation.resume() }
            }
        } onCancel: {
            let waiter: CheckedContinuation<Void, Never>? = guarded.withLock { guarded in
                guard let index = guarded.waiters.firstIndex(where: { $0.id == id }) else {
                    guarded.cancelled.insert(id)
                    return nil
                }
                return guarded.waiters.remove(at: index).continuation
            }
            waiter?.resume()
        }
        // Removes the record of a cancellation that occurred after the wait had ended.
        _ = guarded.withLock { $0.cancelled.remove(id) }
    }
}
