import LanguageServices
import Synchronization

/// Caches a service's list of voices for a day. Concurrent callers share one request.
final class VoiceListCache: Sendable {
    typealias Outcome = Result<VoiceList, ServiceError>

    private struct State {
        var known: (list: VoiceList, time: Duration)?
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var nextID = 0
        var task: Task<Void, Never>?
        /// Counts the requests so that a response to an abandoned one can be ignored.
        var round = 0
    }

    private let fetch: @Sendable () async throws(ServiceError) -> VoiceList
    private let clock: ServiceClock
    private let state = Mutex(State())

    private static let day = Duration.seconds(86_400)

    init(clock: ServiceClock, fetch: @escaping @Sendable () async throws(ServiceError) -> VoiceList) {
        self.clock = clock
        self.fetch = fetch
    }

    /// The list.
    func list() async throws(ServiceError) -> VoiceList {
        let now = clock.now
        if let known = state.withLock({ $0.known }), now - known.time < Self.day { return known.list }
        try ServiceError.checkCancellation()
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(as: id, $0) }
        } onCancel: {
            stopWaiting(id)
        }
        return try outcome.get()
    }

    private func wait(as id: Int, _ continuation: CheckedContinuation<Outcome, Never>) {
        state.withLock { state in
            state.waiting[id] = continuation
            guard state.task == nil else { return }
            state.round += 1
            let round = state.round
            state.task = Task { [self] in
                do throws(ServiceError) {
                    finish(round, .success(try await fetch()))
                } catch {
                    finish(round, .failure(error))
                }
            }
        }
        // The cancellation handler may have run before the continuation was stored.
        if Task.isCancelled { stopWaiting(id) }
    }

    private func finish(_ round: Int, _ outcome: Outcome) {
        let waiting = state.withLock { state -> [Int: CheckedContinuation<Outcome, Never>] in
            guard round == state.round else { return [:] }
            if case .success(let list) = outcome { state.known = (list, clock.now) }
            defer { state.waiting = [:] }
            state.task = nil
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: outcome) }
    }

    /// Ends the wait of a cancelled task, and cancels the request if no other task is waiting.
    private func stopWaiting(_ id: Int) {
        let (continuation, task) = state.withLock { state in
            let continuation = state.waiting.removeValue(forKey: id)
            guard continuation != nil, state.waiting.isEmpty else {
                return (continuation, nil as Task<Void, Never>?)
            }
            defer { state.task = nil }
            state.round += 1
            return (continuation, state.task)
        }
        task?.cancel()
        continuation?.resume(returning: .failure(ServiceError.cancelled()))
    }
}
