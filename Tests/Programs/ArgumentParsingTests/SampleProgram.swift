import ArgumentParsing

/// A sample program that uses every kind of declaration, with texts that are difficult to quote for shells.
enum Sample {
    enum Format: String, CaseIterable {
        case wav, ogg, mp3
    }

    static let nasty = #"Say "words": [quick] $HOME `id` \ 'it''s' %d {a,b} <x> *?~!#;&|"#
    static let voices = ["en-AU", "en:us", "it's", "$HOME", "a b", #"back\slash"#, "`id`", "*", "x=y"]

    static let config = Option("config", short: "c", "FILE", completion: .file)
        .help("Read this configuration", environment: "TOOL_CONFIG")
    static let json = Flag("json", short: "j").help("Print JSON")
    static let quiet = Flag("quiet", short: "q").help("Print no progress")
    static let debug = Flag("debug-dump").help("Print debugging information", isHidden: true)

    static let output = Option("output", short: "o", "FILE", completion: .file)
        .help("Write the sound to FILE instead of playing it; '-' is standard output")
    static let rate = Option("rate", short: "r", in: 0.3...3).help("Speech rate", default: "1")
    static let pitch = Option("pitch", in: -12...12).help("Semitones up or down")
    static let format = Option("format", short: "f", "FORMAT", of: Format.self)
        .help("Output format", default: Format.wav.rawValue, environment: "TOOL_FORMAT")
    static let voice = Option("voice", "VOICE", choices: voices).help(nasty)
    static let word = Option("word", short: "w", "WORD").repeated.help("A word to stress")
    static let level = Option("level", "N", in: 1...100).repeated.help("Levels")
    static let texts = Positional("TEXT", .repeated, completion: .file).help("Text to speak")

    static let limit = Option("limit", short: "n", in: 1...100).help("Show at most COUNT")
    static let profile = Option("profile", "NAME").help("The profile to use")
    static let directory = Positional("DIR", completion: .directory).help("The folder for the file")
    static let force = Flag("force").help("Overwrite existing files")
    static let input = Positional("IN", completion: .file).help("The deck to read")
    static let target = Positional("LANGUAGE", .optional, choices: ["es", "fr", "de"]).help("The target language")
    static let folder = Option("folder", "DIR", completion: .directory).help("The folder for the sounds")
    static let easy = Flag("easy", short: "e").help("Only easy words")
    static let count = Option("count", in: 1...9).help("Number of questions")
    static let kind = Option("kind", "KIND", choices: ["gap", "choice"]).help("Kind of question")
    static let words = Positional("WORD", .repeated).help("Words to learn")
    static let shell = Positional("SHELL", choices: ["bash", "zsh", "fish"]).help("The shell")

    static let speak = Command(
        "speak",
        summary: nasty,
        discussion: [
            """
            Each argument is spoken as a separate sentence.
            A lone '-' reads standard input.
            """,
            .example(#"tool speak "bottle" --rate 0.8"#, "Say a word slowly."),
            .example(
                #"tool speak "a glass of water" --format ogg --output a-rather-long-file-name.ogg --word glass"#
            ),
            "See also https://example.org/a/very/long/address/that/no/line/of/forty/characters/can/hold.",
        ],
        options: [output, rate, pitch, format, voice, word, level],
        positionals: [texts]
    )

    static let settings = Command(
        "config",
        summary: "View and change the configuration",
        options: [profile],
        subcommands: [
            Command(
                "check",
                summary: "Check the configuration",
                positionals: [
                    Positional("FILE", .optional, completion: .file).help("The file to check")
                ]
            ),
            Command("show", summary: "Show the configuration"),
            Command("init", summary: "Write a starter configuration", options: [force], positionals: [directory]),
        ]
    )

    static let root = Command(
        "tool",
        summary: "Speak and practise words",
        options: [config, json, quiet, debug],
        subcommands: [
            speak,
            Command("voices", summary: "List the voices", options: [limit]),
            settings,
            Command(
                "deck",
                summary: "Process card decks",
                subcommands: [
                    Command("translate", summary: "Translate a deck", options: [folder], positionals: [input, target])
                ]
            ),
            Command(
                "learn",
                summary: "Practise words",
                options: [easy, count],
                positionals: [words],
                subcommands: [Command("quiz", summary: "Start a quiz", options: [kind, count], positionals: [words])]
            ),
            Command("completions", summary: "Print a completion script", positionals: [shell]),
            Command("backdoor", summary: "A hidden command", isHidden: true),
        ]
    )

    static let parser = ArgumentParser(root: root)

    /// The arguments of a line that must be accepted; otherwise the test fails.
    static func run(_ arguments: String...) throws -> ParsedArguments {
        guard case .run(let parsed) = try parser.parse(arguments) else { throw NotARun(arguments: arguments) }
        return parsed
    }

    /// The message for a line that must be rejected, or `nil` when it is accepted.
    static func message(_ arguments: String...) -> String? {
        do throws(UsageError) {
            _ = try parser.parse(arguments)
            return nil
        } catch {
            return error.message
        }
    }

    struct NotARun: Error {
        let arguments: [String]
    }
}
