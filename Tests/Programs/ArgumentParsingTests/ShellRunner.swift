import Foundation
import Testing

/// Runs the shells whose completion scripts are tested.
struct ShellRunner {
    let executable: URL

    /// Finds a shell. If it is missing, prints a notice and returns `nil`, and the test is skipped.
    init?(_ shell: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/\(shell)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
            print("skipped: \(shell) is not installed, so its completion script is not tested")
            return nil
        }
        executable = URL(fileURLWithPath: path)
    }

    /// The standard output of the shell; a failure or any output on standard error fails the test.
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
        // The shells write less to standard error than fits in a pipe, so the pipes can be read one after the other.
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && complaint == "", "\(complaint)", sourceLocation: sourceLocation)
        return text
    }
}

/// A folder with files of awkward names, next to the completion script; removed at the end.
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
