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
