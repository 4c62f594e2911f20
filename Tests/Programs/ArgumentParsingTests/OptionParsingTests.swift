import ArgumentParsing
import Testing

@Suite("Options")
struct OptionParsingTests {
    @Test(
        "Every way to give a value",
        arguments: [
            ["speak", "--output", "f"], ["speak", "--output=f"], ["speak", "-o", "f"], ["speak", "-of"],
            ["speak", "-o=f"], ["speak", "-jqo", "f"], ["speak", "-jqof"], ["speak", "-jo=f"],
        ]
    )
    func forms(_ line: [String]) throws {
        let parsed = try #require(try Sample.parser.parse(line).arguments)
        #expect(try parsed[Sample.output] == "f")
        #expect(parsed.positionals == [])
    }

    @Test("Options may come before and after words and commands")
    func anywhere() throws {
        let parsed = try Sample.run(
            "-j",
            "--config",
            "c",
            "speak",
            "one",
            "--rate=2",
            "two",
            "-q",
            "-f",
            "ogg",
            "three"
        )
        #expect(parsed.path == ["tool", "speak"])
        #expect(parsed.positionals == ["one", "two", "three"])
        #expect(try parsed[Sample.json] && parsed[Sample.quiet])
        #expect(try parsed[Sample.config] == "c")
        #expect(try parsed[Sample.rate] == 2)
        #expect(try parsed[Sample.format] == .ogg)
        #expect(try parsed[Sample.output] == nil)
    }

    @Test("Subcommands accept the options of their group")
    func inherited() throws {
        #expect(try Sample.run("config", "--profile", "p", "show")[Sample.profile] == "p")
        #expect(try Sample.run("config", "show", "--profile", "p")[Sample.profile] == "p")
        #expect(Sample.message("speak", "--profile", "p") == "unknown option '--profile'")
    }

    @Test(
        "A separate value must not look like an option",
        arguments: ["-", "", " ", "-1", "-.5", "-10%", "a=b", "=", "é", "\u{301}", "\0", "\n", "–", "−1"]
    )
    func separateValue(_ value: String) throws {
        let parsed = try Sample.run("speak", "--output", value, "-j")
        #expect(try parsed[Sample.output]?.utf8.elementsEqual(value.utf8) == true)
        #expect(try parsed[Sample.json])
    }

    @Test(
        "An attached value may be any text",
        arguments: ["", "--json", "--", "-", "=", "=x", "a=b", "\u{301}", "\0\n", "-o", "e\u{301}"]
    )
    func attachedValue(_ value: String) throws {
        let long = try Sample.run("speak", "--output=\(value)")
        #expect(try long[Sample.output]?.utf8.elementsEqual(value.utf8) == true)
        let short = try Sample.run("speak", "-o=\(value)")
        #expect(try short[Sample.output]?.utf8.elementsEqual(value.utf8) == true)
    }

    @Test("A value that looks like an option is rejected", arguments: ["--json", "-j", "--", "--x=y", "-.x", "---"])
    func missingValue(_ next: String) throws {
        let message = try #require(Sample.message("speak", "--output", next))
        #expect(
            message == "option '--output' requires a value: FILE; if '\(next)' is the value, write '--output=\(next)'"
        )
        #expect(Sample.message("speak", next == "--" ? "-o" : "--output") != nil)
    }

    @Test("A repeated option keeps the order of its values")
    func repeated() throws {
        let parsed = try Sample.run("speak", "-wa", "--word", "", "--word=c", "-w", "a", "--level", "7", "--level=07")
        #expect(try parsed[Sample.word] == ["a", "", "c", "a"])
        #expect(try parsed[Sample.level] == [7, 7])
        #expect(try Sample.run("speak")[Sample.word] == [])
    }

    @Test("A non-repeatable option, including a flag, is rejected the second time")
    func twice() {
        #expect(Sample.message("speak", "--output=a", "--output=a") == "option '--output' can be given only once")
        #expect(Sample.message("-j", "speak", "--json") == "option '--json' can be given only once")
        #expect(Sample.message("speak", "-jqj") == "option '--json' can be given only once")
    }

    @Test("A flag takes no value")
    func flagValue() {
        #expect(Sample.message("speak", "--json=yes") == "option '--json' takes no value")
        #expect(Sample.message("speak", "--json=") == "option '--json' takes no value")
        #expect(Sample.message("speak", "-qj=1") == "option '-j' takes no value")
        #expect(Sample.message("speak", "--help=1") == "option '--help' takes no value")
    }

    @Test(
        "Names must match exactly",
        arguments: ["--jso", "--JSON", "--json ", "--j\u{200B}son", "--\u{212A}", "-J", "--outpu=x"]
    )
    func exact(_ name: String) throws {
        #expect(try #require(Sample.message("speak", name)).hasPrefix("unknown option '-"))
    }

    @Test("A canonically equivalent spelling does not match")
    func exactChoices() throws {
        let unit = Option("unit", "U", choices: ["K", "\u{E9}"]).help("A unit")
        let parser = ArgumentParser(root: Command("t", summary: "T", options: [unit]))
        #expect(try parser.parse(["--unit=K"]).arguments?[unit] == "K")
        for other in ["\u{212A}", "e\u{301}"] {
            #expect(throws: UsageError.self) { try parser.parse(["--unit", other]) }
        }
    }

    @Test("Numbers must be within their range, including its limits")
    func numbers() throws {
        #expect(try Sample.run("speak", "--rate", "0.3")[Sample.rate] == 0.3)
        #expect(try Sample.run("speak", "--rate", "3e0")[Sample.rate] == 3)
        #expect(try Sample.run("speak", "-r.5")[Sample.rate] == 0.5)
        #expect(try Sample.run("speak", "--pitch", "-12")[Sample.pitch] == -12)
        #expect(try Sample.run("speak", "--pitch", "+5")[Sample.pitch] == 5)
        for text in ["", " 1", "1 ", "0.29", "3.01", "-1", "1e999", "inf", "nan", "0x1", "1,5", "١", "1_0"] {
            #expect(Sample.message("speak", "--rate", text) != nil, "\(text)")
        }
        for text in ["", "1.0", "1e1", "13", "-13", "9223372036854775808", "٣", "0x1", "--5"] {
            #expect(Sample.message("speak", "--pitch=\(text)") != nil, "\(text)")
        }
    }

    @Test("A value never appears in the message about an unknown name")
    func secrets() throws {
        #expect(try #require(Sample.message("speak", "--api-key=s3cret")).contains("s3cret") == false)
        #expect(try #require(Sample.message("speak", "-jx=s3cret")).contains("s3cret") == false)
    }

    @Test("Hidden options work but are not suggested")
    func hidden() throws {
        #expect(try Sample.run("speak", "--debug-dump")[Sample.debug])
        #expect(Sample.message("speak", "--debug-dum") == "unknown option '--debug-dum'")
    }
}

extension Invocation {
    /// The arguments, if the invocation runs a command.
    var arguments: ParsedArguments? {
        if case .run(let arguments) = self { arguments } else { nil }
    }
}
