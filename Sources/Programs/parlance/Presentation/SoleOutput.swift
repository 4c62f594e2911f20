import Platform

/// Standard output in the hands of one writer.
struct SoleOutput: Sendable {
    /// Writes bytes, and waits while nobody reads.
    var write: @Sendable ([UInt8]) throws -> Void

    /// Writes as many bytes as go without waiting, and says how many; `nil` where that cannot be had.
    var writeNow: (@Sendable ([UInt8]) -> Int)?

    /// The standard output of this process. What others print goes to standard error from now on.
    static func ofProcess() throws -> SoleOutput {
        let own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard own >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw CommandFailure(SystemFailure.error("cannot take", "standard output", errno: errno), .inputOutput)
        }
        return SoleOutput(write: { try Console.write($0, to: own) }, writeNow: unwaiting(own))
    }

    /// A pipe can be opened a second time on Linux, so that only who writes here does not wait: the flag would hold for everybody who has the
    /// same opened pipe.
    private static func unwaiting(_ descriptor: Int32) -> (@Sendable ([UInt8]) -> Int)? {
        #if os(Linux)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        let again = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard again >= 0 else { return nil }
        return { bytes in
            let count = bytes.withUnsafeBytes { Platform.write(again, $0.baseAddress, $0.count) }
            // What has failed fails again where it is waited for.
            return max(0, count)
        }
        #else
        return nil
        #endif
    }
}
