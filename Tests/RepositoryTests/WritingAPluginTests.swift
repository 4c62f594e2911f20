import Foundation
import Testing

/// The guide 'Writing a plug-in' is followed to the letter.
@Suite(.timeLimit(.minutes(10)))
struct WritingAPluginTests {
    @Test func everyStep() async throws {
        let guide = try Repository.text("docs/writing-a-plugin.md")
        let shell = try ExampleShell()
        var files = 0
        var commands = 0
        for block in guide.matches(of: #/(?ms)^(?:`(?<name>[^`\n]+)`:\n\n)?```(?<kind>[a-z]+)\n(?<body>.*?)^```/#) {
            if let name = block.output.name {
                try String(block.output.body).write(toFile: shell.file(String(name)), atomically: true, encoding: .utf8)
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
                let printed = try await shell.run(
                    command,
                    environment: ["PARLANCE_SOURCE": Repository.root, "XDG_STATE_HOME": shell.file("state")]
                ).output
                let trimmed = printed.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                #expect(trimmed == expected.map { $0.trimmingCharacters(in: .whitespaces) }, "\(line)")
                commands += 1
            }
        }
        #expect(files == 6 && commands >= 13)
    }
}
