import CSpawn
import Dispatch
import Platform
import Synchronization

/// Reads what a process writes to its standard output, on a thread of its own, and stops reading when it is told to.
///
/// The end of the stream is not what ends the reading alone: a grandchild may hold it open for ever.
final class OutputReader: Sendable {
    private let descriptor: Int32
    /// Two sockets: what is sent to the second wakes who waits at the first.
    private let sleeping: Int32
    private let waking: Int32
    private let isHeld = Atomic(false)
    private let isFinishing = Atomic(false)
    private let isStopped = Atomic(false)

    /// Takes a descriptor over.
    ///
    /// - Returns: `nil` when the system has no more descriptors; then the one that was given is closed.
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

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - take: Gets each piece.
    ///   - end: Is called once, when nothing more is read.
    func start(take: @escaping @Sendable (ArraySlice<UInt8>) -> Void, end: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "parlance.plugin.read").async {
            self.run(take)
            end()
        }
    }

    /// Reads no more for now.
    func hold() { isHeld.store(true, ordering: .releasing) }

    /// Goes on reading.
    func goOn() {
        if isHeld.exchange(false, ordering: .acquiringAndReleasing) { wake() }
    }

    /// Reads what is there and no more.
    func finish() {
        isFinishing.store(true, ordering: .releasing)
        wake()
    }

    /// Reads nothing more at all.
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
        // Of a process that is gone a pipe holds no more than this, unless somebody else goes on writing.
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

/// Writes to the standard input of a process, on a queue of its own: a process that does not read blocks nobody else.
final class InputWriter: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "parlance.plugin.write")

    /// Takes a socket over.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Writes behind what is still waiting. What cannot be written is dropped: the process is gone then, which is noticed
    /// elsewhere.
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

    /// Lets the process see the end of its input, behind what is still waiting.
    func end() {
        queue.async { _ = shutdown(self.descriptor, Int32(SHUT_WR)) }
    }

    /// Cuts the connection; a write that is under way fails.
    func cut() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// The file that gets what a plug-in writes to its log; begun anew with each process, and kept to its last part.
///
/// A log that cannot be written is not worth a request, so nothing here fails.
final class LogFile: Sendable {
    private let descriptor: Int32
    private let size = Mutex(0)

    /// Begins the file anew; nobody but the user may read it.
    ///
    /// - Returns: `nil` when there is no place for it.
    init?(_ path: String?) {
        guard let path, !path.utf8.contains(0), let slash = path.lastIndex(of: "/") else { return nil }
        try? Folder.make(String(path[..<slash]))
        // Removed first, so that a process that still writes to the earlier one does not write into this.
        unlink(path)
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Adds to the end.
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

/// What a plug-in has written to its standard error.
package enum PluginLog {
    /// How many lines stand in an error.
    static let lines = 20

    /// The last lines of a log, fit to be shown.
    package static func lastLines(_ log: [UInt8], count: Int = lines) -> [String] {
        log.split(separator: UInt8(ascii: "\n")).suffix(count).map { OneLine.text($0) }.filter { !$0.isEmpty }
    }
}
