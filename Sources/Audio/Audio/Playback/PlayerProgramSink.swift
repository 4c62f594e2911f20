package import LanguageServices
import Platform
import Synchronization

/// Plays by starting a program: `pw-play`, `paplay` or `aplay`, on macOS `afplay`.
///
/// The sound is collected in a temporary file first, so nothing is heard before its end is known. The first program
/// that is installed plays it; when it fails, the next one does. A program that ends with status 0 is believed, which
/// does not prove that anybody heard it: `paplay`, for one, does so when it is told to end.
package struct PlayerProgramSink: AudioSink {
    package let name = "player program"

    private let searchPath: String?
    private let temporaryFolder: String?
    private let environment: [String]?

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - searchPath: Where to look for the programs; nil for the user's PATH.
    ///   - temporaryFolder: Where to collect the sound, an absolute path; nil for TMPDIR.
    ///   - environment: The programs' environment; nil for what they need of that of this process.
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

    /// Opens an output; a pause holds the program, and is heard when it has played what the sound server has of it.
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
        // A relative path could look like an option to a player.
        TemporaryDirectory.parent.hasPrefix("/") ? TemporaryDirectory.parent : "/tmp"
    }
}

/// A program that plays a WAV file and then ends.
struct PlayerProgram: Sendable {
    /// Its name, to be looked up in PATH.
    var name: String
    /// What stands before the file's path.
    var arguments: [String] = []
    /// The option for how much sound the program hands to the sound server ahead; what it does with milliseconds.
    var latencyOption: (@Sendable (Int) -> String)?

    /// What stands before the file's path when the program should hand over no more than `latency` ahead.
    func arguments(holding latency: Duration?) -> [String] {
        guard let latency, let latencyOption else { return arguments }
        return arguments + [latencyOption(max(20, latency.milliseconds))]
    }

    /// The programs to look for, in this order.
    ///
    /// Only those that fail when there is no sound: `espeak-ng` and `ffplay` end with status 0 then.
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
        var heard = PausableStopwatch()
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

/// A WAV file in the folder for temporary files that only this user can read, removed when the value goes away.
struct TemporaryWAV: ~Copyable {
    /// Where the file is.
    let path: String

    private let descriptor: Int32
    private let format: AudioFormat
    private var dataSize: Int64 = 0

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - folder: An absolute path.
    ///   - format: A format that has been validated.
    init(in folder: String, format: AudioFormat) throws(ServiceError) {
        var candidate = ""
        var opened: Int32 = -1
        for _ in 0..<100 where opened < 0 {
            candidate = "\(folder)/parlance-\(String(UInt64.random(in: .min ... .max), radix: 36)).wav"
            // O_EXCL: never follow a link or open a file that somebody put there.
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
        guard size <= WAVEncoding.largestDataSize - dataSize - Int64(format.channels) * 2 else {
            throw ServiceError(.limitExceeded, "the sound is longer than a player program can take (4 GiB)")
        }
        let offset = WAVEncoding.headerSize + Int(dataSize)
        try WAVEncoding.withBytes(of: samples) { raw throws(ServiceError) in
            try check(FileDescriptor.write(raw, to: descriptor, at: offset))
        }
        dataSize += size
    }

    /// Completes the header; the file can be played then.
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
