import Audio
import Foundation
import ServiceConfiguration
import TestSupport
import Testing

@Suite("The README")
struct ReadmeTests {
    /// A command of a `console` block and what stands below it.
    struct Example: Sendable {
        var command: String
        var output: String
    }

    @Test("every example that shows its output gives it")
    func examples() async throws {
        let examples = try Self.examples(Repository.text("README.md"))
        #expect(examples.count >= 10)
        let folder = try TemporaryFolder()
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PARLANCE_") }
        environment["HOME"] = folder.path
        environment["XDG_CONFIG_HOME"] = folder.path
        environment["PATH"] = try Self.programFolder() + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        for example in examples {
            // Into a file: a pipe could fill up while nobody reads.
            let output = folder.file("output-of-the-example")
            let child = try ChildProcess.start(
                ChildRequest(
                    program: "/bin/sh",
                    arguments: ["-c", "exec > '\(output)' 2>&1; \(example.command)"],
                    environment: environment.map { "\($0.key)=\($0.value)" },
                    directory: folder.path
                )
            )
            _ = await child.wait()
            let printed = try String(contentsOfFile: output, encoding: .utf8)
            #expect(Self.withoutNumbers(printed) == Self.withoutNumbers(example.output), "$ \(example.command)")
        }
    }

    /// Durations differ a little between versions of espeak-ng, and times between machines.
    private static func withoutNumbers(_ text: String) -> String {
        text.replacing(#/[0-9]+\.[0-9]+/#, with: "N").trimmingCharacters(in: .newlines)
    }

    private static func examples(_ text: String) -> [Example] {
        var examples: [Example] = []
        for block in text.matches(of: #/(?ms)^```console\n(.*?)^```/#) {
            for line in block.1.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("$ ") {
                    examples.append(Example(command: String(line.dropFirst(2)), output: ""))
                } else if let last = examples.indices.last {
                    examples[last].output += line + "\n"
                }
            }
        }
        return examples
    }

    /// Where the program was built: beside the tests.
    private static func programFolder() throws -> String {
        let test = try #require(DataLocator.executablePath(), "the path of the running test is not known")
        let folder = URL(fileURLWithPath: test).deletingLastPathComponent().path
        try #require(FileManager.default.isExecutableFile(atPath: folder + "/parlance"), "'swift build' makes it")
        return folder
    }
}
