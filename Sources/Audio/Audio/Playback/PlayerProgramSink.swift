package import LanguageServices
import Platform

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
        guard let folder = getenv("TMPDIR"), folder.pointee == CChar(bitPattern: UInt8(ascii: "/")) else {
            return "/tmp"
        }
        return String(cString: folder)
    }
}
