import Synchronization

/// What the requests of one call do, as far as its deadline must know.
///
/// While all of them wait for limits that the user has set, the time of the call stands still: a deadline is for the provider,
/// and nobody would want both limits if the one broke what the other holds back.
final class CallTime: Sendable {
    /// The call to which the running task belongs, when it has a deadline.
    @TaskLocal static var current: CallTime?

    private struct State {
        var waiting = 0
        var underWay = 0
        var stoppedAt: Duration?
        var stopped = Duration.zero
        var hasSentTexts = false
    }

    private let clock: ServiceClock
    private let start: Duration
    private let state = Mutex(State())

    init(_ clock: ServiceClock) {
        self.clock = clock
        start = clock.now
    }

    /// How long the call has worked, the time not counted in which it stood still.
    var worked: Duration {
        let now = clock.now
        return state.withLock { now - start - $0.stopped - ($0.stoppedAt.map { now - $0 } ?? .zero) }
    }

    /// Whether the time stands still.
    var isStopped: Bool { state.withLock { $0.stoppedAt != nil } }

    /// Whether a request with texts has been let through, so that what was asked for may have been done.
    var hasSentTexts: Bool { state.withLock { $0.hasSentTexts } }

    /// A request begins to wait.
    func wait() { change { $0.waiting += 1 } }

    /// A request waits no longer, since it gave up.
    func giveUp() { change { $0.waiting -= 1 } }

    /// A request that waited is sent.
    func send(characters: Int) {
        change { state in
            state.waiting -= 1
            state.underWay += 1
            if characters > 0 { state.hasSentTexts = true }
        }
    }

    /// A request that was sent is over.
    func end() { change { $0.underWay -= 1 } }

    private func change(_ body: (inout State) -> Void) {
        let now = clock.now
        state.withLock { state in
            body(&state)
            let stops = state.waiting > 0 && state.underWay == 0
            if stops, state.stoppedAt == nil {
                state.stoppedAt = now
            } else if !stops, let stoppedAt = state.stoppedAt {
                state.stopped += now - stoppedAt
                state.stoppedAt = nil
            }
        }
    }
}
