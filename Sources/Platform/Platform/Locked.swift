package import Dispatch
package import LanguageServices
import Synchronization

/// A value that is protected by a lock.
///
/// It replaces the standard library's `Mutex` where ThreadSanitizer is used: for a contended `Mutex`, ThreadSanitizer
/// reports false races because it cannot observe the runtime library's lock.
///
/// The value is accessed only under the lock, so this class is safe to send.
package final class Locked<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Creates a protected value.
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

    /// Calls `body` with exclusive access to the value.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

/// A result that is set once, by the first of several producers, and awaited by one task.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Result<Value, ServiceError>, Never>)
        case filled(Result<Value, ServiceError>)
        case done
    }

    private let state = Mutex(State.empty)

    /// Creates an object without a result.
    package init() {}

    /// Sets the result, unless it is already set.
    ///
    /// - Returns: Whether this call set it.
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

    /// Waits for the result. This method must be called only once.
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
    /// Runs blocking work, such as disk access, on this queue, to avoid blocking the cooperative thread pool.
    ///
    /// The work runs to completion even if the task is cancelled.
    package func perform<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }
}
