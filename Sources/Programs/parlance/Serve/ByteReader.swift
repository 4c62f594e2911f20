import LanguageServices
import Platform

/// Reads bytes as they come, and blocks until they do; a cancelled task is answered within a fifth of a second.
struct ByteReader: Sendable {
    let descriptor: Int32

    private static let pieceSize = 1 << 16

    /// The next bytes, or `nil` at the end.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.io`, or `ServiceError.Code.cancelled`.
    func next() throws(ServiceError) -> [UInt8]? {
        while true {
            try ServiceError.checkCancellation()
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 200) > 0 else { continue }
            var count = 0
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, initialized in
                count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
                failure = errno
                initialized = max(0, count)
            }
            if count > 0 { return piece }
            if count == 0 { return nil }
            guard failure == EINTR || failure == EAGAIN else {
                // A socket whose other end was killed.
                if failure == ECONNRESET { return nil }
                throw SystemFailure.error("cannot read", "standard input", errno: failure)
            }
        }
    }
}
