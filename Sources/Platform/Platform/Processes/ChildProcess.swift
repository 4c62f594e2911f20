import CSpawn
import Dispatch
package import LanguageServices
import Synchronization

/// A child process, started without a shell in its own process group.
///
/// A dedicated thread waits for the child to end. The child therefore never remains a zombie, even without ``wait()``,
/// and no thread of the cooperative pool is blocked. If this object is deallocated, the child keeps running.
package final class ChildProcess: Sendable {
    /// The process id, which is also the process group id.
    ///
    /// After the child has ended, the system may reuse the number. Use ``terminate()``, which takes this into account.
    package let identifier: Int32

    private struct State {
        var isTerminating = false
        var result: ExitReport?
        var waiters: [CheckedContinuation<ExitReport, Never>] = []
    }

    // The queue serializes signals and reaping, so a reaped process is never signalled. The state is only used on the
    // queue, so the lock is never contended; it only satisfies the compiler. No task is resumed on the queue: a task
    // that is being cancelled cannot be resumed before its cancellation handlers return, and they wait for the queue in
    // `terminate()`.
    private let queue = DispatchQueue(label: "parlance.child")
    private let state = Mutex(State())
    private let errors: ErrorOutput
    private let endsGroup: Bool
    private let groupGuard: GroupGuard?

    private init(identifier: Int32, errors: ErrorOutput, endsGroup: Bool, guard groupGuard: GroupGuard?) {
        self.identifier = identifier
        self.errors = errors
        self.endsGroup = endsGroup
        self.groupGuard = groupGuard
    }

    /// The retained part of the child's standard error so far.
    package var standardError: [UInt8] { errors.bytes }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - request: The program.
    ///   - keeping: The part of the program's standard error to retain.
    ///   - observe: Receives the program's complete standard error, chunk by chunk.
    ///   - endsGroup: Whether to kill the remaining processes in the program's group when it ends, and the whole group
    ///     when this process ends; see `GroupGuard`.
    /// - Throws: `ServiceError.Code.invalidRequest` for a string with a NUL byte, `ServiceError.Code.io` if the system
    ///   cannot start the program.
    package static func start(
        _ request: ChildRequest,
        keeping: ErrorRetention = .usual,
        observing observe: (@Sendable (ArraySlice<UInt8>) -> Void)? = nil,
        endsGroup: Bool = false
    ) throws(ServiceError) -> ChildProcess {
        var ends: [Int32] = [-1, -1]
        let failure = cspawn_pipe(&ends)
        guard failure == 0 else { throw SystemFailure.error("cannot start", request.program, errno: failure) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        defer { close(writeEnd) }
        let identifier: Int32
        do throws(ServiceError) {
            identifier = try request.start(standardError: writeEnd)
        } catch {
            close(readEnd)
            throw error
        }
        let errors = ErrorOutput(descriptor: readEnd, keeping: keeping, observing: observe)
        // The child is reaped only by the waiting thread, which has not started, so the group exists even if the child
        // has ended.
        let child = ChildProcess(
            identifier: identifier,
            errors: errors,
            endsGroup: endsGroup,
            guard: endsGroup ? GroupGuard(group: identifier) : nil
        )
        DispatchQueue(label: "parlance.child.wait").async { child.waitForExit() }
        return child
    }

    /// Waits until the child has ended. Several tasks may wait.
    ///
    /// Cancelling a waiting task terminates the child; the wait continues until the child has ended, and the report
    /// contains the signal. A grandchild that keeps the standard streams open does not delay the return.
    package func wait() async -> ExitReport {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: ExitReport? = queue.sync {
                    state.withLock { state in
                        if state.result == nil { state.waiters.append(continuation) }
                        return state.result
                    }
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            terminate()
        }
    }

    /// Sends SIGTERM to the child's process group, and SIGKILL if the child has not ended within two seconds.
    ///
    /// Returns after the first signal. If the child ends in time, the remaining processes in its group are killed
    /// immediately.
    package func terminate() {
        queue.sync {
            state.withLock { state in
                guard state.result == nil, !state.isTerminating else { return }
                state.isTerminating = true
                kill(-identifier, SIGTERM)
                // A stopped process receives the signal only after SIGCONT.
                kill(-identifier, SIGCONT)
                queue.asyncAfter(deadline: .now() + .seconds(2)) { [weak self] in self?.killUnlessEnded() }
            }
        }
    }

    /// Stops (SIGSTOP) or continues (SIGCONT) the child and its children, unless the child has ended or is being
    /// terminated.
    package func setHeld(_ isHeld: Bool) {
        queue.sync {
            state.withLock { state in
                guard state.result == nil, !state.isTerminating else { return }
                kill(-identifier, isHeld ? SIGSTOP : SIGCONT)
            }
        }
    }

    private func killUnlessEnded() {
        state.withLock { state in
            if state.result == nil { _ = kill(-identifier, SIGKILL) }
        }
    }

    private func waitForExit() {
        var information = siginfo_t()
        var code: Int32
        repeat {
            // The child is not reaped yet; until then, its process id cannot be reused.
            code = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT)
        } while code != 0 && errno == EINTR
        // A host that ignores SIGCHLD or waits for any child consumes the status and releases the id.
        let isOurs = code == 0
        let output = errors.finish()
        let (report, waiters) = queue.sync {
            state.withLock { state in
                var report = ExitReport(ending: .unknown, standardError: output)
                if isOurs { reap(into: &report, isTerminating: state.isTerminating) }
                state.result = report
                defer { state.waiters = [] }
                return (report, state.waiters)
            }
        }
        for waiter in waiters { waiter.resume(returning: report) }
    }

    /// Reaps the child and reads its status.
    private func reap(into report: inout ExitReport, isTerminating: Bool) {
        if isTerminating || endsGroup { kill(-identifier, SIGKILL) }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) != identifier {
            guard errno == EINTR else { return }
        }
        // The guard was killed above, so this does not block; afterwards, the group id is free.
        groupGuard?.reap()
        report.ending = ExitReport.Ending(status: status)
        #if canImport(Darwin)
        report.peakMemory = Int(usage.ru_maxrss)
        #else
        report.peakMemory = Int(usage.ru_maxrss) << 10
        #endif
    }
}

/// How a child process ended, with the retained part of its standard error.
package struct ExitReport: Sendable, Hashable {
    /// The way a process ended.
    package enum Ending: Sendable, Hashable {
        /// It exited with a status, 0…255; 0 means success.
        case exited(Int32)
        /// A signal terminated it.
        case signalled(Int32)
        /// The status is unknown, since other code in this process consumed it.
        case unknown

        /// The ending that a status from `waitpid` describes.
        init(status: Int32) {
            let signal = status & 0x7F
            self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
        }
    }

    /// How it ended.
    package var ending: Ending
    /// The retained part of what the child and its children wrote to standard error; by default, the first 4096 bytes.
    package var standardError: [UInt8]

    /// The peak memory, in bytes, of the child or of its reaped child with the largest peak, whichever is larger; `nil`
    /// if unknown.
    package var peakMemory: Int?

    /// Whether it ended with status 0.
    package var isSuccess: Bool { ending == .exited(0) }

    /// A one-line description: `exit status 1: no such device`.
    package var summary: String {
        let cause =
            switch ending {
            case .exited(let status): "exit status \(status)"
            case .signalled(let signal): "terminated by \(Self.name(ofSignal: signal))"
            case .unknown: "unknown exit status"
            }
        let text = OneLine.text(standardError)
        return text.isEmpty ? cause : "\(cause): \(text)"
    }

    private static func name(ofSignal number: Int32) -> String {
        switch number {
        case SIGTERM: "SIGTERM"
        case SIGKILL: "SIGKILL"
        case SIGINT: "SIGINT"
        case SIGSEGV: "SIGSEGV"
        case SIGABRT: "SIGABRT"
        case SIGPIPE: "SIGPIPE"
        default: "signal \(number)"
        }
    }
}

/// Kills a process group when this process ends, regardless of the reason.
///
/// A small shell in the group waits on a pipe for this process to end. The shell ends when the group is killed or this
/// object is deallocated.
final class GroupGuard: Sendable {
    private let identifier: Int32
    private let lifeline: Int32

    /// Guards the group of a started child that has not been reaped.
    ///
    /// - Returns: `nil` if the guard cannot be started; the group then runs unguarded.
    init?(group: Int32) {
        var identifier: Int32 = 0
        var lifeline: Int32 = -1
        guard cspawn_guard(group, &identifier, &lifeline) == 0 else { return nil }
        (self.identifier, self.lifeline) = (identifier, lifeline)
    }

    deinit { close(lifeline) }

    /// Reaps the guard after its group has been killed.
    func reap() {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
}
