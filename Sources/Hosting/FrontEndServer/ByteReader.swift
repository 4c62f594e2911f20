package import LanguageServices
import Platform

/// Reads bytes as they come, and blocks until they do; a cancelled task is answered within a fifth of a second.
package struct ByteReader: Sendable {
    private let descriptor: Int32

    private static let pieceSize = 1 << 16

    /// Reads from a descriptor, which stays open.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next bytes, or `nil` at the end.
    ///
    /// - Throws: `ServiceError.Code.io`, or `ServiceError.Code.cancelled`.
    package func next() throws(ServiceError) -> [UInt8]? {
        while true {
            if Task.isCancelled { throw ServiceError(.cancelled, "the request was cancelled") }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 200) > 0 else { continue }
            var failure: Int32 = 0
            var isAtEnd = false
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, initialized in
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                failure = count < 0 ? errno : 0
                isAtEnd = count == 0
                initialized = max(0, count)
            }
            // A socket whose other end was killed has no more to give either.
            if isAtEnd || failure == ECONNRESET { return nil }
            if failure == 0 { return piece }
            guard failure == EINTR || failure == EAGAIN else {
                throw SystemFailure.error("cannot read", "standard input", errno: failure)
            }
        }
    }
}
