import Audio
import Platform
import TestSupport
import Testing

/// Runs a program to its end and returns its standard output.
func run(
    _ name: String,
    _ arguments: [String],
    in folder: TemporaryFolder,
    directory: String? = nil,
    environment: [String]? = nil
) async throws -> (report: ExitReport, output: String) {
    let path = folder.file("stdout-\(UInt32.random(in: .min ... .max))")
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer {
        close(descriptor)
        unlink(path)
    }
    let program = try #require(ProgramSearch.find(name, in: ProgramSearch.systemPath))
    let child = try ChildProcess.start(
        ChildRequest(
            program: program,
            arguments: arguments,
            environment: environment,
            directory: directory,
            standardOutput: .descriptor(descriptor)
        )
    )
    let report = await child.wait()
    return (report, String(decoding: try #require(contents(path)), as: UTF8.self))
}

/// Creates an executable shell script.
///
/// A child process writes it. If this process wrote the script, a child started by another test could briefly inherit
/// the open descriptor, and the system does not execute a file that is open for writing.
func makeScript(_ text: String, at path: String, in folder: TemporaryFolder) async throws {
    let writer = #"printf '%s\n' "$2" > "$1" && chmod 755 "$1""#
    let result = try await run("sh", ["-c", writer, "sh", path, "#!/bin/sh\n" + text], in: folder)
    try #require(result.report.isSuccess, "\(result.report.summary)")
}
