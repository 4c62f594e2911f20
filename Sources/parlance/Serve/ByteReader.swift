import Dispatch
import Files
import LanguageServices
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads bytes as they come, on a queue of its own, since it may have to wait for them for ever; a cancelled task is answered within a
/// fifth of a second.
final class ByteReader: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "parlance.bytes")

    private static let pieceSize = 1 << 16

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next bytes, or `nil` at the end.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.io`, or `ServiceError.Code.cancelled`.
    func next() async throws -> [UInt8]? {
        let isCancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    continuation.resume(with: Result { try read { isCancelled.load(ordering: .relaxed) } })
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    private func read(unless isCancelled: () -> Bool) throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            if isCancelled() { throw ServiceError(.cancelled, "the request was cancelled") }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 200) > 0 else { continue }
            #if canImport(Darwin)
            let count = Darwin.read(descriptor, &buffer, buffer.count)
            #elseif canImport(Musl)
            let count = Musl.read(descriptor, &buffer, buffer.count)
            #else
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            #endif
            if count > 0 { return Array(buffer[..<count]) }
            if count == 0 { return nil }
            guard errno == EINTR || errno == EAGAIN else {
                // A socket whose other end was killed.
                if errno == ECONNRESET { return nil }
                throw SystemFailure.error("cannot read", "standard input", errno: errno)
            }
        }
    }
}
