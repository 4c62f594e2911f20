import CSpawn
import Dispatch
package import LanguageServices
import Synchronization

/// A child process: started without a shell, in a process group of its own.
///
/// A thread of its own waits for the end of the child, so it never stays behind as a zombie, whether anybody calls
/// ``wait()`` or not, and no thread of the cooperative pool is blocked. A handle that is dropped lets the child run on.
package final class ChildProcess: Sendable {
    /// The child's process identifier, which is that of its process group as well.
    ///
    /// Once the child has ended the system may give the number to another process; use ``terminate()``, which knows.
    package let identifier: Int32

    private struct State {
        var isTerminating = false
        var result: ExitReport?
        var waiters: [CheckedContinuation<ExitReport, Never>] = []
    }

    // Signals and the taking of the status follow each other on the queue: a process that has been reaped is never
    // signalled. All use of the state is there, so the lock is always free; it only shows the compiler the same.
    // No task is resumed there: a task that is being cancelled cannot be resumed before its cancellation handlers have
    // returned, and they wait for the queue in `terminate()`.
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

    /// What is kept so far of what the child has written to its standard error.
    package var standardError: [UInt8] { errors.bytes }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - request: What to start.
    ///   - keeping: Which part of its standard error is kept.
    ///   - observe: Gets all that it writes to its standard error, piece by piece.
    ///   - endsGroup: Whether what is left of its process group is killed when it ends by itself, too, and all of the group
    ///     when this process ends in whatever way; see `GroupGuard`.
    /// - Throws: `ServiceError.Code.invalidRequest` for a string with a NUL byte, `ServiceError.Code.io` when the
    ///   system cannot start it.
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
        // The child is not reaped before somebody waits for it, so the group is there even if the child has ended by now.
        let child = ChildProcess(
            identifier: identifier,
            errors: errors,
            endsGroup: endsGroup,
            guard: endsGroup ? GroupGuard(group: identifier) : nil
        )
        DispatchQueue(label: "parlance.child.wait").async { child.waitForExit() }
        return child
    }

    /// Waits until the child has ended; several tasks may wait.
    ///
    /// Cancelling the waiting task terminates the child, and the wait goes on until it is gone; the report then says by
    /// which signal. A grandchild that holds the standard streams open does not delay it.
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

    /// Asks the child and its children to end (SIGTERM), and kills them (SIGKILL) when the child has not done so within
    /// two seconds.
    ///
    /// Returns as soon as the first signal is sent. When the child ends in time, what is left of its process group is
    /// killed right then.
    package func terminate() {
        queue.sync {
            state.withLock { state in
                guard state.result == nil, !state.isTerminating else { return }
                state.isTerminating = true
                kill(-identifier, SIGTERM)
                // A process that is held takes the signal only when it goes on.
                kill(-identifier, SIGCONT)
                queue.asyncAfter(deadline: .now() + .seconds(2)) { [weak self] in self?.killUnlessEnded() }
            }
        }
    }

    /// Holds the child and its children (SIGSTOP) or lets them go on (SIGCONT), unless it has ended or is to end.
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
            // Not reaped yet: until it is, the process number cannot belong to anybody else.
            code = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT)
        } while code != 0 && errno == EINTR
        // A host that ignores SIGCHLD, or waits for any child, takes the status, and the number, away.
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

    /// Takes the child's status from the system.
    private func reap(into report: inout ExitReport, isTerminating: Bool) {
        if isTerminating || endsGroup { kill(-identifier, SIGKILL) }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) != identifier {
            guard errno == EINTR else { return }
        }
        // Killed above, so this takes no time; after it the number of the group is free.
        groupGuard?.reap()
        let signal = status & 0x7F
        report.ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
        #if canImport(Darwin)
        report.peakMemory = Int(usage.ru_maxrss)
        #else
        report.peakMemory = Int(usage.ru_maxrss) << 10
        #endif
    }
}

/// How a child process ended, and the beginning of what it wrote to its standard error.
package struct ExitReport: Sendable, Hashable {
    /// How a process ended.
    package enum Ending: Sendable, Hashable {
        /// It returned an exit status, 0…255; 0 means success.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
        /// Another part of this process took the status away.
        case unknown
    }

    /// How it ended.
    package var ending: Ending
    /// What is kept of what it, or its children, wrote to its standard error: the first 4096 bytes unless told otherwise.
    package var standardError: [UInt8]

    /// The most bytes of memory that it had at a time, or the largest of its children that it waited for; nil where that is not
    /// known.
    package var peakMemory: Int?

    /// Whether it ended with status 0.
    package var isSuccess: Bool { ending == .exited(0) }

    /// What happened, in one line: `exit status 1: no such device`.
    package var summary: String {
        let cause =
            switch ending {
            case .exited(let status): "exit status \(status)"
            case .signalled(let signal): "ended by \(Self.name(ofSignal: signal))"
            case .unknown: "its exit status is not known"
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

/// Keeps a process group from outliving this process, however this process ends.
///
/// A process of its own in the group waits for our end; what it costs is a pipe and a small shell. The group's own end takes
/// it along, or the end of this value does.
final class GroupGuard: Sendable {
    private let identifier: Int32
    private let lifeline: Int32

    /// Guards the group of a child that was started and has not been reaped.
    ///
    /// - Returns: `nil` when the system has no place for a guard; the group does without one then.
    init?(group: Int32) {
        var identifier: Int32 = 0
        var lifeline: Int32 = -1
        guard cspawn_guard(group, &identifier, &lifeline) == 0 else { return nil }
        (self.identifier, self.lifeline) = (identifier, lifeline)
    }

    deinit { close(lifeline) }

    /// Takes the guard's status from the system, once its group has been killed.
    func reap() {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
}
