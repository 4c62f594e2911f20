import LanguageServices
import Synchronization

/// A request on its way to a child and back, and the task that waits for the answer.
final class EspeakJob: Sendable {
    typealias Outcome = Result<EspeakWorker.Answer, ServiceError>

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var worker: EspeakWorker?
        var isCancelled = false
    }

    let request: EspeakWorker.Request
    private let state = Mutex(State())

    init(_ request: EspeakWorker.Request) { self.request = request }

    /// Whether nobody waits for the answer any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Names the task that waits.
    ///
    /// - Returns: `false` when it has given up already; then it has been told so.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isWanted = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return !state.isCancelled
        }
        if !isWanted { continuation.resume(returning: .failure(Self.cancelled)) }
        return isWanted
    }

    /// Names the child that is at it now, so that it is ended when the task gives up.
    ///
    /// - Returns: `false` when it has given up already.
    func attach(_ worker: EspeakWorker) -> Bool {
        state.withLock { state in
            if !state.isCancelled { state.worker = worker }
            return !state.isCancelled
        }
    }

    /// The child has answered or died, and is no longer to be ended.
    ///
    /// - Returns: `false` when it has been ended; whatever it may have said is worth nothing.
    func detach() -> Bool {
        state.withLock { state in
            state.worker = nil
            return !state.isCancelled
        }
    }

    /// Hands the outcome to the task that waits.
    func finish(_ outcome: Outcome) {
        // Not under the lock: the task's cancellation handler takes it.
        let continuation = state.withLock { state in
            let continuation = state.continuation
            state.continuation = nil
            return continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// Gives up: the task goes on at once, and a child that is at it is ended.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            // Under the lock, so that nothing else is ended: the child is reaped only when nobody refers to it.
            state.worker?.kill()
        }
        finish(.failure(Self.cancelled))
    }

    private static let cancelled = ServiceError(.cancelled, "the request was cancelled")
}
