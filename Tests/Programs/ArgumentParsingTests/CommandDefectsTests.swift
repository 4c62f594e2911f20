import ArgumentParsing
import Testing

@Suite("Defects of a command tree")
struct CommandDefectsTests {
    @Test("The sample is sound")
    func sound() {
        #expect(Sample.root.defects == [])
    }

    @Test(
        "What is wrong is found",
        arguments: [
            (Command("Tool", summary: "T"), "the name is not"),
            (Command("", summary: "T"), "the name is not"),
            (Command("-x", summary: "T"), "the name is not"),
            (Command("t", summary: "a\nb"), "the summary is not one line"),
            (Command("t", summary: ""), "the summary is not one line"),
            (Command("t", summary: "T", options: [Flag("help", summary: "H")]), "declares --help, which is taken"),
            (
                Command("t", summary: "T", options: [Flag("host", short: "h", summary: "H")]),
                "declares -h, which is taken"
            ),
            (
                Command("t", summary: "T", options: [Flag("aa", summary: "A"), Flag("aa", summary: "A")]),
                "--aa, which is taken"
            ),
            (Command("t", summary: "T", options: [Flag("a", summary: "A")]), "the long name is not"),
            (Command("t", summary: "T", options: [Flag("one", short: "1", summary: "A")]), "the short name is not"),
            (Command("t", summary: "T", options: [Flag("a=b", summary: "A")]), "the long name is not"),
            (
                Command("t", summary: "T", options: [Option("to", placeholder: "X", choices: [], summary: "A")]),
                "there are no choices"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    options: [Option("to", placeholder: "X", choices: ["a", "a"], summary: "A")]
                ),
                "a choice stands twice"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    options: [Option("to", placeholder: "X", choices: ["a"], summary: "A", default: "b")]
                ),
                "the default is not one of the choices"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    positionals: [Positional("A", .repeated, summary: "A"), Positional("B", summary: "B")]
                ),
                "only the last positional may"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    positionals: [Positional("A", summary: "A"), Positional("A", summary: "B")]
                ),
                "two positionals have one placeholder"
            ),
            (Command("t", summary: "T", subcommands: [Command("help", summary: "H")]), "the command 'help' is taken"),
            (
                Command("t", summary: "T", subcommands: [Command("a", summary: "A"), Command("a", summary: "A")]),
                "the command 'a' is taken"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    options: [Flag("json", summary: "J")],
                    subcommands: [Command("a", summary: "A", options: [Flag("json", summary: "J")])]
                ),
                "'t a' declares --json, which is taken"
            ),
        ]
    )
    func defective(_ root: Command, _ expected: String) throws {
        #expect(root.defects.count == 1)
        #expect(try #require(root.defects.first).contains(expected))
    }
}
