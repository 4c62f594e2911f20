import Dispatch
import Synchronization

/// Writes frames on a queue of its own, whole and one after the other, and lets whoever makes them wait while the client does not
/// read: what is held is bounded by ``limit`` and one frame of each sender.
final class FrameOutput: Sendable {
    /// How many bytes may wait before senders do.
    static let limit = 256 << 10

    /// How many bytes may wait before nothing more is read from the client. They are the answers that nobody waits with: refusals, and
    /// ends of requests that were cancelled.
    static let mostUnread = 8 << 20

    private struct Sender {
        let bytes: [UInt8]
        let claim: @Sendable () -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var pending: [UInt8] = []
        var senders: [Sender] = []
        var readers: [CheckedContinuation<Void, Never>] = []
        var isWriting = false
        var isClosed = false
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "parlance.front-end.write")
    private let write: @Sendable ([UInt8]) throws -> Void
    private let onFailure: @Sendable () -> Void

    /// - Parameters:
    ///   - write: Writes bytes, and may block.
    ///   - onFailure: Is called once when that fails; nothing can be written then.
    init(
        _ write: @escaping @Sendable ([UInt8]) throws -> Void,
        onFailure: @escaping @Sendable () -> Void
    ) {
        self.write = write
        self.onFailure = onFailure
    }

    /// Why nothing can be written any more.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Puts bytes behind what waits, at once.
    func add(_ bytes: [UInt8]) {
        let mustStart = state.withLock { state in
            guard !state.isClosed else { return false }
            state.pending += bytes
            return Self.starts(&state)
        }
        if mustStart { queue.async { self.run() } }
    }

    /// Sends bytes when there is room for them.
    ///
    /// - Parameter claim: Is asked at the last moment whether they are still to be sent, in the order in which frames are sent.
    func send(_ bytes: [UInt8], if claim: @escaping @Sendable () -> Bool) async {
        await withCheckedContinuation { continuation in
            let (mustStart, isOver) = state.withLock { state in
                guard !state.isClosed else { return (false, true) }
                guard state.pending.count < Self.limit, state.senders.isEmpty else {
                    state.senders.append(Sender(bytes: bytes, claim: claim, continuation: continuation))
                    return (false, false)
                }
                if claim() { state.pending += bytes }
                return (Self.starts(&state), true)
            }
            if mustStart { queue.async { self.run() } }
            if isOver { continuation.resume() }
        }
    }

    /// Waits while more waits to be written than a client may leave unread.
    func waitForReading() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard !state.isClosed, state.pending.count > Self.mostUnread else { return true }
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
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end, state.withLock({ $0.isWriting && !$0.isClosed }) {
            try? await Task.sleep(for: .milliseconds(5))
            if Task.isCancelled { return }
        }
    }

    /// Whether the queue is to be set going.
    private static func starts(_ state: inout State) -> Bool {
        guard !state.isWriting, !state.pending.isEmpty else { return false }
        state.isWriting = true
        return true
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
