import ArgumentParsing
import Testing

@Suite("Defects of a command tree")
struct CommandDefectsTests {
    @Test("The sample is valid")
    func sound() {
        #expect(Sample.root.defects == [])
    }

    @Test(
        "Defects are found",
        arguments: [
            (Command("Tool", summary: "T"), "the name must consist of"),
            (Command("", summary: "T"), "the name must consist of"),
            (Command("-x", summary: "T"), "the name must consist of"),
            (Command("t", summary: "a\nb"), "the summary must be a single non-empty line"),
            (Command("t", summary: ""), "the summary must be a single non-empty line"),
            (Command("t", summary: "T", options: [Flag("help").help("H")]), "declares --help, which already exists"),
            (
                Command("t", summary: "T", options: [Flag("host", short: "h").help("H")]),
                "declares -h, which already exists"
            ),
            (
                Command("t", summary: "T", options: [Flag("aa").help("A"), Flag("aa").help("A")]),
                "--aa, which already exists"
            ),
            (Command("t", summary: "T", options: [Flag("a").help("A")]), "the long name must consist of"),
            (
                Command("t", summary: "T", options: [Flag("one", short: "1").help("A")]),
                "the short name must be a letter"
            ),
            (Command("t", summary: "T", options: [Flag("a=b").help("A")]), "the long name must consist of"),
            (
                Command("t", summary: "T", options: [Option("to", "X", choices: []).help("A")]),
                "there are no choices"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    options: [Option("to", "X", choices: ["a", "a"]).help("A")]
                ),
                "a choice is listed twice"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    options: [Option("to", "X", choices: ["a"]).help("A", default: "b")]
                ),
                "the default is not one of the choices"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    positionals: [Positional("A", .repeated).help("A"), Positional("B").help("B")]
                ),
                "only the last positional may"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    positionals: [Positional("A").help("A"), Positional("A").help("B")]
                ),
                "two positionals have the same placeholder"
            ),
            (
                Command("t", summary: "T", subcommands: [Command("help", summary: "H")]),
                "the command 'help' already exists"
            ),
            (
                Command("t", summary: "T", subcommands: [Command("a", summary: "A"), Command("a", summary: "A")]),
                "the command 'a' already exists"
            ),
            (
                Command(
                    "t",
                    summary: "T",
                    options: [Flag("json").help("J")],
                    subcommands: [Command("a", summary: "A", options: [Flag("json").help("J")])]
                ),
                "'t a' declares --json, which already exists"
            ),
        ]
    )
    func defective(_ root: Command, _ expected: String) throws {
        #expect(root.defects.count == 1)
        #expect(try #require(root.defects.first).contains(expected))
    }
}
