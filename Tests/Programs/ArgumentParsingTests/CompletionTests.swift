import ArgumentParsing
import Foundation
import Testing

/// Command lines before and after Tab; the same for bash and zsh.
private let completions: [(typed: String, completed: String)] = [
    ("tool spe", "tool speak "),
    ("tool -j spe", "tool -j speak "),
    ("tool --config x spe", "tool --config x speak "),
    ("tool --config=x spe", "tool --config=x speak "),
    ("tool -jc spe", "tool -jc spe"),
    ("tool -jc spe spe", "tool -jc spe speak "),
    ("tool -cspe spe", "tool -cspe speak "),
    ("tool back", "tool back"),
    ("tool speak --debug", "tool speak --debug"),
    ("tool speak --voi", "tool speak --voice "),
    (#"tool speak --voice \$H"#, #"tool speak --voice \$HOME "#),
    ("tool speak --voice a", #"tool speak --voice a\ b "#),
    ("tool speak --voice it", #"tool speak --voice it\'s "#),
    ("tool speak --voice back", #"tool speak --voice back\\slash "#),
    ("tool speak --voice=en:", "tool speak --voice=en:us "),
    ("tool speak --voice en:", "tool speak --voice en:us "),
    ("tool speak --voice=a", #"tool speak --voice=a\ b "#),
    ("tool speak --voice=x=", "tool speak --voice=x=y "),
    (#"tool speak --voice "a"#, #"tool speak --voice "a b" "#),
    (#"tool speak "a b" --ra"#, #"tool speak "a b" --rate "#),
    ("tool speak -fo", "tool speak -fo"),
    ("tool speak --format=w", "tool speak --format=wav "),
    ("tool speak --rate p", "tool speak --rate p"),
    ("tool speak --output my", #"tool speak --output my\ file.txt "#),
    ("tool speak --output=my", #"tool speak --output=my\ file.txt "#),
    ("tool speak -jo pl", "tool speak -jo plain.txt "),
    ("tool speak -3 pl", "tool speak -3 plain.txt "),
    ("tool speak -- pl", "tool speak -- plain.txt "),
    ("tool speak -- --vo", "tool speak -- --vo"),
    ("tool -- spe", "tool -- spe"),
    ("tool bogus --js", "tool bogus --js"),
    ("tool config show --prof", "tool config show --profile "),
    ("tool config --profile x sh", "tool config --profile x show "),
    ("tool config init su", #"tool config init sub\ dir/"#),
    ("tool config init pl", "tool config init pl"),
    ("tool deck translate --folder=so", "tool deck translate --folder=sounds/"),
    ("tool deck translate --folder so", "tool deck translate --folder sounds/"),
    ("tool deck translate x e", "tool deck translate x es "),
    ("tool deck translate x es e", "tool deck translate x es e"),
    ("tool help conf", "tool help config "),
    ("tool help config in", "tool help config init "),
    ("tool help speak pl", "tool help speak pl"),
    ("tool completions f", "tool completions fish "),
    ("tool learn qu", "tool learn quiz "),
    ("tool learn x qu", "tool learn x qu"),
    ("tool learn -- qu", "tool learn -- qu"),
    ("tool learn x --ea", "tool learn x --easy "),
    ("tool learn x quiz --ki", "tool learn x quiz --ki"),
    ("tool learn quiz --ki", "tool learn quiz --kind "),
    ("tool learn quiz --ea", "tool learn quiz --ea"),
    ("tool learn quiz --kind g", "tool learn quiz --kind gap "),
    ("tool help learn qu", "tool help learn quiz "),
]

@Suite("Completion in bash")
struct BashCompletionTests {
    @Test("The script is valid")
    func syntax() throws {
        guard let bash = ShellRunner("bash") else { return }
        try withCompletionScript(CompletionScript.bash(Sample.root), named: "tool.bash") { script, _ in
            let text = try bash.output(["-n", script.path])
            #expect(text == "")
        }
    }

    /// The candidates for words as split by bash, and the readline options that the script sets.
    private func reply(_ line: String, words: [String], wordBreaks: String = "\"'@><=;|&(:") throws -> [String]? {
        guard let bash = ShellRunner("bash") else { return nil }
        let program = """
            source "$1"; COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$3; shift 3
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            compopt() { echo "compopt $*"; }
            __tool_complete
            for reply in "${COMPREPLY[@]}"; do printf '%s\\n' "$reply"; done
            """
        return try withCompletionScript(CompletionScript.bash(Sample.root), named: "tool.bash") { script, _ in
            try bash.output(["--norc", "-c", program, "bash", script.path, line, wordBreaks] + words)
                .split(separator: "\n").map(String.init)
        }
    }

    @Test("Commands, options and choices")
    func candidates() throws {
        guard let commands = try reply("tool ", words: ["tool", ""]) else { return }
        #expect(commands == ["speak", "voices", "config", "deck", "learn", "completions", "help"])
        #expect(
            try reply("tool voices ", words: ["tool", "voices", ""])
                == ["--config", "-c", "--json", "-j", "--quiet", "-q", "--help", "-h", "--version", "--limit", "-n"]
        )
        #expect(try reply("tool voices --l", words: ["tool", "voices", "--l"]) == ["--limit"])
        #expect(try reply("tool speak --rate ", words: ["tool", "speak", "--rate", ""]) == [])
        #expect(try reply("tool speak -f ", words: ["tool", "speak", "-f", ""]) == ["wav", "ogg", "mp3"])
        #expect(
            try reply("tool speak --output ", words: ["tool", "speak", "--output", ""]) == [
                "compopt -o filenames -o default"
            ]
        )
        #expect(try reply("tool voices -- ", words: ["tool", "voices", "--", ""]) == [])
        #expect(
            try reply("tool speak --voice ", words: ["tool", "speak", "--voice", ""])
                == ["en-AU", "en:us", #"it\'s"#, #"\$HOME"#, #"a\ b"#, #"back\\slash"#, #"\`id\`"#, #"\*"#, "x=y"]
        )
    }

    @Test("Words that bash splits")
    func wordBreaks() throws {
        guard let choices = try reply("tool speak --voice=en", words: ["tool", "speak", "--voice", "=", "en"]) else {
            return
        }
        #expect(choices == ["en-AU", "en:us"])
        #expect(try reply("tool speak --voice=", words: ["tool", "speak", "--voice", "="])?.count == 9)
        #expect(try reply("tool speak --voice en:", words: ["tool", "speak", "--voice", "en", ":"]) == ["us"])
        #expect(try reply("tool speak = --j", words: ["tool", "speak", "=", "--j"]) == ["--json"])
        // The line ends at the cursor, here in the middle of the last word.
        #expect(try reply("tool spe", words: ["tool", "speedy"]) == ["speak"])
        let whole = try reply("tool speak --voice=en:", words: ["tool", "speak", "--voice=en:"], wordBreaks: " \t\n")
        #expect(whole == ["--voice=en:us"])
    }

    @Test("On a terminal")
    func terminal() throws {
        try withCompletionScript(CompletionScript.bash(Sample.root), named: "tool.bash") { script, folder in
            let lines = try TerminalDriver.completed(completions.map(\.typed), by: "bash", script: script, in: folder)
            guard let lines else { return }
            #expect(lines == completions.map(\.completed))
        }
    }
}

@Suite("Completion in zsh")
struct ZshCompletionTests {
    @Test("The script is valid")
    func syntax() throws {
        guard let zsh = ShellRunner("zsh") else { return }
        try withCompletionScript(CompletionScript.zsh(Sample.root), named: "_tool") { script, _ in
            let text = try zsh.output(["-f", "-n", script.path])
            #expect(text == "")
        }
    }

    @Test("On a terminal, sourced and autoloaded", arguments: [false, true])
    func terminal(isAutoloaded: Bool) throws {
        try withCompletionScript(CompletionScript.zsh(Sample.root), named: "_tool") { script, folder in
            let lines = try TerminalDriver.completed(
                completions.map(\.typed),
                by: "zsh",
                script: script,
                in: folder,
                isAutoloaded: isAutoloaded
            )
            guard let lines else { return }
            #expect(lines == completions.map(\.completed))
        }
    }

    @Test("Summaries are unchanged")
    func summaries() throws {
        // Records the descriptions of the candidates.
        let spy = #"""

            compadd() {
                local previous= argument
                for argument in "$@"; do
                    if [[ $previous == *d && $previous == -* ]]; then print -rl -- "${(@P)argument}" >> "$OUT.spy"; fi
                    previous=$argument
                done
                builtin compadd "$@"
            }
            """#
        try withCompletionScript(CompletionScript.zsh(Sample.root) + spy, named: "tool.zsh") { script, folder in
            let lines = try TerminalDriver.completed(["tool ", "tool speak --"], by: "zsh", script: script, in: folder)
            guard lines != nil else { return }
            let file = script.deletingLastPathComponent().appendingPathComponent("output.spy")
            let seen = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            #expect(seen.contains("-- \(Sample.nasty)\n"))
            #expect(seen.contains("--json") && seen.contains("-- Print JSON"))
            #expect(!seen.contains("backdoor") && !seen.contains("debug-dump"))
        }
    }
}

@Suite("Completion in fish")
struct FishCompletionTests {
    /// The candidates for each line, or `nil` when fish is missing.
    private func candidates(_ lines: [String]) throws -> [[String]]? {
        guard let fish = ShellRunner("fish") else { return nil }
        return try withCompletionScript(CompletionScript.fish(Sample.root), named: "tool.fish") { script, folder in
            let program = "source $argv[1]; for line in $argv[2..-1]; complete -C $line; echo; end"
            let text = try fish.output(["--no-config", "-c", program, script.path] + lines, in: folder)
            // Candidates are never empty, so an empty line separates the candidates of different lines.
            return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                .split(separator: "", omittingEmptySubsequences: false).dropLast(2).map(Array.init)
        }
    }

    @Test("The script is valid")
    func syntax() throws {
        guard let fish = ShellRunner("fish") else { return }
        try withCompletionScript(CompletionScript.fish(Sample.root), named: "tool.fish") { script, _ in
            let text = try fish.output(["--no-config", "-n", script.path])
            #expect(text == "")
        }
    }

    @Test("A single candidate is inserted")
    func single() throws {
        // fish supports attached values of short options, and quotes only on insertion.
        let own = ["tool speak -fo": "-fogg"]
        let lines = completions.filter { !$0.typed.contains("\"") }
        guard let found = try candidates(lines.map(\.typed)) else { return }
        #expect(found.count == lines.count)
        for (line, candidates) in zip(lines, found) {
            let expected =
                line.typed == line.completed
                ? own[line.typed]
                : String(line.completed.drop { $0 != " " }.dropFirst())
            let words = candidates.map { $0.prefix { $0 != "\t" } }
            guard let expected else {
                #expect(words == [], "\(line.typed)")
                continue
            }
            #expect(words.count == 1, "\(line.typed): \(words)")
            let plain = expected.filter { $0 != "\\" }.trimmingCharacters(in: .whitespaces)
            let word = try #require(words.first, "\(line.typed)").filter { $0 != "\\" }
            #expect(plain == word || plain.hasSuffix(" \(word)"), "\(line.typed): \(word)")
        }
    }

    @Test("Commands with their summaries, options and choices")
    func lists() throws {
        let lines = [
            "tool ", "tool voices -", "tool speak --voice ", "tool speak -- -", "tool speak --format=", "tool help ",
        ]
        guard let found = try candidates(lines) else { return }
        try #require(found.count == lines.count)
        #expect(found[0].contains("speak\t\(Sample.nasty)") && found[0].contains("voices\tList the voices"))
        #expect(found[0].count == 7 && found[5] == found[0])
        #expect(
            Set(found[1].map { String($0.prefix { $0 != "\t" }) })
                == [
                    "-c", "-h", "-j", "-n", "-q", "--config", "--help", "--json", "--limit", "--quiet", "--version",
                ]
        )
        #expect(Set(found[2].map { String($0.prefix { $0 != "\t" }) }) == Set(Sample.voices))
        #expect(found[3] == [])
        #expect(found[4].map { $0.prefix { $0 != "\t" } } == ["--format=mp3", "--format=ogg", "--format=wav"])
    }
}
