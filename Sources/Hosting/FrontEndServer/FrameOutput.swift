import Dispatch
import Synchronization

/// Writes complete frames in order on its own queue. While the client does not read, senders wait, so the buffer holds
/// at most ``limit`` bytes and one frame per sender.
final class FrameOutput: Sendable {
    /// The number of buffered bytes at which senders start to wait.
    static let limit = 256 << 10

    /// The maximum number of audio bytes held back to be written together with the next frame.
    private static let maximumDelayed = 64 << 10

    /// How long these bytes are held back. The next audio or the end of the request usually follows sooner, and one
    /// write sends both.
    private static let delay = DispatchTimeInterval.milliseconds(2)

    /// The number of buffered bytes above which the server stops reading from the client. These bytes are frames that
    /// no sender waits for: refusals, and the final frames of cancelled requests.
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
        /// Whether the queue is writing.
        var isWriting = false
        /// Whether a delayed flush is scheduled.
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
    ///   - writeNow: Writes as many bytes as it can without blocking and returns their number. This avoids waking a
    ///     thread that may block.
    ///   - onFailure: Called once when a write fails. Nothing can be written afterwards.
    init(
        _ write: @escaping @Sendable ([UInt8]) throws -> Void,
        now writeNow: (@Sendable ([UInt8]) -> Int)? = nil,
        onFailure: @escaping @Sendable () -> Void
    ) {
        self.write = write
        self.writeNow = writeNow
        self.onFailure = onFailure
    }

    /// The error that ended writing.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Appends bytes to the buffer without waiting.
    func add(_ bytes: [UInt8]) {
        let next = state.withLock { state in
            guard !state.isClosed else { return Step.nothing }
            state.pending += bytes
            return step(&state)
        }
        take(next)
    }

    /// Sends bytes as soon as the buffer has room for them.
    ///
    /// - Parameters:
    ///   - canWait: Whether the bytes may be held back briefly to be written together with the next frame.
    ///   - claim: Called just before the bytes are buffered, in frame order. If it returns `false`, the bytes are
    ///     dropped.
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

    /// What to do with the buffered bytes.
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

    /// Writes the bytes that were held back.
    private func flush() {
        let next = state.withLock { state in
            state.isTimed = false
            return step(&state)
        }
        take(next)
    }

    /// Whether the client has left more than ``maximumUnread`` bytes unread.
    var isUnread: Bool { state.withLock { $0.pending.count > Self.maximumUnread } }

    /// Waits while ``isUnread`` is true.
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

    /// Discards the buffered bytes and resumes all waiting tasks.
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

    /// Waits until everything is written, up to a time limit.
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
