/// How long something has run, without the times at which it was held.
struct HeldTime: Sendable {
    private var before = Duration.zero
    private var start: ContinuousClock.Instant?
    private var hasBegun = false

    /// Whether it has come to its end by itself.
    private(set) var isOver = false

    /// How long it has run; nil when it has not begun.
    var elapsed: Duration? {
        guard hasBegun else { return nil }
        return before + (start.map { ContinuousClock.now - $0 } ?? .zero)
    }

    /// It runs, from now and from its beginning.
    mutating func begin() {
        self = HeldTime()
        hasBegun = true
        start = .now
    }

    /// It is held, or goes on; nothing when it has not begun.
    mutating func setHeld(_ isHeld: Bool) {
        guard hasBegun else { return }
        before = elapsed ?? .zero
        start = isHeld ? nil : .now
    }

    /// It has come to its end.
    mutating func end() {
        isOver = true
    }
}
