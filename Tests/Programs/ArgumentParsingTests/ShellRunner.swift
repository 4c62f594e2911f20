import Foundation
import Testing

/// Runs the shells whose completion scripts are tested.
struct ShellRunner {
    let executable: URL

    /// Finds a shell; when there is none, says so and answers `nil`, and the test has nothing to do.
    init?(_ shell: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/\(shell)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
            print("skipped: \(shell) is not installed, so its completion script is not tried")
            return nil
        }
        executable = URL(fileURLWithPath: path)
    }

    /// What the shell prints on standard output; a failure or a word on standard error fails the test.
    func output(
        _ arguments: [String],
        in folder: URL? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // The shells print far less than a pipe holds on standard error, so one may be read behind the other.
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && complaint == "", "\(complaint)", sourceLocation: sourceLocation)
        return text
    }
}

/// A folder with files of awkward names and the completion script beside it, removed in the end.
func withCompletionScript<Result>(_ script: String, named name: String, _ body: (URL, URL) throws -> Result) throws
    -> Result
{
    let files = FileManager.default
    let top = files.temporaryDirectory.appendingPathComponent("completion-\(UUID().uuidString)")
    defer { try? files.removeItem(at: top) }
    let folder = top.appendingPathComponent("files")
    for directory in ["sub dir", "sounds"] {
        try files.createDirectory(at: folder.appendingPathComponent(directory), withIntermediateDirectories: true)
    }
    for file in ["my file.txt", "plain.txt"] {
        try Data().write(to: folder.appendingPathComponent(file))
    }
    let scriptFile = top.appendingPathComponent(name)
    try Data(script.utf8).write(to: scriptFile)
    return try body(scriptFile, folder)
}
