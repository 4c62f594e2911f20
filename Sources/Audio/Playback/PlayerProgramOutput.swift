import LanguageServices
import Synchronization

/// A sound that is collected in a file and played by a program.
final class PlayerProgramOutput: AudioOutput {
    /// A player that is installed, and where.
    struct Program: Sendable {
        var player: PlayerProgram
        var path: String
    }

    private struct State: ~Copyable {
        var file: TemporaryWAV?
        var child: ChildProcess?
        var isStopped = false
        var current: String
    }

    private let programs: [Program]
    private let environment: [String]?
    private let state: Mutex<State>

    init(file: consuming sending TemporaryWAV, programs: [Program], environment: [String]?) {
        self.programs = programs
        self.environment = environment
        state = Mutex(State(file: file, current: programs.first?.player.name ?? ""))
    }

    deinit {
        // The player outlives its handle otherwise.
        state.withLock { $0.child }?.terminate()
    }

    /// The program that plays, or is to play.
    var name: String { state.withLock { $0.current } }

    func write(_ samples: [Int16]) async throws(ServiceError) {
        try state.withLock { state throws(ServiceError) in
            guard !state.isStopped, state.file != nil else { throw .playbackStopped }
            try state.file?.append(samples)
        }
    }

    func drain() async throws(ServiceError) {
        defer { stop() }
        let path = try state.withLock { state throws(ServiceError) in
            guard !state.isStopped, state.file != nil else { throw .playbackStopped }
            try state.file?.complete()
            return state.file?.path ?? ""
        }
        var failures: [String] = []
        for program in programs {
            guard let failure = try await play(path, with: program) else { return }
            failures.append("\(program.player.name): \(failure)")
        }
        throw ServiceError(.unavailable, failures.joined(separator: "; "))
    }

    func stop() {
        let child: ChildProcess? = state.withLock { state in
            state.isStopped = true
            // Dropping it removes the file; a player that has it open is about to end.
            state.file = nil
            return state.child
        }
        child?.terminate()
    }

    /// Plays the file; gives the reason when the program cannot, so that the next one is to be tried.
    private func play(_ path: String, with program: Program) async throws(ServiceError) -> String? {
        let child: ChildProcess
        do throws(ServiceError) {
            child = try start(program, path: path)
        } catch {
            guard error.code != .cancelled else { throw error }
            return error.message
        }
        let report = await child.wait()
        guard !state.withLock({ $0.isStopped }) else { throw .playbackStopped }
        switch report.ending {
        case .exited(0): return nil
        case .exited: return report.summary
        case .signalled, .unknown:
            // Somebody ended it on purpose, or it crashed in the middle; starting over would be no help.
            throw ServiceError(.io, "the sound was cut off: \(program.player.name): \(report.summary)")
        }
    }

    private func start(_ program: Program, path: String) throws(ServiceError) -> ChildProcess {
        try state.withLock { state throws(ServiceError) in
            guard !state.isStopped else { throw .playbackStopped }
            let child = try ChildProcess.start(
                ChildRequest(
                    program: program.path,
                    arguments: program.player.arguments + [path],
                    environment: environment
                )
            )
            state.child = child
            state.current = program.player.name
            return child
        }
    }
}
