import ArgumentParsing
import Testing

@Suite("Commands and words")
struct CommandParsingTests {
    @Test("Words are assigned to positionals")
    func places() throws {
        let one = try Sample.run("deck", "translate", "in.apkg")
        #expect(one.path == ["tool", "deck", "translate"])
        #expect(try one[Sample.input] == ["in.apkg"])
        #expect(try one[Sample.target] == [])
        let two = try Sample.run("deck", "translate", "in.apkg", "es")
        #expect(try two[Sample.target] == ["es"])
        #expect(two.positionals == ["in.apkg", "es"])
        #expect(try Sample.run("speak")[Sample.texts] == [])
    }

    @Test("Unusual words are accepted", arguments: ["", "-", "-5", "-.5", "help", "speak", "=", "\u{301}-", "\0"])
    func words(_ word: String) throws {
        #expect(try Sample.run("speak", word, word)[Sample.texts] == [word, word])
    }

    @Test("After --, everything is a word")
    func terminator() throws {
        let parsed = try Sample.run("speak", "-j", "--", "--json", "--help", "--", "-q")
        #expect(parsed.positionals == ["--json", "--help", "--", "-q"])
        #expect(try parsed[Sample.quiet] == false)
        #expect(try Sample.run("speak", "--").positionals == [])
        #expect(Sample.message("--", "speak")?.hasPrefix("'tool' requires a command: speak, voices") == true)
    }

    @Test("The number and choices of words are checked")
    func counts() {
        #expect(Sample.message("config", "init") == "'tool config init' requires the argument DIR")
        #expect(Sample.message("voices", "x") == "unexpected argument 'x'; 'tool voices' takes no arguments")
        #expect(
            Sample.message("completions", "bsh") == "SHELL takes bash, zsh or fish, not 'bsh'; did you mean 'bash'?"
        )
        let root = Command(
            "pair",
            summary: "Pair",
            positionals: [Positional("WORD", .atLeast(2)).help("Words")]
        )
        #expect(throws: UsageError("'pair' requires the argument WORD (at least 2, found 1)", path: ["pair"])) {
            try ArgumentParser(root: root).parse(["a"])
        }
    }

    @Test("A group requires a command")
    func groups() throws {
        #expect(Sample.message("config") == "'tool config' requires a command: check, show or init")
        let error = try #require(throws: UsageError.self) { try Sample.parser.parse(["config", "chek", "--json"]) }
        #expect(error.message == "unknown command 'chek'; did you mean 'check'?")
        #expect(error.remedy == "see 'tool config --help'")
        #expect(error.path == ["tool", "config"])
        #expect(error.description == "unknown command 'chek'; did you mean 'check'?; see 'tool config --help'")
    }

    @Test("Hidden commands run but are not suggested")
    func hidden() throws {
        #expect(try Sample.run("backdoor").path == ["tool", "backdoor"])
        #expect(Sample.message("backdor") == "unknown command 'backdor'")
    }

    @Test(
        "Help is shown for the preceding command, even if the rest of the line is wrong",
        arguments: [
            (["--help"], ["tool"]), (["-h"], ["tool"]), (["help"], ["tool"]), (["help", "help"], ["tool"]),
            (["speak", "-h"], ["tool", "speak"]), (["-h", "speak"], ["tool", "speak"]),
            (["speak", "-jh"], ["tool", "speak"]), (["help", "speak"], ["tool", "speak"]),
            (["config", "--help"], ["tool", "config"]), (["help", "config", "init"], ["tool", "config", "init"]),
            (["--json", "help", "config"], ["tool", "config"]), (["help", "--json", "config"], ["tool", "config"]),
            (["speak", "--bogus", "--help"], ["tool", "speak"]),
            (["config", "init", "--help"], ["tool", "config", "init"]),
            (["speak", "--rate", "fast", "-h", "--version"], ["tool", "speak"]),
            (["speak", "--output", "--help"], ["tool", "speak"]), (["voices", "x", "y", "-h"], ["tool", "voices"]),
            (["--bogus", "value", "-h"], ["tool"]), (["help", "speak", "-h"], ["tool", "speak"]),
        ]
    )
    func help(_ line: [String], _ path: [String]) throws {
        #expect(try Sample.parser.parse(line) == .help(path: path))
    }

    @Test("Unknown commands have no help")
    func unknownHelp() {
        #expect(Sample.message("spek", "--help") == "unknown command 'spek'; did you mean 'speak'?")
        #expect(Sample.message("help", "spek") == "unknown command 'spek'; did you mean 'speak'?")
        #expect(Sample.message("help", "voices", "x") != nil)
        #expect(Sample.message("speak", "--output=--help") == nil)
    }

    @Test("The version", arguments: [["--version"], ["speak", "--version"], ["speak", "--bogus", "--version"]])
    func version(_ line: [String]) throws {
        #expect(try Sample.parser.parse(line) == .version)
    }

    @Test("A program may have no commands, or its own help command")
    func otherPrograms() throws {
        let leaf = ArgumentParser(
            root: Command("echo", summary: "Echo", positionals: [Positional("WORD", .repeated).help("Words")])
        )
        #expect(try leaf.parse(["help", "-j"].dropLast()).arguments?.positionals == ["help"])
        let own = ArgumentParser(root: Command("x", summary: "X", subcommands: [Command("help", summary: "Mine")]))
        #expect(try own.parse(["help"]).arguments?.path == ["x", "help"])
    }

    @Test("If a command has both words and subcommands, the first word decides")
    func wordsOrCommands() throws {
        #expect(try Sample.run("learn", "cat", "quiz").positionals == ["cat", "quiz"])
        #expect(try Sample.run("learn", "cat", "quiz").path == ["tool", "learn"])
        #expect(try Sample.run("learn").path == ["tool", "learn"])
        let quiz = try Sample.run("learn", "quiz", "cat", "--kind", "gap", "--count=2", "-j")
        #expect(quiz.path == ["tool", "learn", "quiz"])
        #expect(quiz.positionals == ["cat"])
        #expect(try quiz[Sample.count] == 2)
        #expect(try Sample.run("learn", "--", "quiz").positionals == ["quiz"])
        #expect(try Sample.run("learn", "--", "quiz").path == ["tool", "learn"])
        #expect(try Sample.run("learn", "quiz", "quiz").positionals == ["quiz"])
        // The canonical form has the same meaning.
        let word = try Sample.run("learn", "--easy", "--", "quiz")
        #expect(try Sample.parser.parse(word.canonicalArguments) == .run(word))
    }

    @Test("Subcommands do not accept the options of a command that takes words")
    func optionsOfWordsOrCommands() throws {
        #expect(Sample.message("learn", "quiz", "--easy")?.hasPrefix("unknown option '--easy'") == true)
        #expect(
            Sample.message("learn", "--easy", "quiz")
                == "option '--easy' must not come before the command 'tool learn quiz'"
        )
        #expect(Sample.message("learn", "-e", "--count", "1", "quiz", "x")?.contains("must not come before") == true)
        #expect(Sample.message("learn", "--kind", "gap")?.contains("'tool learn quiz --kind'") == true)
        #expect(try Sample.run("-j", "learn", "quiz", "x")[Sample.json])
        #expect(Sample.root.defects == [])
        guard case .help(let path) = try Sample.parser.parse(["help", "learn", "quiz"]) else {
            Issue.record("no help")
            return
        }
        #expect(path == ["tool", "learn", "quiz"])
        let help = HelpText(["tool", "learn"], of: Sample.root).text
        #expect(help.contains("Usage: tool learn [options] [WORD...]\n       tool learn <command>\n"))
        #expect(help.contains("quiz") && help.contains("--easy"))
        #expect(!HelpText(["tool", "learn", "quiz"], of: Sample.root).text.contains("--easy"))
    }
}
