import Dispatch
import LanguageServices
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads what a child writes to its standard error, and keeps the beginning of it.
///
/// The pipe is emptied all the time, so a child that writes without end never blocks on it and never fills the memory.
/// Nobody waits for the end of the stream: a grandchild may hold it open for ever.
final class ErrorOutput: Sendable {
    /// How many bytes are kept; the first ones usually name the cause.
    static let capacity = 4096

    private let queue = DispatchQueue(label: "parlance.child.stderr")
    // Dispatch objects may be used from every thread; the protocol just does not say so on this platform. Set once.
    nonisolated(unsafe) private let source: any DispatchSourceRead
    private let descriptor: Int32
    private let kept = Mutex<[UInt8]>([])

    /// Starts reading, and takes the descriptor over.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            guard let self else { return }
            if readAvailable(atMost: 16) { source.cancel() }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit {
        source.cancel()
    }

    /// Takes what is in the pipe now and closes it.
    ///
    /// - Returns: The first ``capacity`` bytes that the child wrote.
    func finish() -> [UInt8] {
        queue.sync {
            if !source.isCancelled {
                // A pipe holds 64 KiB unless somebody enlarged it; a grandchild may go on writing, so this is bounded.
                _ = readAvailable(atMost: 256)
                source.cancel()
            }
        }
        return kept.withLock { $0 }
    }

    /// Reads until the pipe is empty, or for a bounded number of times.
    ///
    /// - Returns: Whether the stream has ended.
    private func readAvailable(atMost rounds: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<rounds {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                kept.withLock { $0 += buffer[..<count].prefix(Self.capacity - $0.count) }
            } else if count == 0 {
                return true
            } else if errno != EINTR {
                return errno != EAGAIN && errno != EWOULDBLOCK
            }
        }
        return false
    }
}
