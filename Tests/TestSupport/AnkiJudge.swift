import Foundation
package import Testing

/// Runs judge.py with a Python that has Anki. `.ci/anki-check.sh` installs it and sets the variable.
package enum AnkiJudge {
    /// The Python that has Anki, if there is one.
    package static let python = ProcessInfo.processInfo.environment["PARLANCE_ANKI_PYTHON"]

    /// Why tests are skipped that need it.
    package static let missing = Comment(
        "PARLANCE_ANKI_PYTHON does not name a Python that has Anki; .ci/anki-check.sh does"
    )

    /// Runs the script to its end.
    package static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(python))
        process.arguments = [script] + arguments
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// Makes packages; the answer is their names.
    package static func make(in folder: TemporaryFolder, notes: Int) throws -> [String] {
        let output = try run(["make", folder.path] + (notes > 0 ? ["\(notes)"] : []))
        try #require(output.status == 0, "\(output.text)")
        return folder.names().filter { $0.hasSuffix("pkg") }
    }

    /// Bytes as the script reads them.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static let script = Repository.path("Tests/Decks/DecksTests/Fixtures/anki/judge.py")
}
