import ArgumentParsing
import Audio
import LanguageServices

/// All commands with their options and arguments.
enum CommandTree {
    static let root = Command(
        "parlance",
        summary:
            "Speak, translate and practise words for study tools, offline by default",
        discussion: [
            .example(#"parlance speak "Hello world""#, "Speak aloud."),
            .example(#"parlance speak "Hello world" --accent en-GB -o hello.wav"#, "Write it to a file."),
            .example("parlance translate water --to es", "Translate a word."),
            .example("parlance doctor", "Check the installation."),
        ],
        options: [Options.config, Options.offline, Options.json],
        subcommands: [
            speak, ipa, voices, translate, gloss, sentence, feedback, dictionary, deck, queue, providers, plugin, cache,
            data, config, serve, doctor, completions,
        ]
    )

    static let speak = Command(
        "speak",
        summary: "Speak words and sentences aloud, or write them to files",
        discussion: [
            """
            Each TEXT is spoken separately; quote sentences. With --file, each line is a text; '-' reads lines from \
            standard input. Without --output or --output-dir, the texts are played.
            """,
            """
            --output-dir names each file after its text, with '_' for each space. A short hash is added if the name \
            cannot contain the whole text, or if an earlier text differs only in case. Names are the same in every \
            run. An interrupted run resumes: existing files for the same text and settings are kept.
            """,
            """
            The extension selects the format: .wav, .flac, .ogg (Vorbis), .opus or .mp3. The file's tags contain the \
            language, and the text as the title.
            """,
            .example("parlance speak bottle goose --accent en-GB"),
            .example("parlance speak --file words.txt --output-dir audio", "One WAV file per line."),
            .example("parlance speak --file words.txt --output-dir audio --format opus", "Smaller files."),
            .example("parlance speak squirrel --repeat 3 --slower 0.7", "Three times, slower each time."),
            .example("echo hello | parlance speak - -o hello.wav"),
            .example(
                "parlance speak -f story.txt -o story.wav --vtt story.vtt",
                "Subtitles, with a time for each word."
            ),
        ],
        options: [
            Options.accent, Options.voice, Options.lexicon, Options.rate, Options.pitch, Options.volume, Options.gap,
            Options.normalize, Options.noNormalize, Options.loudness, Options.trim, Options.pad, Options.times,
            Options.pause, Options.slowing, Options.highlight, Options.deterministic, Options.output,
            Options.outputDirectory, Options.format, Options.overwrite, Options.file, Options.marks, Options.srt,
            Options.vtt, Options.provider, Options.strict, Options.role, Options.queue, Options.noQueue,
        ] + Options.caching,
        positionals: [Options.texts]
    )

    static let ipa = Command(
        "ipa",
        summary: "Show how words are pronounced, in the International Phonetic Alphabet",
        discussion: [
            """
            Each TEXT is printed as a row. --all shows all English accents, or those of the language in --accent, in \
            columns. The symbols come from the speech synthesis itself, so they show what is spoken.
            """,
            .example("parlance ipa bath tomato --all", "The accents side by side."),
            .example("parlance ipa schön --accent de"),
        ],
        options: [
            Options.accent, Options.voice, Options.lexicon, Options.allAccents, Options.file, Options.provider,
            Options.role,
        ],
        positionals: [Options.texts]
    )

    static let voices = Command(
        "voices",
        summary: "List voices; build and check the bundled accents",
        discussion: [
            """
            On first use, the bundled accents are built from their definitions and the data of the installed \
            espeak-ng. 'build' builds them now and prints the folder; 'check' reports errors in the definitions.
            """,
            .example("parlance voices --language en", "Only English voices."),
            .example("parlance voices check", "After changing a definition."),
        ],
        options: [Options.language, Options.provider],
        positionals: [Options.voicesAction]
    )

    static let providers = Command(
        "providers",
        summary: "List providers and the services that use them",
        discussion: [
            """
            --usage shows what providers with a budget have used today and this month (UTC), and what \
            remains. --reset-usage sets the usage of a provider, or of 'all', to zero.
            """,
            .example("parlance providers --kinds", "Every kind of provider, with its options."),
            .example("parlance providers --usage", "Remaining budgets."),
        ],
        options: [Options.kinds, Options.usage, Options.resetUsage]
    )

    static let config = Command(
        "config",
        summary: "Check, show and create a configuration",
        discussion: [
            """
            A configuration selects the providers of each service. Settings come from, in order of precedence: \
            command-line options, environment variables such as PARLANCE_SPEECH_ACCENT, parlance.json in the current \
            folder, your user file, and built-in defaults. --config or PARLANCE_CONFIG replaces both files with \
            another file.
            """
        ],
        subcommands: [
            Command(
                "check",
                summary: "Check the configuration; report errors with file, line and column",
                positionals: [Options.configurationFile]
            ),
            Command("show", summary: "Show effective settings and where each is set, without secrets"),
            Command("path", summary: "Show the configuration files that are read"),
            Command("schema", summary: "Print the JSON Schema of configuration files, for editors"),
            Command(
                "init",
                summary: "Write a starter configuration",
                discussion: ["Without FILE, parlance.json in the current folder is written."],
                options: [Options.user, Options.force],
                positionals: [Options.newConfigurationFile]
            ),
        ]
    )

    static let serve = Command(
        "serve",
        summary: "Serve other programs over standard input and output",
        discussion: [
            """
            With --mcp, a chat program can use the services as tools over the Model Context Protocol. The server reads \
            one JSON object per line until its input ends.
            """,
            """
            With --stdio, a front end in any language starts the server and requests speech, translations, sentences \
            and feedback over the plug-in protocol. Another Parlance installation can use the server as a plug-in. \
            docs/how-to/serving.md describes a client in Python.
            """,
            .example("parlance serve --mcp", "The command to configure in a chat program."),
            .example("parlance serve --stdio", "The command that a front end starts."),
        ],
        options: [Options.modelContext, Options.standardStreams]
    )

    static let doctor = Command(
        "doctor",
        summary: "Check libraries, data, sound and configuration, and suggest fixes"
    )

    static let completions = Command(
        "completions",
        summary: "Print a shell completion script",
        discussion: [
            .example(#"eval "$(parlance completions bash)""#, "For this shell, or in ~/.bashrc for every shell.")
        ],
        positionals: [Options.shell]
    )
}

/// The options and positionals of the commands; each is also the key for reading its value.
enum Options {
    static let config = Option.file("config")
        .help("Read only this configuration file", environment: "PARLANCE_CONFIG")
    static let offline = Flag("offline").help("Never use the network")
    static let json = Flag("json", short: "j").help("Print JSON, one object per line")

    static let accent = Option("accent", short: "a", "TAG")
        .help("Accent or language, such as en-US, en-GB, de or fr", environment: "PARLANCE_SPEECH_ACCENT")
    static let voice = Option("voice", "ID").help("Voice ID from 'parlance voices'")
    static let rate = Option("rate", short: "r", in: SpeechRequest.rates)
        .help("Speed; 1 is normal", environment: "PARLANCE_SPEECH_RATE")
    static let lexicon = Option.file("lexicon")
        .help("Pronunciation file; each line is WORD = /IPA/ or WORD = respelling")
    static let pitch = Option("pitch", in: SpeechRequest.pitches).help("Pitch; 1 is the voice's normal pitch")
    static let volume = Option("volume", in: SpeechRequest.volumes).help("Volume; 1 is normal")
    static let gap = Option<Double>("gap", in: 0.0...5.0).help("Pause between words, in seconds")
    static let normalize = Flag("normalize").help("Give all texts the same loudness, like --loudness -18")
    static let noNormalize = Flag("no-normalize").help("Keep the loudness, regardless of the configuration")
    static let loudness = Option("loudness", "DB", in: -60.0 ... -3.0)
        .help("Loudness of each text: gated mean power in dBFS")
    static let trim = Flag("trim").help("Remove silence at both ends")
    static let pad = Option("pad", "SECONDS", in: 0.0...60.0).help("Add silence before and after each text")
    static let times = Option("repeat", in: 1...1000).help("Speak each text COUNT times")
    static let pause = Option("pause", "SECONDS", in: 0.0...60.0).help("Pause between repetitions", default: "1")
    static let slowing = Option("slower", "FACTOR", in: 0.5...2.0)
        .help("Multiply the rate by this factor with each repetition")
    static let highlight = Flag("highlight").help("Highlight the spoken word on the terminal")
    static let deterministic = Flag("deterministic")
        .help("Produce identical files for identical text (slower)")
    static let marks = Option.file("marks").help("Write the times of sentences, words and phonemes as JSON lines")
    static let srt = Option.file("srt").help("Write SubRip subtitles")
    static let vtt = Option.file("vtt").help("Write WebVTT subtitles")
    static let allAccents = Flag("all").help("Show all accents of the language in columns")
    static let output = Option.file("output", short: "o")
        .help("Write to one file instead of playing; '-' is standard output")
    static let outputDirectory = Option("output-dir", short: "d", "DIR", completion: .directory)
        .help("Write one file per text into this folder")
    static let overwrite = Flag("overwrite").help("Replace existing files")
    static let format = Option("format", "FORMAT", of: SoundFormat.self)
        .help("Audio format; by default from the extension of --output, otherwise WAV")
    static let file = Option.file("file", short: "f").help("Speak the lines of a file; '-' is standard input")
    static let provider = Option("provider", "ID").help("Use only this provider")
    static let strict = Flag("strict").help("Fail if a provider fails; do not use the next one")
    static let role = Option("role", "NAME").help("Use this role's settings")
    static let texts = Positional("TEXT", .repeated).help("Text to speak; '-' reads lines from standard input")

    static let language = Option("language", short: "l", "TAG").help("List only voices for this language")
    static let voicesAction = Positional("ACTION", .optional, choices: ["list", "build", "check"])
        .help("Action (default: list)")
    static let kinds = Flag("kinds").help("List the kinds of provider and their options")

    static let usage = Flag("usage").help("Show usage and remaining budgets")
    static let resetUsage = Option("reset-usage", "ID").help("Reset the usage of this provider, or of 'all'")

    static let modelContext = Flag("mcp").help("Use the Model Context Protocol")
    static let standardStreams = Flag("stdio").help("Use the plug-in protocol, for front ends")

    static let user = Flag("user").help("Write your user configuration file")
    static let force = Flag("force").help("Replace an existing file")
    static let configurationFile = Positional("FILE", .optional, completion: .file).help("Check only this file")
    static let newConfigurationFile = Positional("FILE", .optional, completion: .file).help("The file to write")
    static let shell = Positional("SHELL", choices: ["bash", "zsh", "fish"]).help("The shell")
}
