/// Writes to open file descriptors.
package enum FileDescriptor {
    /// Writes all bytes, with as many system calls as necessary.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: The open file, pipe or device.
    ///   - offset: The offset in the file; `nil` for its current position.
    /// - Returns: 0, or the `errno` of the call that failed.
    package static func write(
        _ bytes: UnsafeRawBufferPointer,
        to descriptor: Int32,
        at offset: Int? = nil
    ) -> Int32 {
        var written = 0
        while written < bytes.count {
            let (start, left) = (bytes.baseAddress?.advanced(by: written), bytes.count - written)
            let count =
                if let offset {
                    pwrite(descriptor, start, left, off_t(offset + written))
                } else {
                    Platform.write(descriptor, start, left)
                }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                return count == 0 ? EIO : errno
            }
        }
        return 0
    }

    /// Writes all bytes of an array.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int? = nil) -> Int32 {
        bytes.withUnsafeBytes { write($0, to: descriptor, at: offset) }
    }
}

/// Prevents SIGPIPE while this thread writes to a pipe whose read end may be closed.
///
/// The signal is blocked for this thread only, so the process's own handling does not change. A signal that arrives
/// during the write is discarded before the signal is unblocked; the write has already reported `EPIPE`.
struct BrokenPipeGuard {
    private var previous = sigset_t()
    private let wasPending: Bool

    /// Blocks the signal. The same thread must call ``lift()``, without suspending in between.
    init() {
        wasPending = Self.isPending()
        var set = Self.brokenPipe()
        pthread_sigmask(SIG_BLOCK, &set, &previous)
    }

    /// Discards a pending signal and unblocks the signal, unless it was blocked before.
    func lift() {
        if !wasPending, Self.isPending() {
            var set = Self.brokenPipe()
            var signal: Int32 = 0
            sigwait(&set, &signal)
        }
        var mask = previous
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    private static func brokenPipe() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        return set
    }

    private static func isPending() -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }
}
