import Dispatch

/// Work that is done in pieces on all processors, whose results are taken in the order in which the pieces were given.
///
/// Whoever takes results does pieces himself while he would have to wait for one. So everything gets done where no other
/// thread is free, and no thread waits for one that has not begun.
package struct OrderedPieces<Output: Sendable>: ~Copyable {
    /// How many pieces are under way at most, so that the memory they need has a bound.
    package let width: Int

    private var pieces: [Piece] = []
    private let queue = DispatchQueue(label: "parlance.pieces", attributes: .concurrent)

    /// - Parameter width: How many pieces are under way at most; twice as many as there are processors when nothing is said.
    package init(width: Int? = nil) {
        self.width = max(1, width ?? 2 * max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8)))
    }

    /// Whether a result is to be taken before another piece is given.
    package var isFull: Bool { pieces.count >= width }

    /// Gives a piece of work, which some thread does soon.
    package mutating func add(_ work: @escaping @Sendable () throws -> Output) {
        let piece = Piece(work)
        pieces.append(piece)
        queue.async { piece.run() }
    }

    /// The result of the oldest piece, or `nil` when none is left.
    ///
    /// - Throws: What the work of this piece has thrown.
    package mutating func next() throws -> Output? {
        guard let oldest = pieces.first else { return nil }
        while !oldest.isFinished {
            if !pieces.contains(where: { $0.run() }) { oldest.wait() }
        }
        pieces.removeFirst()
        return try oldest.result()
    }

    /// Drops what nobody has begun, and waits for what is under way: nothing goes on behind the back of whoever has ended it.
    deinit {
        for piece in pieces { piece.drop() }
        for piece in pieces where !piece.isFinished { piece.wait() }
    }

    /// One of them. Only the one that takes results waits, so the semaphore has one who waits at most.
    private final class Piece: Sendable {
        private enum State {
            case waiting(@Sendable () throws -> Output)
            case running
            case finished(Result<Output, any Error>)
            case dropped
        }

        private let state: Locked<State>
        private let end = DispatchSemaphore(value: 0)

        init(_ work: @escaping @Sendable () throws -> Output) {
            state = Locked(.waiting(work))
        }

        var isFinished: Bool {
            state.withLock { state in
                switch state {
                case .finished, .dropped: true
                case .waiting, .running: false
                }
            }
        }

        /// Does the work, unless somebody has begun it.
        ///
        /// - Returns: Whether this call did it.
        @discardableResult
        func run() -> Bool {
            guard let result = begin().map({ work in Result { try work() } }) else { return false }
            state.withLock { $0 = .finished(result) }
            end.signal()
            return true
        }

        /// The work, unless somebody has begun it. Whoever gets it has it alone, so that with its end also what it holds, such
        /// as an open file, is let go of before anybody learns of the end.
        private func begin() -> (@Sendable () throws -> Output)? {
            state.withLock { state in
                guard case .waiting(let work) = state else { return nil }
                state = .running
                return work
            }
        }

        func wait() { end.wait() }

        /// Forgets the work where nobody has begun it.
        func drop() {
            state.withLock { state in
                if case .waiting = state { state = .dropped }
            }
        }

        func result() throws -> Output? {
            try state.withLock { state in
                guard case .finished(let result) = state else { return nil }
                return try result.get()
            }
        }
    }
}
