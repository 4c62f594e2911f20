import Audio
import Foundation
import Platform
import ServiceConfiguration
import TestSupport
import Testing

/// Runs the commands of guides, in a folder and with a home of their own.
struct ExampleShell {
    private let folder: TemporaryFolder
    private var environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PARLANCE_") }
        environment["HOME"] = folder.path
        environment["XDG_CONFIG_HOME"] = folder.path
        // No dictionaries but those of an example.
        environment["XDG_DATA_HOME"] = folder.file("data")
        environment["PATH"] = try Self.programFolder() + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    }

    /// The path of a file of the folder in which the commands run.
    func file(_ name: String) -> String { folder.file(name) }

    /// Runs a command to its end.
    ///
    /// - Parameter more: Environment variables besides those of every run.
    /// - Returns: Everything that it printed, and how it ended.
    func run(
        _ command: String,
        environment more: [String: String] = [:]
    ) async throws -> (output: String, ending: ExitReport.Ending) {
        // Into a file: a pipe could fill up while nobody reads.
        let output = folder.file("output-of-the-example")
        let variables = environment.merging(more) { $1 }
        let child = try ChildProcess.start(
            ChildRequest(
                program: "/bin/sh",
                arguments: ["-c", "exec > '\(output)' 2>&1; \(command)"],
                environment: variables.map { "\($0.key)=\($0.value)" },
                directory: folder.path
            )
        )
        let report = await child.wait()
        return (try String(contentsOfFile: output, encoding: .utf8), report.ending)
    }

    /// Where the program was built: beside the tests.
    private static func programFolder() throws -> String {
        let test = try #require(DataLocator.executablePath(), "the path of the running test is not known")
        let folder = URL(fileURLWithPath: test).deletingLastPathComponent().path
        try #require(FileManager.default.isExecutableFile(atPath: folder + "/parlance"), "'swift build' makes it")
        return folder
    }
}
