import Audio
import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

/// A separate folder for runs of the real program, with a home that has no configuration and no sound server.
struct Sandbox {
    private let folder: TemporaryFolder
    private let program: String

    /// The home folder of the program.
    let home: String

    /// Where the voices are built, once for all tests. The path must be short, and each user has a separate one.
    private static let cache = "/tmp/parlance-tests-\(getuid())"

    /// The folder in which the program runs.
    let work: String

    init() throws {
        program = try Binary.path()
        folder = try TemporaryFolder()
        home = try folder.folder("home")
        work = try folder.folder("work")
    }

    /// The path of a file of the working folder.
    func path(_ name: String) -> String { "\(work)/\(name)" }

    /// The names in the working folder, or in a folder in it; including hidden ones, but not the record of spoken
    /// files.
    func names(in name: String? = nil) -> [String] {
        // A child process of a coverage build leaves its counters.
        let passedOver = [SpokenFolder.recordName, "default.profraw"]
        return TemporaryFolder.names(in: name.map(path) ?? work).filter { !passedOver.contains($0) }
    }

    /// Writes a file in the working folder.
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }

    /// Writes a text file in the working folder.
    func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

    /// The complete environment of the program; nothing is inherited.
    func environment(_ more: [String: String] = [:]) -> [String] {
        var variables = [
            "HOME": home, "XDG_CONFIG_HOME": "\(home)/.config", "XDG_RUNTIME_DIR": home, "LC_ALL": "C",
            "XDG_CACHE_HOME": Self.cache, "XDG_DATA_HOME": "\(home)/.local/share",
            "PATH": "/usr/local/bin:/usr/bin:/bin", "PULSE_SERVER": "unix:\(home)/no-server",
            // The folder is shared, and the answers of one test must not appear in another.
            "PARLANCE_CACHE_ENABLED": "false",
        ]
        // Without it, a coverage build writes its counters into the working folder.
        variables["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
        variables.merge(more) { _, new in new }
        return variables.map { "\($0)=\($1)" }
    }

    /// Runs the program until it exits.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - input: The standard input; `/dev/null` by default.
    ///   - environment: Variables in addition to those of every run.
    func run(_ arguments: [String], input: String? = nil, environment: [String: String] = [:]) async throws -> Outcome {
        try await finish(program, arguments, input: input.map { Array($0.utf8) }, environment: environment)
    }

    /// Runs a shell script in which `"$P"` is the program.
    func shell(_ script: String, environment: [String: String] = [:]) async throws -> Outcome {
        var environment = environment
        environment["P"] = program
        return try await finish("/bin/sh", ["-c", script], input: nil, environment: environment)
    }

    /// Starts the program without waiting for it.
    ///
    /// - Parameters:
    ///   - input: The descriptor for standard input.
    ///   - more: Variables in addition to those of every run.
    func start(
        _ arguments: [String],
        input: Int32? = nil,
        environment more: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess.start(
            ChildRequest(
                program: program,
                arguments: arguments,
                environment: environment(more),
                directory: work,
                standardInput: input.map { .descriptor($0) } ?? .null
            )
        )
    }

    private func finish(
        _ program: String,
        _ arguments: [String],
        input: [UInt8]?,
        environment more: [String: String]
    ) async throws -> Outcome {
        let name = folder.file("run-\(UInt64.random(in: .min ... .max))")
        try Data(input ?? []).write(to: URL(fileURLWithPath: name + ".in"))
        try Data().write(to: URL(fileURLWithPath: name + ".out"))
        defer { for end in [".in", ".out"] { TemporaryFolder.remove(name + end) } }
        let reading = try FileHandle(forReadingFrom: URL(fileURLWithPath: name + ".in"))
        let writing = try FileHandle(forWritingTo: URL(fileURLWithPath: name + ".out"))
        let child = try ChildProcess.start(
            ChildRequest(
                program: program,
                arguments: arguments,
                environment: environment(more),
                directory: work,
                standardInput: input == nil ? .null : .descriptor(reading.fileDescriptor),
                standardOutput: .descriptor(writing.fileDescriptor)
            )
        )
        let report = await child.wait()
        return Outcome(
            ending: report.ending,
            output: try #require(contents(name + ".out")),
            errors: Self.withoutProgress(String(decoding: report.standardError, as: UTF8.self))
        )
    }

    /// The messages without progress lines, which appear on a busy machine.
    private static func withoutProgress(_ errors: String) -> String {
        errors.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !($0.hasPrefix("parlance: ") && $0.contains(" texts, ") && $0.contains("/s")) }
            .joined(separator: "\n")
    }
}
