package import LanguageServices
import Platform
import Synchronization

/// Plays with a program: `pw-play`, `paplay` or `aplay`; on macOS, `afplay`.
///
/// Sound is collected in a temporary file, so playback starts only after the last sample. The first installed program
/// plays it; if it fails, the next one is tried. Exit status 0 is treated as success, although it does not prove that
/// the sound was audible: `paplay`, for example, exits with 0 if it is terminated.
package struct PlayerProgramSink: AudioSink {
    package let name = "player program"

    private let searchPath: String?
    private let temporaryFolder: String?
    private let environment: [String]?

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - searchPath: The search path for programs; `nil` for the user's `PATH`.
    ///   - temporaryFolder: The absolute path of the folder for temporary files; `nil` for `TMPDIR`.
    ///   - environment: The environment of the programs; with `nil`, they inherit only the variables of this process
    ///     that they need.
    package init(searchPath: String? = nil, temporaryFolder: String? = nil, environment: [String]? = nil) {
        self.searchPath = searchPath
        self.temporaryFolder = temporaryFolder
        self.environment = environment
    }

    package func availability() async -> AudioSinkAvailability {
        let found = installed()
        guard !found.isEmpty else {
            return AudioSinkAvailability(name: name, text: Self.nothingFound, isUsable: false)
        }
        let list = found.map(\.path).joined(separator: ", ")
        return AudioSinkAvailability(name: name, text: "found \(list)", isUsable: true)
    }

    package func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput {
        try open(format, holding: nil)
    }

    /// Opens an output. Pausing suspends the program and takes effect when the sound server's buffer is empty.
    package func open(_ format: AudioFormat, latency: Duration) async throws(ServiceError) -> any AudioOutput {
        try open(format, holding: latency)
    }

    private func open(_ format: AudioFormat, holding latency: Duration?) throws(ServiceError) -> PlayerProgramOutput {
        try format.validate()
        let programs = installed()
        guard !programs.isEmpty else { throw ServiceError(.unavailable, Self.nothingFound) }
        let file = try TemporaryWAV(in: temporaryFolder ?? Self.systemFolder, format: format)
        return PlayerProgramOutput(
            file: file,
            format: format,
            programs: programs,
            environment: environment ?? ProgramEnvironment.current,
            latency: latency
        )
    }

    private func installed() -> [PlayerProgramOutput.Program] {
        let path = searchPath ?? ProgramSearch.systemPath
        return PlayerProgram.known.compactMap { program in
            ProgramSearch.find(program.name, in: path).map { .init(player: program, path: $0) }
        }
    }

    private static var nothingFound: String {
        "no \(PlayerProgram.known.map(\.name).joined(separator: ", ")) in PATH"
    }

    private static var systemFolder: String {
        // A player could mistake a relative path for an option.
        TemporaryDirectory.parent.hasPrefix("/") ? TemporaryDirectory.parent : "/tmp"
    }
}

/// A program that plays a WAV file and then exits.
struct PlayerProgram: Sendable {
    /// The name, which is looked up in `PATH`.
    var name: String
    /// The arguments before the file's path.
    var arguments: [String] = []
    /// Returns the latency option for a number of milliseconds. The option limits how far ahead the program writes to
    /// the sound server.
    var latencyOption: (@Sendable (Int) -> String)?

    /// The arguments before the file's path; `latency` limits how far ahead the program writes.
    func arguments(holding latency: Duration?) -> [String] {
        guard let latency, let latencyOption else { return arguments }
        return arguments + [latencyOption(max(20, latency.milliseconds))]
    }

    /// The supported programs, in the order in which they are tried.
    ///
    /// They all fail without a sound device. `espeak-ng` and `ffplay` are excluded because they exit with status 0 even
    /// in that case.
    static var known: [PlayerProgram] {
        #if canImport(Darwin)
        [PlayerProgram(name: "afplay")]
        #else
        [
            PlayerProgram(name: "pw-play", latencyOption: { "--latency=\($0)ms" }),
            PlayerProgram(name: "paplay", latencyOption: { "--latency-msec=\($0)" }),
            PlayerProgram(name: "aplay", arguments: ["-q"], latencyOption: { "--buffer-time=\($0 * 1000)" }),
        ]
        #endif
    }
}

/// Sound that is collected in a file and played by a program.
final class PlayerProgramOutput: AudioOutput {
    /// An installed player and its path.
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
        var heard = PausableStopwatch()
    }

    private let programs: [Program]
    private let environment: [String]
    private let format: AudioFormat
    private let latency: Duration?
    private let state: Mutex<State>

    /// Nothing plays before ``drain()``.
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
        // Otherwise the player would outlive its handle.
        state.withLock { $0.child }?.terminate()
    }

    /// The name of the program that is playing or will play.
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
            // Dropping the value removes the file; a player that still has it open is about to exit.
            state.file = nil
            return state.child
        }
        child?.terminate()
    }

    func pause() { setPaused(true) }

    func resume() { setPaused(false) }

    func waitUntilPlayed(frame: Int) async throws(ServiceError) {
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

    /// How often a wait checks for a pause or the end of playback.
    private static let step = Duration.milliseconds(25)

    private func setPaused(_ isPaused: Bool) {
        // With the lock held, so that signals are sent in the order of the calls.
        state.withLock { state in
            guard state.isPaused != isPaused else { return }
            state.isPaused = isPaused
            state.heard.setHeld(isPaused)
            state.child?.setHeld(isPaused)
        }
    }

    /// Plays the file; returns the reason if the program cannot play it and the next one should be tried.
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
            // The program was terminated or crashed during playback; starting over would not help.
            throw ServiceError(.io, "playback was interrupted: \(program.player.name): \(report.summary)")
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

/// A WAV file in the temporary folder. Only this user can read it, and it is removed when the value is dropped.
struct TemporaryWAV: ~Copyable {
    /// The path of the file.
    let path: String

    private let descriptor: Int32
    private let format: AudioFormat
    private var dataSize: Int64 = 0

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - folder: An absolute path.
    ///   - format: A validated format.
    init(in folder: String, format: AudioFormat) throws(ServiceError) {
        var candidate = ""
        var opened: Int32 = -1
        for _ in 0..<100 where opened < 0 {
            candidate = "\(folder)/parlance-\(String(UInt64.random(in: .min ... .max), radix: 36)).wav"
            // O_EXCL: never follow a link or open a file that another user created.
            opened = open(candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard opened >= 0 || errno == EEXIST else { break }
        }
        guard opened >= 0 else {
            throw SystemFailure.error("cannot create a temporary file in", folder, errno: errno)
        }
        path = candidate
        descriptor = opened
        self.format = format
    }

    /// Appends samples.
    mutating func append(_ samples: [Int16]) throws(ServiceError) {
        let size = Int64(samples.count) * 2
        guard size <= WAVEncoding.maximumDataSize - dataSize - Int64(format.channels) * 2 else {
            throw ServiceError(.limitExceeded, "the sound exceeds the limit of player programs (4 GiB)")
        }
        let offset = WAVEncoding.headerSize + Int(dataSize)
        try WAVEncoding.withBytes(of: samples) { raw throws(ServiceError) in
            try check(FileDescriptor.write(raw, to: descriptor, at: offset))
        }
        dataSize += size
    }

    /// Completes the header; the file can then be played.
    mutating func complete() throws(ServiceError) {
        let missing = WAVFile.missingSamples(dataSize: dataSize, channels: format.channels)
        try append([Int16](repeating: 0, count: missing))
        let header = WAVEncoding.header(format: format, dataSize: dataSize)
        try check(FileDescriptor.write(header, to: descriptor, at: 0))
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    private func check(_ failure: Int32) throws(ServiceError) {
        guard failure == 0 else { throw SystemFailure.error("cannot write", path, errno: failure) }
    }
}
