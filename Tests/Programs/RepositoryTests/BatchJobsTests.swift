import Foundation
import Platform
import TestSupport
import Testing

@Suite("Batch jobs page")
struct BatchJobsTests {
    private let shell: ExampleShell
    private let expected: [String]

    /// Creates `items.jsonl`, and translates it in one run.
    init() async throws {
        shell = try ExampleShell()
        let words = ["water", "house", "went", "zzyzzx", "good", "", "Dog", "naive"]
        let items = (0..<3000).map { "{\"id\":\($0),\"text\":\"\(words[$0 % 8])\"}\n" }.joined()
        try items.write(toFile: shell.file("items.jsonl"), atomically: true, encoding: .utf8)
        let alone = try await shell.run("parlance translate --jsonl --from en --to es < items.jsonl 2> errors")
        try #require(alone.ending == .exited(2))
        expected = alone.output.split(separator: "\n").map(String.init)
        try #require(expected.count == 3000)
    }

    /// The `sh` blocks of the page that contain a text.
    private func blocks(with part: String) throws -> [String] {
        try Repository.text("docs/how-to/batch-jobs.md").matches(of: #/(?ms)^```sh\n(.*?)^```/#).map { String($0.1) }
            .filter { $0.contains(part) }
    }

    private func lines(of name: String) throws -> [String] {
        try String(contentsOfFile: shell.file(name), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("the array tasks produce complete parts, which together equal the output of a single run")
    func slurm() async throws {
        let script = try #require(try blocks(with: "#SBATCH").first)
        for task in 0..<8 {
            let run = try await shell.run(script, environment: ["SLURM_ARRAY_TASK_ID": "\(task)"])
            #expect(run.ending == .exited(0), "\(run.output)")
        }
        #expect(try await shell.run("cat part-*.jsonl > done.jsonl; ls *.tmp").ending != .exited(0))
        #expect(try lines(of: "done.jsonl") == expected)
        // A task that fails leaves no part under the final name.
        let broken = script.replacing("--to es", with: "--to cy").replacing("part-%04d", with: "broken-%04d")
        let run = try await shell.run(broken, environment: ["SLURM_ARRAY_TASK_ID": "0"])
        #expect(run.ending != .exited(0))
        #expect(!FileManager.default.fileExists(atPath: shell.file("broken-0000.jsonl")))
    }

    @Test(
        "GNU parallel produces the same output as a single run",
        .enabled(if: isInstalled("parallel"), "GNU parallel is not installed; the Debian package is parallel")
    )
    func parallel() async throws {
        let commands = try blocks(with: "parallel --pipe")
        try #require(commands.count == 2)
        for (command, ending) in zip(commands, [ExitReport.Ending?.none, .exited(0)]) {
            // Small blocks make many jobs.
            let run = try await shell.run(command.replacing("--block 1M", with: "--block 10k -j 4"))
            if let ending { #expect(run.ending == ending, "\(run.output)") }
            #expect(try lines(of: "done.jsonl") == expected, "\(command)")
        }
        let wrong = try #require(commands.last).replacing("--to es", with: "--to cy")
        #expect(try await shell.run(wrong).ending != .exited(0))
    }

    @Test(
        "failed texts are translated in a second run",
        .enabled(if: isInstalled("jq"), "jq is not installed")
    )
    func again() async throws {
        _ = try await shell.run("parlance translate --jsonl --from en --to es < items.jsonl > done.jsonl")
        let command = try #require(try blocks(with: "select(.error)").first)
        _ = try await shell.run(command.replacing("| parlance", with: "| sed s/zzyzzx/water/ | parlance"))
        let again = try lines(of: "again.jsonl")
        #expect(again.count == expected.count { $0.contains("\"error\"") } && again.count == 375)
        #expect(again.allSatisfy { $0.hasSuffix(#""text":"water","translation":"agua"}"#) })
    }
}

/// Whether a program is in `PATH`.
private func isInstalled(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
}
