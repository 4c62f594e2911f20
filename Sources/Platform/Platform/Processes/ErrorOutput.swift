import CSpawn
import Dispatch
import LanguageServices
import Synchronization

/// The part of a child's standard error to retain.
package enum ErrorRetention: Sendable, Hashable {
    /// The given number of bytes from the beginning, where the cause is usually stated.
    case first(Int)
    /// The given number of bytes from the end, for the log of a long-running process.
    case last(Int)

    /// The default: the first 4096 bytes.
    package static let usual = ErrorRetention.first(4096)
}

/// Reads a child's standard error and retains a part of it.
///
/// The pipe is read continuously, so a child never blocks on it, and memory use is bounded. Nothing waits for the end
/// of the stream, since a grandchild may keep it open.
///
/// A dedicated thread reads the pipe instead of a dispatch source. If a source is cancelled while the child closes the
/// pipe, as happens when the child ends, libdispatch crashes on Linux
/// (`_dispatch_source_refs_finalize_unregistration`).
final class ErrorOutput: Sendable {
    private let queue = DispatchQueue(label: "parlance.child.stderr")
    private let reader: Reader

    /// Starts reading and takes ownership of the descriptor.
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

    /// The retained bytes so far.
    var bytes: [UInt8] { reader.bytes }

    /// Reads the remaining bytes from the pipe and closes it.
    ///
    /// - Returns: The retained bytes.
    func finish() -> [UInt8] {
        reader.stop()
        return queue.sync { reader.bytes }
    }
}

/// Reads a pipe until its end or until reading is stopped.
private final class Reader: Sendable {
    private let descriptor: Int32
    /// A socket pair: writing to the second socket wakes the reader, which polls the first. The descriptors are -1 if
    /// no sockets are available.
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
                // This is done rarely, since it moves all the retained bytes.
                if kept.count > 2 * count { kept.removeFirst(kept.count - count) }
            }
        }
    }

    /// Reads the pipe, and closes it at the end.
    func run() {
        var hasEnded = false
        while !hasEnded, !isStopped.load(ordering: .acquiring) {
            var waited = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: sleeping, events: Int16(POLLIN), revents: 0),
            ]
            // If there are no sockets, a timeout is used instead. poll() ignores the descriptor -1.
            _ = poll(&waited, 2, sleeping >= 0 ? -1 : 20)
            hasEnded = readAvailable(atMost: 16)
        }
        // A pipe holds 64 KiB by default. A grandchild may keep writing, so the number of reads is limited.
        if !hasEnded { _ = readAvailable(atMost: 256) }
        close(descriptor)
    }

    /// Stops reading once the bytes in the pipe have been read.
    func stop() {
        guard !isStopped.exchange(true, ordering: .acquiringAndReleasing), waking >= 0 else { return }
        var sent = 0
        _ = cspawn_send(waking, [1], 1, &sent)
    }

    /// Reads until the pipe is empty, at most the given number of times.
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
