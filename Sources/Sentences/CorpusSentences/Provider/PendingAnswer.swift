import LanguageServices
import Platform

/// What a request waits for: an answer, or that it is cancelled, whichever is first.
final class PendingAnswer<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var isSettled = false
    }

    private let state = Locked(State())

    /// Whether nobody waits any more.
    var isSettled: Bool { state.withLock { $0.isSettled } }

    /// Takes who waits; `false` when the request has been cancelled already.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        state.withLock { state in
            if state.isSettled { return false }
            state.continuation = continuation
            return true
        }
    }

    /// Resumes who waits, without the lock; `false` when nobody waits any more.
    @discardableResult
    func give(_ result: Result<Value, any Error>) -> Bool {
        let continuation = state.withLock { state in
            state.isSettled = true
            let continuation = state.continuation
            state.continuation = nil
            return continuation
        }
        continuation?.resume(with: result)
        return continuation != nil
    }
}
