import Synchronization

/// The right to one request, given by a ``RequestGate``.
///
/// It counts as under way until it is ended, or until nobody holds the pass any more.
public final class RequestPass: Sendable {
    private let slots: RequestSlots?
    private let time: CallTime?
    private let giveBack: (@Sendable () async -> Void)?
    private let settlement: (@Sendable (Int) async -> Void)?
    private let isOver = Mutex(false)
    private let isSettled = Mutex(false)

    init(
        slots: RequestSlots? = nil,
        time: CallTime? = nil,
        giveBack: (@Sendable () async -> Void)? = nil,
        settle: (@Sendable (Int) async -> Void)? = nil
    ) {
        self.slots = slots
        self.time = time
        self.giveBack = giveBack
        settlement = settle
    }

    deinit { end() }

    /// The request has been answered, whatever the answer was. Ending again does nothing.
    public func end() { _ = isFirstEnd() }

    /// Says how many tokens of a language model the request has taken, for budgets; before the pass is ended. Without it the
    /// number stands that was thought likely. Saying it again does nothing.
    public func settle(tokens: Int) async {
        let isFirst = isSettled.withLock { isSettled in
            defer { isSettled = true }
            return !isSettled
        }
        guard isFirst, !isOver.withLock({ $0 }) else { return }
        await settlement?(tokens)
    }

    /// The request failed; one that surely never reached the server is not counted.
    ///
    /// That is so when the network failed (``ServiceError/Code/network``) before the request was sent, which
    /// ``ServiceError/mayHaveBeenDone`` tells, and when ``ServiceError/wasNotAsked`` is true.
    public func end(after error: any Error) async {
        guard isFirstEnd() else { return }
        let error = ServiceError(error)
        if error.wasNotAsked || error.code == .network && !error.mayHaveBeenDone { await giveBack?() }
    }

    private func isFirstEnd() -> Bool {
        let wasOver = isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
        }
        guard !wasOver else { return false }
        time?.end()
        slots?.release()
        return true
    }
}
