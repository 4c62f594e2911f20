import CSpawn
package import LanguageServices

/// Runs a program that prints a short result, and waits for its end without a task.
package enum ShortProgram {
    /// The result of a run.
    package struct Result: Sendable, Hashable {
        /// How the program ended; `nil` if it exceeded the time limit and was killed.
        package var ending: ExitReport.Ending?
        /// The beginning of its standard output.
        package var output: [UInt8]
        /// The beginning of its standard error.
        package var errors: [UInt8]
    }

    /// The number of bytes of each stream that are kept.
    private static let limit = 1 << 16

    /// Runs a program; its standard output in the request is ignored.
    ///
    /// - Parameter timeout: When the program and its children are killed.
    /// - Throws: An error from ``ChildRequest/start(standardError:)``, or `ServiceError.Code.cancelled`.
    package static func run(_ request: ChildRequest, timeout: Duration) throws(ServiceError) -> Result {
        var (outputs, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        defer { for end in outputs + errors where end >= 0 { close(end) } }
        for failure in [cspawn_pipe(&outputs), cspawn_pipe(&errors)] where failure != 0 {
            throw SystemFailure.error("cannot start", request.program, errno: failure)
        }
        var request = request
        request.standardOutput = .descriptor(outputs[1])
        let process = try request.start(standardError: errors[1])
        for end in [outputs[1], errors[1]] { close(end) }
        (outputs[1], errors[1]) = (-1, -1)

        let deadline = ContinuousClock.now + timeout
        var read: [[UInt8]] = [[], []]
        var isOpen = [true, true]
        var stopped: ServiceError?
        var isLate = false
        while true {
            let hasEnded = hasEnded(process)
            do throws(ServiceError) { try ServiceError.checkCancellation() } catch { stopped = error }
            isLate = !hasEnded && ContinuousClock.now >= deadline
            if isLate || stopped != nil {
                kill(-process, SIGKILL)
                break
            }
            let descriptors = [outputs[0], errors[0]]
            var waited = (0..<2).map { index in
                pollfd(fd: isOpen[index] ? descriptors[index] : -1, events: Int16(POLLIN), revents: 0)
            }
            let count = poll(&waited, 2, hasEnded ? 0 : isOpen.contains(true) ? 100 : 5)
            // A child of the program may keep the streams open.
            if hasEnded, count == 0 { break }
            for index in 0..<2 where waited[index].revents != 0 {
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = Platform.read(descriptors[index], &buffer, buffer.count)
                if count > 0 {
                    read[index] += buffer[..<min(count, limit - read[index].count)]
                } else if count == 0 || errno != EINTR {
                    isOpen[index] = false
                }
            }
        }
        var status: Int32 = 0
        var reaped = waitpid(process, &status, 0)
        while reaped < 0, errno == EINTR { reaped = waitpid(process, &status, 0) }
        if let stopped { throw stopped }
        let ending = reaped == process ? ExitReport.Ending(status: status) : .unknown
        return Result(ending: isLate ? nil : ending, output: read[0], errors: read[1])
    }

    /// Whether a process has ended; it is not reaped.
    private static func hasEnded(_ process: Int32) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT | WNOHANG) != 0
            || information.si_signo != 0
    }
}
