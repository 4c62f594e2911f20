import Dispatch

/// Runs work items on all processors and returns their results in submission order.
///
/// While a consumer waits for a result, it runs work items itself. The work is therefore completed even if no other
/// thread is free, and no thread waits for an item that has not started.
package struct OrderedPieces<Output: Sendable>: ~Copyable {
    /// The maximum number of pending work items, which bounds memory use.
    package let width: Int

    private var pieces: [Piece] = []
    private let queue = DispatchQueue(label: "parlance.pieces", attributes: .concurrent)

    /// - Parameter width: The maximum number of pending work items; by default, twice the number of processors.
    package init(width: Int? = nil) {
        self.width = max(1, width ?? 2 * max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8)))
    }

    /// Whether a result must be taken before another work item can be added.
    package var isFull: Bool { pieces.count >= width }

    /// Adds a work item.
    package mutating func add(_ work: @escaping @Sendable () throws -> Output) {
        let piece = Piece(work)
        pieces.append(piece)
        queue.async { piece.run() }
    }

    /// Removes the oldest work item and returns its result; `nil` if there is none.
    ///
    /// - Throws: The error thrown by the work item.
    package mutating func next() throws -> Output? {
        guard let oldest = pieces.first else { return nil }
        while !oldest.isFinished {
            if !pieces.contains(where: { $0.run() }) { oldest.wait() }
        }
        pieces.removeFirst()
        return try oldest.result()
    }

    /// Drops the work items that have not started and waits for those that are running. No work continues afterwards.
    deinit {
        for piece in pieces { piece.drop() }
        for piece in pieces where !piece.isFinished { piece.wait() }
    }

    /// A work item. Only the consumer waits, so the semaphore has at most one waiter.
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

        /// Runs the work unless it has already started.
        ///
        /// - Returns: Whether this call ran it.
        @discardableResult
        func run() -> Bool {
            guard let result = begin().map({ work in Result { try work() } }) else { return false }
            state.withLock { $0 = .finished(result) }
            end.signal()
            return true
        }

        /// Takes the work unless it has already started. The caller then holds the only reference, so resources that
        /// the work uses, such as an open file, are released before its completion is signalled.
        private func begin() -> (@Sendable () throws -> Output)? {
            state.withLock { state in
                guard case .waiting(let work) = state else { return nil }
                state = .running
                return work
            }
        }

        func wait() { end.wait() }

        /// Drops the work unless it has already started.
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
