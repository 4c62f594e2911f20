import Synchronization

/// Keeps a stream's promise to its provider: one pull at a time, and none after the end.
///
/// A stream is a value, so nothing but this stops two copies, or two iterators, from pulling one engine at once.
final class StreamTurn: Sendable {
    private enum State {
        case idle
        case pulling
        case over
    }

    private let state = Mutex(State.idle)

    /// Takes the turn.
    ///
    /// - Returns: Whether there may be another event.
    /// - Throws: ``ServiceError/Code/invalidRequest`` when somebody else has the turn.
    func begin() throws(ServiceError) -> Bool {
        let before = state.withLock { state in
            defer { if state == .idle { state = .pulling } }
            return state
        }
        if before == .pulling {
            throw ServiceError(.invalidRequest, "a speech stream is read by two tasks at once")
        }
        return before == .idle
    }

    /// Gives the turn back.
    func end(isOver: Bool) {
        state.withLock { $0 = isOver ? .over : .idle }
    }
}
