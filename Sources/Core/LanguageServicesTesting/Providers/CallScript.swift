import LanguageServices
import Synchronization

/// What the in-memory providers have in common: they count their calls, wait, and fail as they were told to.
final class CallScript: Sendable {
    private struct State {
        var calls = 0
        var shutdowns = 0
        var failures: ArraySlice<ServiceError>
    }

    let clock: ServiceClock

    private let id: ProviderID
    private let delay: Duration
    private let state: Mutex<State>

    init(id: ProviderID, failures: [ServiceError], delay: Duration, clock: ServiceClock) {
        self.id = id
        self.delay = delay
        self.clock = clock
        state = Mutex(State(failures: failures[...]))
    }

    var calls: Int { state.withLock { $0.calls } }
    var shutdowns: Int { state.withLock { $0.shutdowns } }

    func shutDown() { state.withLock { $0.shutdowns += 1 } }

    /// Begins a call: counts it, waits the delay, and throws the next failure of the script.
    func begin() async throws(ServiceError) {
        let (failure, isShutDown) = state.withLock { state in
            state.calls += 1
            return (state.failures.popFirst(), state.shutdowns > 0)
        }
        do {
            try await clock.sleep(for: delay)
        } catch {
            throw ServiceError(error, provider: id)
        }
        if isShutDown { throw ServiceError(.unavailable, "the provider has been shut down", provider: id) }
        if let failure { throw ServiceError(failure, provider: id) }
    }
}
