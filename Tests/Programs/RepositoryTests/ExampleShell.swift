import Audio
import Foundation
import Platform
import ServiceConfiguration
import TestSupport
import Testing

/// Runs the examples of a page in a temporary folder, which is also the home folder.
struct ExampleShell {
    private let folder: TemporaryFolder
    private var environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PARLANCE_") }
        environment["HOME"] = folder.path
        environment["XDG_CONFIG_HOME"] = folder.path
        // Only the starter dictionaries and those that an example imports.
        environment["XDG_DATA_HOME"] = folder.file("data")
        environment["XDG_STATE_HOME"] = folder.file("state")
        environment["PARLANCE_SOURCE"] = Repository.root
        // Python prints each line when it is complete, as in a terminal.
        environment["PYTHONUNBUFFERED"] = "1"
        environment["PATH"] = try Self.programFolder() + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    }

    /// The path of a file in the folder in which the commands run.
    func file(_ name: String) -> String { folder.file(name) }

    /// Writes a file of an example, and the folders above it.
    func write(_ text: String, to name: String) throws {
        let path = file(name)
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// The lines of an output, without the parts that differ between machines: durations, progress and the path of the
    /// folder.
    ///
    /// Decimal numbers and frames differ between versions of espeak-ng.
    func comparable(_ output: String) -> [String] {
        output.replacing(folder.path, with: "/home/you").split(separator: "\n")
            .filter { !($0.hasPrefix("parlance: ") && $0.contains(" texts, ") && $0.contains("/s")) }
            .map {
                $0.replacing(#/[0-9]+[.,][0-9]+/#, with: "N").replacing(#/"frame":[0-9]+/#, with: "\"frame\":N")
                    .trimmingCharacters(in: .whitespaces)
            }
            .filter { !$0.isEmpty }
    }

    /// Runs a command in `/bin/sh`, and waits until it exits.
    ///
    /// - Parameter more: Environment variables in addition to those of every run.
    /// - Returns: Standard output and error, and how the command ended.
    func run(
        _ command: String,
        environment more: [String: String] = [:]
    ) async throws -> (output: String, ending: ExitReport.Ending) {
        // A file, because a pipe could fill up.
        let output = folder.file("output-of-the-example")
        let variables = environment.merging(more) { $1 }
        let child = try ChildProcess.start(
            ChildRequest(
                program: "/bin/sh",
                arguments: ["-c", "umask 022; exec > '\(output)' 2>&1; \(command)"],
                environment: variables.map { "\($0.key)=\($0.value)" },
                directory: folder.path
            )
        )
        let report = await child.wait()
        return (try String(contentsOfFile: output, encoding: .utf8), report.ending)
    }

    /// The folder with the built program, which also contains the tests.
    private static func programFolder() throws -> String {
        let test = try #require(DataLocator.executablePath(), "the path of the running test is unknown")
        let folder = URL(fileURLWithPath: test).deletingLastPathComponent().path
        try #require(FileManager.default.isExecutableFile(atPath: folder + "/parlance"), "run 'swift build' first")
        return folder
    }
}
