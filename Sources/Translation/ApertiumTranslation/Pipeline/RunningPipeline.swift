import CSpawn
import Dispatch
import LanguageServices
import Platform
import Synchronization

/// The processes of a pipeline, and the file descriptors through which this process communicates with them.
///
/// When the socket to the first program is closed, deliberately or because this process exits, each program in turn
/// reaches the end of its input and exits.
final class RunningPipeline: Sendable {
    /// A non-blocking socket to the first program.
    let input: Int32
    /// A pipe from the last program.
    let output: Int32
    private let children: Children

    /// Starts the programs.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if one of them is not installed; `ServiceError.Code.io` if one cannot
    ///   be started.
    init(_ stages: [ApertiumStage]) throws(ServiceError) {
        var ends: [Int32] = [-1, -1]
        let failure = cspawn_socket_pair(&ends)
        guard failure == 0 else { throw SystemFailure.error("cannot start", "apertium", errno: failure) }
        let near = ends[0]
        // The input of the next program.
        var reading = ends[1]
        var started: [Int32] = []
        do throws(ServiceError) {
            for stage in stages {
                let next = try Self.pipe()
                defer { close(next.writing) }
                do throws(ServiceError) {
                    started.append(try Self.start(stage, reading, next.writing))
                } catch {
                    close(next.reading)
                    throw error
                }
                close(reading)
                reading = next.reading
            }
        } catch {
            close(near)
            close(reading)
            Children(started).end()
            throw error
        }
        for end in [near, reading] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
        (input, output) = (near, reading)
        children = Children(started)
    }

    deinit {
        close(input)
        close(output)
        children.end()
    }

    /// Terminates the processes and waits until they have exited.
    func end() async {
        children.end()
        await children.wait()
    }

    /// The process IDs, for tests.
    var identifiers: [Int32] { children.identifiers }

    private static func pipe() throws(ServiceError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        let failure = cspawn_pipe(&ends)
        guard failure == 0 else { throw SystemFailure.error("cannot start", "apertium", errno: failure) }
        return (ends[0], ends[1])
    }

    private static func start(_ stage: ApertiumStage, _ input: Int32, _ output: Int32) throws(ServiceError) -> Int32 {
        let path =
            stage.program.contains("/")
            ? stage.program : ProgramSearch.find(stage.program, in: ProgramSearch.systemPath)
        guard let path else {
            throw ServiceError(
                .unavailable,
                "the program \(OneLine.text(stage.program)) is not installed",
                remedy: "install the packages apertium, lttoolbox and apertium-lex-tools"
            )
        }
        let request = ChildRequest(
            program: path,
            arguments: stage.arguments,
            // The programs use the locale's encoding.
            environment: ["LC_ALL=C.UTF-8", "PATH=\(ProgramSearch.systemPath)"],
            standardInput: .descriptor(input),
            standardOutput: .descriptor(output)
        )
        return try request.start(standardError: CSPAWN_NULL)
    }
}

/// The processes of a pipeline, which are terminated and reaped together.
///
/// When one process exits, each process after it in turn reaches the end of its input and exits. A thread that waits
/// for the last process therefore notices any exit. Filters have no state to save, so they are killed.
final class Children: Sendable {
    /// The process IDs.
    let identifiers: [Int32]

    private struct State {
        var isReaped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Takes ownership of processes, each the leader of its own process group.
    init(_ identifiers: [Int32]) {
        self.identifiers = identifiers
        guard let last = identifiers.last else {
            state.withLock { $0.isReaped = true }
            return
        }
        DispatchQueue(label: "parlance.apertium.wait").async { [self] in
            var information = siginfo_t()
            // The process is not reaped yet, so its ID cannot be reused.
            while waitid(P_PID, id_t(last), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            reap()
        }
    }

    /// Kills the processes; returns immediately.
    func end() {
        state.withLock { state in
            guard !state.isReaped else { return }
            for identifier in identifiers { kill(-identifier, SIGKILL) }
        }
    }

    /// Waits until they have exited.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isReaped = state.withLock { state in
                if !state.isReaped { state.waiters.append(continuation) }
                return state.isReaped
            }
            if isReaped { continuation.resume() }
        }
    }

    private func reap() {
        let waiters = state.withLock { state in
            for identifier in identifiers { kill(-identifier, SIGKILL) }
            for identifier in identifiers {
                var status: Int32 = 0
                while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            }
            state.isReaped = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
