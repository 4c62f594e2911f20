import CSpawn
import Dispatch
import LanguageServices
import Synchronization

/// Which part of what a child writes to its standard error is kept.
package enum ErrorRetention: Sendable, Hashable {
    /// So many bytes from the beginning; the first ones usually name the cause.
    case first(Int)
    /// So many bytes before the end: the log of a process that runs for long.
    case last(Int)

    /// What is usual: the first 4096 bytes.
    package static let usual = ErrorRetention.first(4096)
}

/// Reads what a child writes to its standard error, and keeps a part of it.
///
/// The pipe is emptied all the time, so a child that writes without end never blocks on it and never fills the memory.
/// Nobody waits for the end of the stream: a grandchild may hold it open for ever.
///
/// A thread of its own does the reading. A dispatch source does not: cancelled at the moment at which the child hangs up,
/// which is when it ends, libdispatch ends the process on Linux (`_dispatch_source_refs_finalize_unregistration`).
final class ErrorOutput: Sendable {
    private let queue = DispatchQueue(label: "parlance.child.stderr")
    private let reader: Reader

    /// Starts reading, and takes the descriptor over.
    init(
        descriptor: Int32,
        keeping: ErrorRetention = .usual,
        observing observe: (@Sendable (ArraySlice<UInt8>) -> Void)? = nil
    ) {
        let reader = Reader(descriptor: descriptor, keeping: keeping, observe: observe)
        self.reader = reader
        queue.async { reader.run() }
    }

    deinit {
        reader.stop()
    }

    /// What has been kept so far.
    var bytes: [UInt8] { reader.bytes }

    /// Takes what is in the pipe now and closes it.
    ///
    /// - Returns: What is kept.
    func finish() -> [UInt8] {
        reader.stop()
        return queue.sync { reader.bytes }
    }
}

/// What reads a pipe until it ends, or until it is told to stop.
private final class Reader: Sendable {
    private let descriptor: Int32
    /// Two sockets: what is sent to the second wakes who waits at the first. -1 when the system has no more of them.
    private let sleeping: Int32
    private let waking: Int32
    private let isStopped = Atomic(false)
    private let keeping: ErrorRetention
    private let observe: (@Sendable (ArraySlice<UInt8>) -> Void)?
    private let kept = Mutex<[UInt8]>([])

    init(descriptor: Int32, keeping: ErrorRetention, observe: (@Sendable (ArraySlice<UInt8>) -> Void)?) {
        self.descriptor = descriptor
        self.keeping = keeping
        self.observe = observe
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var ends: [Int32] = [-1, -1]
        let hasEnds = cspawn_socket_pair(&ends) == 0
        (sleeping, waking) = hasEnds ? (ends[0], ends[1]) : (-1, -1)
    }

    deinit {
        if sleeping >= 0 { close(sleeping) }
        if waking >= 0 { close(waking) }
    }

    var bytes: [UInt8] {
        let all = kept.withLock { $0 }
        if case .last(let count) = keeping { return Array(all.suffix(count)) }
        return all
    }

    private func keep(_ bytes: ArraySlice<UInt8>) {
        kept.withLock { kept in
            switch keeping {
            case .first(let count): kept += bytes.prefix(max(0, count - kept.count))
            case .last(let count):
                kept += bytes
                // Seldom, since everything behind has to move.
                if kept.count > 2 * count { kept.removeFirst(kept.count - count) }
            }
        }
    }

    /// Reads, and closes the pipe at its end.
    func run() {
        var hasEnded = false
        while !hasEnded, !isStopped.load(ordering: .acquiring) {
            var waited = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: sleeping, events: Int16(POLLIN), revents: 0),
            ]
            // Without the sockets the time has to do. A descriptor of -1 is passed over.
            _ = poll(&waited, 2, sleeping >= 0 ? -1 : 20)
            hasEnded = readAvailable(atMost: 16)
        }
        // A pipe holds 64 KiB unless somebody enlarged it; a grandchild may go on writing, so this is bounded.
        if !hasEnded { _ = readAvailable(atMost: 256) }
        close(descriptor)
    }

    /// Ends the reading; what is in the pipe is still taken.
    func stop() {
        guard !isStopped.exchange(true, ordering: .acquiringAndReleasing), waking >= 0 else { return }
        var sent = 0
        _ = cspawn_send(waking, [1], 1, &sent)
    }

    /// Reads until the pipe is empty, or for a bounded number of times.
    ///
    /// - Returns: Whether the stream has ended.
    private func readAvailable(atMost rounds: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<rounds {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                keep(buffer[..<count])
                observe?(buffer[..<count])
            } else if count == 0 {
                return true
            } else if errno != EINTR {
                return errno != EAGAIN && errno != EWOULDBLOCK
            }
        }
        return false
    }
}
