package import Dispatch
package import LanguageServices
import Synchronization

/// A value that one thread uses at a time.
///
/// It does what `Mutex` of the standard library does, by a lock that ThreadSanitizer knows: of a `Mutex` that threads
/// contend for, it reports races that are none, because it does not see how the runtime's own library locks.
///
/// The value is touched under the lock alone, which is what makes it safe to send.
package final class Locked<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Creates a value under a lock.
    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Calls `body` with the value, while no other thread has it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

/// A result that arrives once, from whichever side is first, and one task that waits for it.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Result<Value, ServiceError>, Never>)
        case filled(Result<Value, ServiceError>)
        case done
    }

    private let state = Mutex(State.empty)

    /// Makes an empty one.
    package init() {}

    /// Delivers a result; only the first one counts.
    ///
    /// - Returns: Whether this was the first one.
    @discardableResult
    package func fill(_ result: Result<Value, ServiceError>) -> Bool {
        let (isFirst, continuation) = state.withLock { state in
            switch state {
            case .empty:
                state = .filled(result)
                return (true, CheckedContinuation<Result<Value, ServiceError>, Never>?.none)
            case .awaited(let continuation):
                state = .done
                return (true, continuation)
            case .filled, .done: return (false, nil)
            }
        }
        continuation?.resume(returning: result)
        return isFirst
    }

    /// Waits for the result; to be called once.
    package func wait() async throws(ServiceError) -> Value {
        let result = await withCheckedContinuation { continuation in
            let early: Result<Value, ServiceError>? = state.withLock { state in
                switch state {
                case .filled(let result):
                    state = .done
                    return result
                case .empty:
                    state = .awaited(continuation)
                    return nil
                case .awaited, .done:
                    return .failure(ServiceError(.providerFailed, "a result was awaited twice"))
                }
            }
            if let early { continuation.resume(returning: early) }
        }
        return try result.get()
    }
}

extension DispatchQueue {
    /// Does work that may wait for the disk or for another process, which a task must not.
    ///
    /// The work is finished even when the task is cancelled.
    package func perform<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }
}
