import ArgumentParsing
import Audio
import LanguageServices

/// Everything that can be typed: the verbs, their options and words.
enum CommandTree {
    static let root = Command(
        "parlance",
        summary:
            "Language services for study tools: speech, translation and sentences, offline, by swappable providers",
        discussion: [
            .example(#"parlance speak "Hello world""#, "Say it aloud."),
            .example(#"parlance speak "Hello world" --accent en-GB -o hello.wav"#, "Write it to a file."),
            .example("parlance translate water --to es", "Translate a word."),
            .example("parlance doctor", "Check that everything is there."),
        ],
        options: [Options.config, Options.offline, Options.json],
        subcommands: [
            speak, ipa, voices, translate, gloss, sentence, feedback, dictionary, deck, queue, providers, plugin, cache,
            config, serve, doctor, completions,
        ]
    )

    static let speak = Command(
        "speak",
        summary: "Speak words and sentences aloud, or write them to files",
        discussion: [
            """
            Each TEXT is spoken by itself; put quotation marks around a sentence. With --file each line is a text; \
            a lone '-' reads lines from standard input. Without --output or --output-dir the texts are played.
            """,
            """
            --output-dir names each file after its text: spaces become '_', and a text that does not fit into a \
            file name gets a short hash behind what fits. A text has the same name in every run; only of two that \
            differ in nothing but upper and lower case, the later one gets a hash. A run that was broken off goes \
            on where it was: files that the folder's record knows to be spoken from the same text in the same way \
            are kept.
            """,
            """
            A file is WAV, FLAC, Ogg Vorbis, Ogg Opus or MP3, as its name ends: .wav, .flac, .ogg, .opus or .mp3. It \
            carries its text as title, and its language.
            """,
            .example("parlance speak bottle goose --accent en-GB"),
            .example("parlance speak --file words.txt --output-dir audio", "One WAV file for each line."),
            .example("parlance speak --file words.txt --output-dir audio --format opus", "Small files."),
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
            Options.vtt, Options.provider, Options.role, Options.queue, Options.noQueue,
        ] + Options.caching,
        positionals: [Options.texts]
    )

    static let ipa = Command(
        "ipa",
        summary: "Show how words are pronounced, in the International Phonetic Alphabet",
        discussion: [
            """
            Each TEXT is a row. --all puts the accents of English, or of the language that --accent names, side by \
            side. What is shown is what is spoken: the sounds come from the same synthesis.
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
        summary: "List the voices that can speak, or build and check those of our accents",
        discussion: [
            """
            The accents under Voices are linked into the installed espeak-ng when they are first spoken. 'build' does \
            it now, and says where the result is; 'check' reads the definitions and says what is wrong with them.
            """,
            .example("parlance voices --language en", "Only English voices."),
            .example("parlance voices check", "After a change of a definition."),
        ],
        options: [Options.language, Options.provider],
        positionals: [Options.voicesAction]
    )

    static let providers = Command(
        "providers",
        summary: "List the providers, and which of them serve",
        discussion: [
            """
            --usage shows what providers with a budget have sent in this day and this month, by UTC, and what is \
            left. --reset-usage sets the count of a provider back to zero, or of 'all'.
            """,
            .example("parlance providers --kinds", "What a configuration can ask for, with all options."),
            .example("parlance providers --usage", "What is left of the budgets."),
        ],
        options: [Options.kinds, Options.usage, Options.resetUsage]
    )

    static let config = Command(
        "config",
        summary: "Check, show and start a configuration",
        discussion: [
            """
            A configuration says which provider serves, so that swapping one needs no change of the program. The \
            layers are, from the highest: options of the command line, environment variables \
            (PARLANCE_SPEECH_ACCENT), parlance.json in the current folder, your own file, and what is built in. \
            --config or PARLANCE_CONFIG name a single file to be read instead of the two files.
            """
        ],
        subcommands: [
            Command(
                "check",
                summary: "Say what is wrong with the configuration, with file, line and column",
                positionals: [Options.configurationFile]
            ),
            Command("show", summary: "Show the settings in force and where each was set; secrets are not shown"),
            Command("path", summary: "Show which files are read"),
            Command("schema", summary: "Print the JSON Schema of configuration files, for editors"),
            Command(
                "init",
                summary: "Write a configuration to start from",
                discussion: ["Without FILE, parlance.json in the current folder is written."],
                options: [Options.user, Options.force],
                positionals: [Options.newConfigurationFile]
            ),
        ]
    )

    static let serve = Command(
        "serve",
        summary: "Offer the services to another program over standard input and output",
        discussion: [
            """
            With --mcp the services are tools of the Model Context Protocol: a chat program that knows it can speak, \
            translate and give example sentences. It reads one JSON object a line until its input ends, and writes \
            nothing else on standard output.
            """,
            """
            With --stdio it speaks the plug-in protocol, as a plug-in does: a front end in another language starts it, \
            asks it for speech, translations, sentences and feedback, and swaps providers while it runs. Another \
            Parlance can use it as a plug-in. docs/how-to/serving.md has a client in Python.
            """,
            .example("parlance serve --mcp", "What the configuration of a chat program names as its command."),
            .example("parlance serve --stdio", "What a front end starts."),
        ],
        options: [Options.modelContext, Options.standardStreams]
    )

    static let doctor = Command(
        "doctor",
        summary: "Check libraries, data, sound and configuration, and say how to mend them"
    )

    static let completions = Command(
        "completions",
        summary: "Print the completion script of a shell",
        discussion: [
            .example(#"eval "$(parlance completions bash)""#, "For this shell, or in ~/.bashrc for every shell.")
        ],
        positionals: [Options.shell]
    )
}

/// The options and words of the verbs; each is also the key under which its value is asked for.
enum Options {
    static let config = Option.file("config")
        .help("Read this configuration file and no other", environment: "PARLANCE_CONFIG")
    static let offline = Flag("offline").help("Send nothing over the network, whatever the configuration says")
    static let json = Flag("json", short: "j").help("Print JSON, one object a line")

    static let accent = Option("accent", short: "a", "TAG")
        .help("The accent or language: en-US, en-GB, de, fr", environment: "PARLANCE_SPEECH_ACCENT")
    static let voice = Option("voice", "ID").help("One voice, as 'parlance voices' lists it")
    static let rate = Option("rate", short: "r", in: SpeechRequest.rates)
        .help("How fast; 1 is normal speed", environment: "PARLANCE_SPEECH_RATE")
    static let lexicon = Option.file("lexicon")
        .help("Say words as this file has it: lines of WORD = /IPA/ or WORD = respelling")
    static let pitch = Option("pitch", in: SpeechRequest.pitches).help("How high; 1 is the voice's own pitch")
    static let volume = Option("volume", in: SpeechRequest.volumes).help("How loud; 1 is as loud as usual")
    static let gap = Option<Double>("gap", in: 0.0...5.0).help("A pause between words, in seconds")
    static let normalize = Flag("normalize").help("Make all texts equally loud, at -18 dB as '--loudness' counts")
    static let noNormalize = Flag("no-normalize").help("Leave the loudness, whatever the configuration says")
    static let loudness = Option("loudness", "DB", in: -60.0 ... -3.0)
        .help("Bring each text to this loudness: gated mean power in dB of full scale")
    static let trim = Flag("trim").help("Cut the silence at both ends")
    static let pad = Option("pad", "SECONDS", in: 0.0...60.0).help("Put silence before and behind each text")
    static let times = Option("repeat", in: 1...1000).help("Speak each text so many times")
    static let pause = Option("pause", "SECONDS", in: 0.0...60.0).help("The pause between repetitions", default: "1")
    static let slowing = Option("slower", "FACTOR", in: 0.5...2.0)
        .help("Change the rate by this factor with each repetition: 0.8 is slower each time")
    static let highlight = Flag("highlight").help("Show on the terminal which word is heard")
    static let deterministic = Flag("deterministic")
        .help("Give the same bytes for the same text, whatever was spoken before; slower")
    static let marks = Option.file("marks").help("Write when each sentence, word and phoneme is heard, as JSON lines")
    static let srt = Option.file("srt").help("Write SubRip subtitles")
    static let vtt = Option.file("vtt").help("Write WebVTT subtitles")
    static let allAccents = Flag("all").help("Show all accents of the language, one column each")
    static let output = Option.file("output", short: "o")
        .help("Write one file instead of playing; '-' is standard output")
    static let outputDirectory = Option("output-dir", short: "d", "DIR", completion: .directory)
        .help("Write one file for each text into this folder")
    static let overwrite = Flag("overwrite").help("Write files anew that are in the folder already")
    static let format = Option("format", "FORMAT", of: SoundFormat.self)
        .help("What kind of files; without it, --output goes by the name, and the others are WAV")
    static let file = Option.file("file", short: "f").help("Speak the lines of a file; '-' is standard input")
    static let provider = Option("provider", "ID").help("Ask this provider and no other")
    static let role = Option("role", "NAME").help("Do it as the configuration says for this role")
    static let texts = Positional("TEXT", .repeated).help("What to say; '-' reads lines from standard input")

    static let language = Option("language", short: "l", "TAG").help("Only voices of this language")
    static let voicesAction = Positional("ACTION", .optional, choices: ["list", "build", "check"])
        .help("What to do; without it, the voices are listed")
    static let kinds = Flag("kinds").help("List the kinds of provider and their options instead")

    static let usage = Flag("usage").help("Show what providers with a budget have sent, and what is left")
    static let resetUsage = Option("reset-usage", "ID").help("Set back the count of this provider, or of 'all'")

    static let modelContext = Flag("mcp").help("Speak the Model Context Protocol")
    static let standardStreams = Flag("stdio").help("Speak the plug-in protocol, for front ends")

    static let user = Flag("user").help("Write your own configuration file instead")
    static let force = Flag("force").help("Overwrite a file that is there")
    static let configurationFile = Positional("FILE", .optional, completion: .file).help("Check this file alone")
    static let newConfigurationFile = Positional("FILE", .optional, completion: .file).help("The file to write")
    static let shell = Positional("SHELL", choices: ["bash", "zsh", "fish"]).help("Whose script")
}
