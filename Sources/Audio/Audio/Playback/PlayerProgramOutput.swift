import LanguageServices
import Platform
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
        var isPaused = false
        var current: String
        var heard = HeldTime()
    }

    private let programs: [Program]
    private let environment: [String]
    private let format: AudioFormat
    private let latency: Duration?
    private let state: Mutex<State>

    /// Nothing is heard before ``drain()``.
    var playsWhileWritten: Bool { false }

    init(
        file: consuming sending TemporaryWAV,
        format: AudioFormat,
        programs: [Program],
        environment: [String],
        latency: Duration?
    ) {
        self.programs = programs
        self.format = format
        self.latency = latency
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
            guard let failure = try await play(path, with: program) else {
                state.withLock { $0.heard.end() }
                return
            }
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

    func pause() { setPaused(true) }

    func resume() { setPaused(false) }

    func waitUntilHeard(frame: Int) async throws(ServiceError) {
        let position = format.duration(ofSamples: max(0, frame).multipliedOrMax(by: format.channels))
        while true {
            let (isStopped, played, isOver) = state.withLock { ($0.isStopped, $0.heard.elapsed, $0.heard.isOver) }
            if isOver { return }
            if isStopped { throw .playbackStopped }
            if let played, played >= position { return }
            let left = played.map { position - $0 } ?? Self.step
            try? await Task.sleep(for: min(left, Self.step))
            if Task.isCancelled { throw .playbackStopped }
        }
    }

    /// How long a wait may overlook a pause or the end.
    private static let step = Duration.milliseconds(25)

    private func setPaused(_ isPaused: Bool) {
        // With the lock held, so that the last of two calls is also the last signal.
        state.withLock { state in
            guard state.isPaused != isPaused else { return }
            state.isPaused = isPaused
            state.heard.setHeld(isPaused)
            state.child?.setHeld(isPaused)
        }
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
                    arguments: program.player.arguments(holding: latency) + [path],
                    environment: environment
                )
            )
            state.child = child
            state.current = program.player.name
            state.heard.begin()
            if state.isPaused {
                child.setHeld(true)
                state.heard.setHeld(true)
            }
            return child
        }
    }
}
