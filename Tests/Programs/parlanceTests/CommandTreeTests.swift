import ArgumentParsing
import Audio
import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

@Suite("The command tree")
struct CommandTreeTests {
    /// The path of every command of the tree.
    private static let paths = paths(of: CommandTree.root, under: [])

    private static func paths(of command: Command, under above: [String]) -> [[String]] {
        let path = above + [command.name]
        return [path] + command.subcommands.flatMap { paths(of: $0, under: path) }
    }

    private static func snapshot(_ path: [String]) -> String { "help-" + path.joined(separator: "-") }

    @Test("the tree has no defects")
    func defects() {
        #expect(CommandTree.root.defects == [])
    }

    @Test("every example in the help can be parsed and names a runnable command")
    func examples() throws {
        let examples = Self.paths.flatMap { Self.command($0)?.examples ?? [] }
        #expect(examples.count > 5)
        for example in examples {
            let words = Self.words(of: example)
            #expect(words.first == "parlance", "\(example)")
            let invocation = try ArgumentParser(root: CommandTree.root).parse(Array(words.dropFirst()))
            guard case .run = invocation else {
                Issue.record("'\(example)' runs nothing")
                continue
            }
        }
    }

    @Test("the help of every command", arguments: paths)
    func help(_ path: [String]) async {
        let outcome = await InProcess().run(Array(path.dropFirst()) + ["--help"])
        outcome.expectSuccess()
        #expect(outcome.lines.allSatisfy { $0.count <= 80 || $0.contains("parlance ") })
        expectSnapshot(outcome.text, named: Self.snapshot(path))
    }

    @Test("the completion scripts", arguments: ["bash", "zsh", "fish"])
    func completions(_ shell: String) async {
        let outcome = await InProcess().run(["completions", shell])
        outcome.expectSuccess()
        expectSnapshot(outcome.text, named: "completions-\(shell)")
    }

    @Test("the errors of the command line")
    func errors() async {
        let lines: [[String]] = [
            [], ["speek"], ["spaek", "hi"], ["config"], ["config", "shwo"], ["help", "speek"], ["voices", "x"],
            ["speak"], ["speak", "hi", "--acent", "de"], ["speak", "hi", "-a"], ["speak", "hi", "-a", "!!"],
            ["speak", "hi", "-r", "fast"], ["speak", "hi", "-r", "0"], ["speak", "hi", "--rate", "nan"],
            ["speak", "hi", "-o", "a.wav", "-d", "b"], ["speak", "hi", "-o", "a.mp4"], ["speak", "hi", "-o", "a"],
            ["speak", "hi", "-o", "a.mp3", "--format", "flac"],
            ["speak", "hi", "--format", "opus"], ["speak", "hi", "-d", "a", "--format", "aac"],
            ["speak", "hi", "-o", "-", "--json"], ["speak", "hi", "-o", "a", "-o", "b"],
            ["speak", "hi", "--json=yes"], ["config", "init", "a", "--user"], ["config", "init", "--user"],
            ["completions"], ["completions", "tcsh"], ["voices", "-l", "e"], ["--config"],
            ["speak", "hi", "-a", "xx-YY", "-o", "a.wav"], ["speak", "hi", "--voice", "en-GP", "-o", "a.wav"],
            ["speak", "hi", "--provider", "espaek", "-o", "a.wav"], ["speak", "hi", "--slower", "0.8", "-o", "a.wav"],
            ["speak", "", "-o", "a.wav"], ["speak", "hi", "-o", "/nonexistent/a.wav"], ["speak", "hi", "-o", ""],
            ["speak", "hi", "-d", ""], ["speak", "-f", "/nonexistent/words"], ["speak", "-f", ""],
            ["speak", "hi", "-o", "/"], ["speak", "-f", "/", "-o", "a.wav"], ["speak", "hi"],
            ["--config", "/nonexistent/c.json", "providers"], ["voices", "-l", "qqq"],
        ]
        var text = ""
        for line in lines {
            let outcome = await InProcess(environment: [:]).run(line)
            #expect(outcome.output == [], "\(line)")
            guard case .exited(let code) = outcome.ending else { continue }
            let shown = line.map { $0.isEmpty ? "''" : $0 }.joined(separator: " ")
            text += "$ parlance \(shown)\n\(outcome.errors)exit \(code)\n\n"
        }
        expectSnapshot(text, named: "errors")
    }

    @Test("there is no unused snapshot")
    func noOrphans() throws {
        let names = Self.paths.map(Self.snapshot) + ["bash", "zsh", "fish"].map { "completions-\($0)" } + ["errors"]
        let folder = Snapshot.folder(besideFile: #filePath)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(names.map { "\($0).txt" }))
    }

    private static func command(_ path: [String]) -> Command? {
        path.dropFirst().reduce(CommandTree.root as Command?) { $0?.subcommand(named: $1) }
    }

    /// The words of the program's part of an example, split as by a shell; the only quoting in the examples is
    /// quotation marks.
    private static func words(of line: String) -> [String] {
        var line = line
        if let range = line.range(of: "$(") { line = line[range.upperBound...].prefix { $0 != ")" }.description }
        if let bar = line.range(of: "| ") { line = String(line[bar.upperBound...]) }
        return line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
