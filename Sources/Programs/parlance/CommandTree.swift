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
            .paragraph(
                """
                Each TEXT is spoken by itself; put quotation marks around a sentence. With --file each line is a text; \
                a lone '-' reads lines from standard input. Without --output or --output-dir the texts are played.
                """
            ),
            .paragraph(
                """
                --output-dir names each file after its text: spaces become '_', and a text that does not fit into a \
                file name gets a short hash behind what fits. A text has the same name in every run; only of two that \
                differ in nothing but upper and lower case, the later one gets a hash. A run that was broken off goes \
                on where it was: files that the folder's record knows to be spoken from the same text in the same way \
                are kept.
                """
            ),
            .paragraph(
                """
                A file is WAV, FLAC, Ogg Vorbis, Ogg Opus or MP3, as its name ends: .wav, .flac, .ogg, .opus or .mp3. It \
                carries its text as title, and its language.
                """
            ),
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
            .paragraph(
                """
                Each TEXT is a row. --all puts the accents of English, or of the language that --accent names, side by \
                side. What is shown is what is spoken: the sounds come from the same synthesis.
                """
            ),
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
            .paragraph(
                """
                The accents under Voices are linked into the installed espeak-ng when they are first spoken. 'build' does \
                it now, and says where the result is; 'check' reads the definitions and says what is wrong with them.
                """
            ),
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
            .paragraph(
                """
                --usage shows what providers with a budget have sent in this day and this month, by UTC, and what is \
                left. --reset-usage sets the count of a provider back to zero, or of 'all'.
                """
            ),
            .example("parlance providers --kinds", "What a configuration can ask for, with all options."),
            .example("parlance providers --usage", "What is left of the budgets."),
        ],
        options: [Options.kinds, Options.usage, Options.resetUsage]
    )

    static let config = Command(
        "config",
        summary: "Check, show and start a configuration",
        discussion: [
            .paragraph(
                """
                A configuration says which provider serves, so that swapping one needs no change of the program. The \
                layers are, from the highest: options of the command line, environment variables \
                (PARLANCE_SPEECH_ACCENT), parlance.json in the current folder, your own file, and what is built in. \
                --config or PARLANCE_CONFIG name a single file to be read instead of the two files.
                """
            )
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
                discussion: [.paragraph("Without FILE, parlance.json in the current folder is written.")],
                options: [Options.user, Options.force],
                positionals: [Options.newConfigurationFile]
            ),
        ]
    )

    static let serve = Command(
        "serve",
        summary: "Offer the services to another program over standard input and output",
        discussion: [
            .paragraph(
                """
                With --mcp the services are tools of the Model Context Protocol: a chat program that knows it can speak, \
                translate and give example sentences. It reads one JSON object a line until its input ends, and writes \
                nothing else on standard output.
                """
            ),
            .paragraph(
                """
                With --stdio it speaks the plug-in protocol, as a plug-in does: a front end in another language starts it, \
                asks it for speech, translations, sentences and feedback, and swaps providers while it runs. Another \
                Parlance can use it as a plug-in. docs/serving.md has a client in Python.
                """
            ),
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
    static let config = Option.file(
        "config",
        summary: "Read this configuration file and no other",
        environmentVariable: "PARLANCE_CONFIG"
    )
    static let offline = Flag("offline", summary: "Send nothing over the network, whatever the configuration says")
    static let json = Flag("json", short: "j", summary: "Print JSON, one object a line")

    static let accent = Option(
        "accent",
        short: "a",
        placeholder: "TAG",
        summary: "The accent or language: en-US, en-GB, de, fr",
        environmentVariable: "PARLANCE_SPEECH_ACCENT"
    )
    static let voice = Option("voice", placeholder: "ID", summary: "One voice, as 'parlance voices' lists it")
    static let rate = Option(
        "rate",
        short: "r",
        in: SpeechRequest.rates,
        summary: "How fast; 1 is normal speed",
        environmentVariable: "PARLANCE_SPEECH_RATE"
    )
    static let lexicon = Option.file(
        "lexicon",
        summary: "Say words as this file has it: lines of WORD = /IPA/ or WORD = respelling"
    )
    static let pitch = Option("pitch", in: SpeechRequest.pitches, summary: "How high; 1 is the voice's own pitch")
    static let volume = Option("volume", in: SpeechRequest.volumes, summary: "How loud; 1 is as loud as usual")
    static let gap = Option<Double>("gap", in: 0.0...5.0, summary: "A pause between words, in seconds")
    static let normalize = Flag("normalize", summary: "Make all texts equally loud, at -18 dB as '--loudness' counts")
    static let noNormalize = Flag("no-normalize", summary: "Leave the loudness, whatever the configuration says")
    static let loudness = Option(
        "loudness",
        placeholder: "DB",
        in: -60.0 ... -3.0,
        summary: "Bring each text to this loudness: gated mean power in dB of full scale"
    )
    static let trim = Flag("trim", summary: "Cut the silence at both ends")
    static let pad = Option(
        "pad",
        placeholder: "SECONDS",
        in: 0.0...60.0,
        summary: "Put silence before and behind each text"
    )
    static let times = Option("repeat", in: 1...1000, summary: "Speak each text so many times")
    static let pause = Option(
        "pause",
        placeholder: "SECONDS",
        in: 0.0...60.0,
        summary: "The pause between repetitions",
        default: "1"
    )
    static let slowing = Option(
        "slower",
        placeholder: "FACTOR",
        in: 0.5...2.0,
        summary: "Change the rate by this factor with each repetition: 0.8 is slower each time"
    )
    static let highlight = Flag("highlight", summary: "Show on the terminal which word is heard")
    static let deterministic = Flag(
        "deterministic",
        summary: "Give the same bytes for the same text, whatever was spoken before; slower"
    )
    static let marks = Option.file(
        "marks",
        summary: "Write when each sentence, word and phoneme is heard, as JSON lines"
    )
    static let srt = Option.file("srt", summary: "Write SubRip subtitles")
    static let vtt = Option.file("vtt", summary: "Write WebVTT subtitles")
    static let allAccents = Flag("all", summary: "Show all accents of the language, one column each")
    static let output = Option.file(
        "output",
        short: "o",
        summary: "Write one file instead of playing; '-' is standard output"
    )
    static let outputDirectory = Option(
        "output-dir",
        short: "d",
        placeholder: "DIR",
        summary: "Write one file for each text into this folder",
        completion: .directory
    )
    static let overwrite = Flag("overwrite", summary: "Write files anew that are in the folder already")
    static let format = Option(
        "format",
        placeholder: "FORMAT",
        of: SoundFormat.self,
        summary: "What kind of files; without it, --output goes by the name, and the others are WAV"
    )
    static let file = Option.file("file", short: "f", summary: "Speak the lines of a file; '-' is standard input")
    static let provider = Option("provider", placeholder: "ID", summary: "Ask this provider and no other")
    static let role = Option("role", placeholder: "NAME", summary: "Do it as the configuration says for this role")
    static let texts = Positional("TEXT", .repeated, summary: "What to say; '-' reads lines from standard input")

    static let language = Option("language", short: "l", placeholder: "TAG", summary: "Only voices of this language")
    static let voicesAction = Positional(
        "ACTION",
        .optional,
        summary: "What to do; without it, the voices are listed",
        choices: ["list", "build", "check"]
    )
    static let kinds = Flag("kinds", summary: "List the kinds of provider and their options instead")

    static let usage = Flag("usage", summary: "Show what providers with a budget have sent, and what is left")
    static let resetUsage = Option(
        "reset-usage",
        placeholder: "ID",
        summary: "Set back the count of this provider, or of 'all'"
    )

    static let modelContext = Flag("mcp", summary: "Speak the Model Context Protocol")
    static let standardStreams = Flag("stdio", summary: "Speak the plug-in protocol, for front ends")

    static let user = Flag("user", summary: "Write your own configuration file instead")
    static let force = Flag("force", summary: "Overwrite a file that is there")
    static let configurationFile = Positional("FILE", .optional, summary: "Check this file alone", completion: .file)
    static let newConfigurationFile = Positional("FILE", .optional, summary: "The file to write", completion: .file)
    static let shell = Positional("SHELL", summary: "Whose script", choices: ["bash", "zsh", "fish"])
}
