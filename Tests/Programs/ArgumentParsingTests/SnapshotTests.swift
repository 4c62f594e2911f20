import ArgumentParsing
import Foundation
import TestSupport
import Testing

@Suite("Golden snapshots")
struct SnapshotTests {
    /// Every snapshot and how its text is generated.
    static let texts: [String: @Sendable () -> String] = [
        "help-root-80": { HelpText(["tool"], of: Sample.root).text },
        "help-root-40": { HelpText(["tool"], of: Sample.root, width: 40).text },
        "help-speak-40": { HelpText(["tool", "speak"], of: Sample.root, width: 40).text },
        "help-speak-80": { HelpText(["tool", "speak"], of: Sample.root).text },
        "help-speak-120": { HelpText(["tool", "speak"], of: Sample.root, width: 120).text },
        "help-config-80": { HelpText(["tool", "config"], of: Sample.root).text },
        "help-config-init-80": { HelpText(["tool", "config", "init"], of: Sample.root).text },
        "help-deck-translate-40": { HelpText(["tool", "deck", "translate"], of: Sample.root, width: 40).text },
        "completion-bash": { CompletionScript.bash(Sample.root) },
        "completion-zsh": { CompletionScript.zsh(Sample.root) },
        "completion-fish": { CompletionScript.fish(Sample.root) },
        "errors": { errors },
    ]

    @Test(arguments: texts.keys.sorted())
    func text(_ name: String) throws {
        let text = try #require(Self.texts[name])
        expectSnapshot(text(), named: name)
    }

    @Test("There is no unused snapshot")
    func noOrphans() throws {
        let folder = Snapshot.folder(besideFile: #filePath)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(Self.texts.keys.map { "\($0).txt" }))
    }

    private static var errors: String {
        let lines: [[String]] = [
            [], ["config"], ["spek"], ["backdor"], [""], ["config", "chek"], ["help", "spek"], ["help", "voices", "x"],
            ["--jsn"], ["--js"], ["--", "speak"], ["--rate", "1", "speak"], ["--force", "config", "init", "d"],
            ["speak", "--fromat", "ogg"], ["speak", "--oputput=secret.wav"], ["speak", "--=x"], ["speak", "---"],
            ["speak", "-x"], ["speak", "-jx"], ["speak", "-J"], ["speak", "-json"], ["speak", "-quiet"],
            ["speak", "--output"], ["speak", "-o"], ["speak", "--output", "--json"], ["speak", "-jo", "-q"],
            ["speak", "--output", "--"], ["speak", "--json=yes"], ["speak", "-j=yes"], ["speak", "--json", "-j"],
            ["speak", "--output=a", "-ob"], ["speak", "--rate", "fast"], ["speak", "--rate", "-1"],
            ["speak", "--rate=nan"], ["speak", "--rate="], ["speak", "--pitch", "13"], ["speak", "--pitch", "1.5"],
            ["speak", "--pitch", "99999999999999999999"], ["speak", "--format", "mp4"], ["speak", "-f", "WAV"],
            ["speak", "--voice", "x"], ["speak", "--level", "0"], ["voices", "x"], ["config", "init"],
            ["config", "init", "a", "b"], ["deck", "translate", "a", "xx"], ["deck", "translate", "a", "es", "b"],
            ["completions", "bsh"], ["speak", "--one\ntwo"], ["speak", "--\u{1B}[31mred"], ["speak", "--nul\0"],
            ["sp\u{AD}eak"], ["\u{301}"], ["speak", "--" + String(repeating: "a", count: 10_000)],
            ["speak", "--\u{202E}nosj"], ["speak", "--json\u{A0}"], ["voices", "\u{2028}"], ["speak", "-\u{301}"],
        ]
        return lines.map { arguments in
            do throws(UsageError) {
                return "\(shown(arguments))\n  accepted: \(try Sample.parser.parse(arguments))\n"
            } catch {
                return "\(shown(arguments))\n  tool: \(error.message)\n  \(error.remedy)\n"
            }
        }.joined()
    }

    private static func shown(_ arguments: [String]) -> String {
        arguments.isEmpty ? "(nothing)" : arguments.map(VisibleText.quoted).joined(separator: " ")
    }
}
