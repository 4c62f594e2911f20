import Foundation
import TestSupport
import Testing

extension ExampleShell {
    /// Does what a guide says: writes the files whose name stands before a block, and runs the commands of `console` blocks, which must print
    /// what stands below them.
    ///
    /// - Returns: How many files and commands there were.
    func follow(_ path: String) async throws -> (files: Int, commands: Int) {
        let guide = try Repository.text(path)
        var files = 0
        var commands = 0
        for block in guide.matches(of: #/(?ms)^(?:`(?<name>[^`\n]+)`:\n\n)?```(?<kind>[a-z]+)\n(?<body>.*?)^```/#) {
            if let name = block.output.name {
                try String(block.output.body).write(toFile: file(String(name)), atomically: true, encoding: .utf8)
                files += 1
                continue
            }
            guard block.output.kind == "console" else { continue }
            var lines = block.output.body.split(separator: "\n")[...]
            while let line = lines.popFirst() {
                try #require(line.hasPrefix("$ "), "\(line)")
                var expected: [Substring] = []
                while let next = lines.first, !next.hasPrefix("$ ") {
                    expected.append(next)
                    lines.removeFirst()
                }
                let command = "umask 022; \(line.dropFirst(2))"
                let printed = try await run(
                    command,
                    environment: [
                        "PARLANCE_SOURCE": Repository.root, "XDG_STATE_HOME": file("state"),
                        // A terminal shows a line when it is complete; a file would get Python's after all others.
                        "PYTHONUNBUFFERED": "1",
                    ]
                ).output
                let trimmed = printed.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                #expect(trimmed == expected.map { $0.trimmingCharacters(in: .whitespaces) }, "\(line)")
                commands += 1
            }
        }
        return (files, commands)
    }
}
