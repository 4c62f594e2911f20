import Synchronization

/// A value that tasks change, and that others wait to see changed.
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
            var rest: [Waiter] = []
            for waiter in waiters {
                if waiter.isDue(state) { due.append(waiter.continuation) } else { rest.append(waiter) }
            }
            waiters = rest
            return due
        }
    }

    /// Who is to be woken, once no lock is held any more.
    ///
    /// A task that is being cancelled cannot be resumed before its cancellation handlers have returned, and one of them
    /// may want the lock that the waker holds.
    package struct Wake: Sendable {
        fileprivate let continuations: [CheckedContinuation<Void, Never>]

        /// Wakes them.
        package func callAsFunction() {
            for continuation in continuations { continuation.resume() }
        }
    }

    private let guarded: Mutex<Guarded>

    /// Creates a monitor.
    package init(_ state: State) {
        guarded = Mutex(Guarded(state: state))
    }

    /// The value now.
    package var value: State { guarded.withLock { $0.state } }

    /// Changes the value, and wakes who has waited for it.
    package func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, wake) = stage(body)
        wake()
        return result
    }

    /// Changes the value with another lock held; `wake` is to be called when it is released.
    package func stage<Result: Sendable>(_ body: (inout State) -> Result) -> (result: Result, wake: Wake) {
        guarded.withLock { guarded in
            let result = body(&guarded.state)
            return (result, Wake(continuations: guarded.takeDue()))
        }
    }

    /// Reads the value without waking anybody.
    package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guarded.withLock { body($0.state) }
    }

    /// Waits until `isDue` is true, or the task is cancelled. Who comes back must look again: it may have changed since.
    package func wait(until isDue: @escaping @Sendable (State) -> Bool) async {
        let id: Int? = guarded.withLock { guarded in
            guard !isDue(guarded.state) else { return nil }
            guarded.lastID += 1
            return guarded.lastID
        }
        guard let id else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGoOn = guarded.withLock { guarded in
                    if guarded.cancelled.remove(id) != nil || isDue(guarded.state) { return true }
                    guarded.waiters.append(Waiter(id: id, isDue: isDue, continuation: continuation))
                    return false
                }
                if mayGoOn { continuation.resume() }
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
        // A cancellation that came when the wait was over has left its mark.
        _ = guarded.withLock { $0.cancelled.remove(id) }
    }
}
