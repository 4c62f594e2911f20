import ArgumentParsing
import Testing

@Suite("Parsed arguments")
struct ParsedArgumentsTests {
    @Test("Reading an undeclared key always throws")
    func undeclared() throws {
        let parsed = try Sample.run("voices", "--limit", "3")
        #expect(try parsed[Sample.limit] == 3)
        #expect(throws: UndeclaredArgument(name: "--rate", path: ["tool", "voices"])) { try parsed[Sample.rate] }
        #expect(throws: UndeclaredArgument.self) { try parsed[Sample.word] }
        #expect(throws: UndeclaredArgument.self) { try parsed[Sample.force] }
        #expect(throws: UndeclaredArgument.self) { try parsed[Sample.texts] }
        // An option with the same name but other limits is a different option.
        #expect(throws: UndeclaredArgument.self) { try parsed[Option("limit", in: 1...5).help("Other")] }
    }

    @Test("A required option")
    func required() throws {
        #expect(try Sample.run("speak", "-of").required(Sample.output) == "f")
        #expect(throws: UsageError("option '--output' is missing", path: ["tool", "speak"])) {
            try Sample.run("speak").required(Sample.output)
        }
    }

    @Test("A value of a custom type")
    func foreignType() throws {
        func even(_ arguments: ParsedArguments) throws -> Int? {
            try arguments.value(of: Sample.output, expecting: "an even number") { text in
                Int(text).flatMap { $0.isMultiple(of: 2) ? $0 : nil }
            }
        }
        #expect(try even(Sample.run("speak", "-o4")) == 4)
        #expect(try even(Sample.run("speak")) == nil)
        #expect(throws: UsageError("option '--output' takes an even number, not '3\\n'", path: ["tool", "speak"])) {
            try even(Sample.run("speak", "-o3\n"))
        }
    }

    @Test("The canonical line follows the declaration order and has the same meaning")
    func canonical() throws {
        let parsed = try Sample.run("-q", "speak", "--", "--json")
        #expect(parsed.canonicalArguments == ["speak", "--quiet", "--", "--json"])
        let rich = try Sample.run("speak", "x", "-wb", "-wa", "--rate", "1.50", "-j", "-f", "mp3", "-o", "")
        #expect(
            rich.canonicalArguments
                == ["speak", "--output=", "--rate=1.50", "--format=mp3", "--word=b", "--word=a", "--json", "--", "x"]
        )
        #expect(try Sample.parser.parse(rich.canonicalArguments) == .run(rich))
        #expect(rich != parsed)
    }

    @Test("Messages do not list a long list of choices")
    func manyChoices() throws {
        let choices = (1...40).map { "voice-\($0)" }
        let root = Command(
            "t",
            summary: "T",
            options: [Option("voice", "V", choices: choices).help("A voice")]
        )
        let error = try #require(throws: UsageError.self) {
            try ArgumentParser(root: root).parse(["--voice", "vioce-7"])
        }
        #expect(
            error.message
                == "option '--voice' takes one of the 40 values in its help, not 'vioce-7'; did you mean 'voice-7'?"
        )
    }
}
