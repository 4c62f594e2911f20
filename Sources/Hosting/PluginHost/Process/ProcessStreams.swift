import CSpawn
import Dispatch
import Platform
import Synchronization

/// Reads the standard output of a process on a dedicated thread.
///
/// Reading can be stopped before the end of the stream, because a grandchild may keep the stream open forever.
final class OutputReader: Sendable {
    private let descriptor: Int32
    /// A pair of sockets: a byte sent to `waking` wakes the thread that polls `sleeping`.
    private let sleeping: Int32
    private let waking: Int32
    private let isHeld = Atomic(false)
    private let isFinishing = Atomic(false)
    private let isStopped = Atomic(false)

    /// Creates a reader that owns a descriptor.
    ///
    /// - Returns: `nil` if the system has no more descriptors. In that case, the given descriptor is closed.
    init?(descriptor: Int32) {
        var ends: [Int32] = [-1, -1]
        guard cspawn_socket_pair(&ends) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        (sleeping, waking) = (ends[0], ends[1])
        for number in [descriptor, sleeping] { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
    }

    deinit {
        close(descriptor)
        close(sleeping)
        close(waking)
    }

    /// Starts reading.
    ///
    /// - Parameters:
    ///   - take: Called with each chunk.
    ///   - end: Called once when reading has ended.
    func start(take: @escaping @Sendable (ArraySlice<UInt8>) -> Void, end: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "parlance.plugin.read").async {
            self.run(take)
            end()
        }
    }

    /// Pauses reading.
    func hold() { isHeld.store(true, ordering: .releasing) }

    /// Resumes reading.
    func goOn() {
        if isHeld.exchange(false, ordering: .acquiringAndReleasing) { wake() }
    }

    /// Reads what is already in the pipe, then ends.
    func finish() {
        isFinishing.store(true, ordering: .releasing)
        wake()
    }

    /// Ends reading and discards the remaining output.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        wake()
    }

    private func wake() {
        var sent = 0
        _ = cspawn_send(waking, [1], 1, &sent)
    }

    private func run(_ take: (ArraySlice<UInt8>) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // A pipe holds at most this many chunks once the process has exited, unless another process keeps writing.
        var lastPieces = 32
        while !isStopped.load(ordering: .acquiring) {
            let isLast = isFinishing.load(ordering: .acquiring)
            if !isLast {
                let isReading = !isHeld.load(ordering: .acquiring)
                var waited = [
                    pollfd(fd: sleeping, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: isReading ? descriptor : -1, events: Int16(POLLIN), revents: 0),
                ]
                _ = poll(&waited, 2, -1)
                if waited[0].revents != 0 {
                    var signals = [UInt8](repeating: 0, count: 64)
                    while read(sleeping, &signals, signals.count) > 0 {}
                    continue
                }
                guard isReading else { continue }
            } else {
                guard lastPieces > 0 else { return }
                lastPieces -= 1
            }
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                take(buffer[..<count])
            } else if count == 0 {
                return
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                if isLast { return }
            } else if errno != EINTR {
                return
            }
        }
    }
}

/// Writes to the standard input of a process on its own queue, so a process that does not read cannot block anything
/// else.
final class InputWriter: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "parlance.plugin.write")

    /// Creates a writer that owns a socket.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Queues bytes for writing. Bytes that cannot be written are dropped, because the process has then exited. The
    /// exit is handled elsewhere.
    func write(_ bytes: [UInt8]) {
        queue.async {
            bytes.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    var sent = 0
                    guard let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                        cspawn_send(self.descriptor, start, rest.count, &sent) == 0
                    else { return }
                    rest = rest.dropFirst(sent)
                }
            }
        }
    }

    /// Closes the process's input after the queued bytes.
    func end() {
        queue.async { _ = shutdown(self.descriptor, Int32(SHUT_WR)) }
    }

    /// Closes the connection. A running write fails.
    func cut() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// The log file of a plug-in. It is recreated for each process and keeps only the most recent output. Errors are
/// ignored, because a log failure must not cause a request to fail.
final class LogFile: Sendable {
    private let descriptor: Int32
    private let size = Mutex(0)

    /// Creates an empty file that only the user can read.
    ///
    /// - Returns: `nil` if it cannot be created.
    init?(_ path: String?) {
        guard let path, !path.utf8.contains(0), let slash = path.lastIndex(of: "/") else { return nil }
        try? PrivateFolder.makeWithParents(String(path[..<slash]))
        // The old file is removed rather than truncated, so a process that still writes to the old file does not write
        // to the new one.
        unlink(path)
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Appends bytes, and drops the oldest ones when the file gets too large.
    func append(_ bytes: ArraySlice<UInt8>) {
        size.withLock { size in
            size += put(bytes, at: size)
            guard size > 2 * PluginProtocol.logSize else { return }
            var last = [UInt8](repeating: 0, count: PluginProtocol.logSize)
            let count = pread(descriptor, &last, last.count, off_t(size - last.count))
            guard count == last.count, ftruncate(descriptor, 0) == 0 else { return }
            size = put(last[...], at: 0)
        }
    }

    private func put(_ bytes: ArraySlice<UInt8>, at place: Int) -> Int {
        bytes.withUnsafeBytes { max(0, pwrite(descriptor, $0.baseAddress, $0.count, off_t(place))) }
    }
}

/// The standard error of a plug-in.
package enum PluginLog {
    /// The default number of lines in an error.
    static let lines = 20

    /// The last lines of a log, without control characters.
    package static func lastLines(_ log: [UInt8], count: Int = lines) -> [String] {
        log.split(separator: UInt8(ascii: "\n")).suffix(count).map { OneLine.text($0) }.filter { !$0.isEmpty }
    }
}
