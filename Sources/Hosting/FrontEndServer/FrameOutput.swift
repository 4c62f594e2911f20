import Dispatch
import Synchronization

/// Writes frames on a queue of its own, whole and one after the other, and lets whoever makes them wait while the client does not
/// read: what is held is bounded by ``limit`` and one frame of each sender.
final class FrameOutput: Sendable {
    /// How many bytes may wait before senders do.
    static let limit = 256 << 10

    /// How many bytes of sound may wait for what comes behind them.
    private static let maximumDelayed = 64 << 10

    /// How long they may wait. Most sound is followed by more, or by the end of its request, within less; then one write does for both.
    private static let delay = DispatchTimeInterval.milliseconds(2)

    /// How many bytes may wait before nothing more is read from the client. They are the answers that nobody waits with: refusals, and
    /// ends of requests that were cancelled.
    static let maximumUnread = 8 << 20

    private struct Sender {
        let bytes: [UInt8]
        let claim: @Sendable () -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var pending: [UInt8] = []
        var senders: [Sender] = []
        var readers: [CheckedContinuation<Void, Never>] = []
        /// Whether the queue is at it.
        var isWriting = false
        /// Whether the queue will look after what waits, in a while.
        var isTimed = false
        var isClosed = false
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "parlance.front-end.write")
    private let write: @Sendable ([UInt8]) throws -> Void
    private let writeNow: (@Sendable ([UInt8]) -> Int)?
    private let onFailure: @Sendable () -> Void

    /// - Parameters:
    ///   - write: Writes bytes, and may block.
    ///   - writeNow: Writes as many bytes as it can without waiting, and says how many: that saves waking a thread that may block.
    ///   - onFailure: Is called once when that fails; nothing can be written then.
    init(
        _ write: @escaping @Sendable ([UInt8]) throws -> Void,
        now writeNow: (@Sendable ([UInt8]) -> Int)? = nil,
        onFailure: @escaping @Sendable () -> Void
    ) {
        self.write = write
        self.writeNow = writeNow
        self.onFailure = onFailure
    }

    /// Why nothing can be written any more.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Puts bytes behind what waits, at once.
    func add(_ bytes: [UInt8]) {
        let next = state.withLock { state in
            guard !state.isClosed else { return Step.nothing }
            state.pending += bytes
            return step(&state)
        }
        take(next)
    }

    /// Sends bytes when there is room for them.
    ///
    /// - Parameters:
    ///   - canWait: Whether something is expected to come behind them soon that they may be written with.
    ///   - claim: Is asked at the last moment whether they are still to be sent, in the order in which frames are sent.
    func send(_ bytes: [UInt8], canWait: Bool = false, if claim: @escaping @Sendable () -> Bool) async {
        await withCheckedContinuation { continuation in
            let (next, isOver) = state.withLock { state in
                guard !state.isClosed else { return (Step.nothing, true) }
                guard state.pending.count < Self.limit, state.senders.isEmpty else {
                    state.senders.append(Sender(bytes: bytes, claim: claim, continuation: continuation))
                    return (step(&state), false)
                }
                if claim() { state.pending += bytes }
                return (step(&state, canWait: canWait), true)
            }
            take(next)
            if isOver { continuation.resume() }
        }
    }

    /// What is to be done with what waits.
    private enum Step {
        case nothing
        case start
        case startLater
    }

    private func step(_ state: inout State, canWait: Bool = false) -> Step {
        guard !state.isWriting, !state.pending.isEmpty else { return .nothing }
        if canWait, state.pending.count < Self.maximumDelayed {
            defer { state.isTimed = true }
            return state.isTimed ? .nothing : .startLater
        }
        if let writeNow {
            let count = writeNow(state.pending)
            if count >= state.pending.count {
                state.pending.removeAll(keepingCapacity: true)
                return .nothing
            }
            state.pending.removeFirst(max(0, count))
        }
        state.isWriting = true
        return .start
    }

    private func take(_ step: Step) {
        switch step {
        case .nothing: break
        case .start: queue.async { self.run() }
        case .startLater: queue.asyncAfter(deadline: .now() + Self.delay) { self.flush() }
        }
    }

    /// Writes what waits for something behind it.
    private func flush() {
        let next = state.withLock { state in
            state.isTimed = false
            return step(&state)
        }
        take(next)
    }

    /// Whether more waits to be written than a client may leave unread.
    var isUnread: Bool { state.withLock { $0.pending.count > Self.maximumUnread } }

    /// Waits while that is so.
    func waitForReading() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard !state.isClosed, state.pending.count > Self.maximumUnread else { return true }
                state.readers.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Writes nothing more, and lets nobody wait.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer {
                state.pending = []
                state.senders = []
                state.readers = []
            }
            return state.senders.map(\.continuation) + state.readers
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until everything is written, but not for long.
    func drain(within limit: Duration) async {
        flush()
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end, state.withLock({ $0.isWriting && !$0.isClosed }) {
            try? await Task.sleep(for: .milliseconds(5))
            if Task.isCancelled { return }
        }
    }

    private func run() {
        while true {
            let (bytes, waiting, isDone) = state.withLock { state in
                let bytes = state.pending
                state.pending = []
                var waiting = state.readers
                state.readers = []
                var admitted = 0
                for sender in state.senders {
                    guard state.pending.count < Self.limit else { break }
                    if sender.claim() { state.pending += sender.bytes }
                    waiting.append(sender.continuation)
                    admitted += 1
                }
                state.senders.removeFirst(admitted)
                let isDone = bytes.isEmpty && state.pending.isEmpty
                if isDone { state.isWriting = false }
                return (bytes, waiting, isDone)
            }
            for continuation in waiting { continuation.resume() }
            if isDone { return }
            if bytes.isEmpty { continue }
            do {
                try write(bytes)
            } catch {
                state.withLock { state in
                    state.failure = error
                    state.isWriting = false
                }
                close()
                onFailure()
                return
            }
        }
    }
}
