import LanguageServices
import Synchronization

/// The list of voices of a service, which is asked for once a day however many want it at the same time.
final class VoiceListCache: Sendable {
    typealias Outcome = Result<VoiceList, ServiceError>

    private struct State {
        var known: (list: VoiceList, time: Duration)?
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var nextID = 0
        var task: Task<Void, Never>?
        /// Counts the times that the service was asked, so that an answer that nobody waits for any more changes nothing.
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
            giveUp(id)
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
        // The handler may have run before there was anybody to tell.
        if Task.isCancelled { giveUp(id) }
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

    /// Ends the wait of a task that was cancelled, and the request when nobody else waits for it.
    private func giveUp(_ id: Int) {
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
