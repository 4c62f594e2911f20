import ArgumentParsing
import HapticCodecs
import HapticPatterns
import HapticRendering
import LanguageServices

extension CommandTree {
    static let feedback = Command(
        "feedback",
        summary: "Play, show, convert and check haptic patterns",
        discussion: [
            """
            A haptic pattern consists of taps, vibrations and curves for a phone or a controller. Patterns are built \
            in, or read from AHAP, .haptic, Android arrays or XML, or feedbackd themes.
            """,
            .example("parlance feedback play success", "Play a built-in pattern."),
            .example("parlance feedback show success", "Draw it on the terminal."),
            .example("parlance feedback convert swipe.ahap swipe.xml", "Convert a pattern for Android."),
            .example("parlance feedback lint *.ahap", "Find problems."),
            .example("parlance feedback info success", "Print its events."),
        ],
        subcommands: feedbackPlaying + feedbackFiles
    )
}

extension CommandTree {
    /// The subcommands of `feedback` that work on files.
    static let feedbackFiles = [
        Command(
            "convert",
            summary: "Convert a pattern to another format, or change it",
            discussion: [
                """
                IN is a file, '-' for standard input, or the name of a built-in pattern; to read a file named success, \
                write ./success. OUT is a file or '-'. The format of IN is detected; that of OUT is determined by its \
                extension (.ahap, .haptic, .xml) or --to. Repairs and losses are reported on standard error, one per \
                line.
                """,
                "Operations apply in this order: trim, scale, stretch, repeat, delay.",
                .example("parlance feedback convert boing.ahap boing.haptic"),
                .example("parlance feedback convert success success.json --to android"),
                .example("parlance feedback convert long.ahap part.ahap --trim 0.5:2 --scale 0.8"),
                .example(
                    "parlance feedback convert theme.json bell.ahap --event bell-terminal",
                    "From a feedbackd theme."
                ),
            ],
            options: [
                Options.patternFrom, Options.patternTo, Options.patternEvent, Options.patternProgress,
                Options.patternTrim, Options.patternScale, Options.patternStretch, Options.patternRepeat,
                Options.patternGap, Options.patternDelay, Options.patternLayers,
            ],
            positionals: [Options.patternInput, Options.patternOutput]
        ),
        Command(
            "lint",
            summary: "Report problems in pattern files, such as events too weak to feel",
            discussion: [
                """
                Each finding is a line with file, line, column, severity, message and code. --fix applies every \
                unambiguous fix to AHAP, .haptic and native files. The exit code is 0 for notes or no findings, 2 for \
                warnings, 65 for errors and files without a pattern, and 66 for files that cannot be read.
                """,
                .example("parlance feedback lint boing.ahap"),
                .example("parlance feedback lint *.ahap --fix"),
            ],
            options: [Options.patternFrom, Options.patternEvent, Options.fixPatterns],
            positionals: [Options.patternFiles]
        ),
        Command(
            "info",
            summary: "Show the events of a pattern",
            options: [Options.patternFrom, Options.patternEvent, Options.patternProgress],
            positionals: [Options.patternInput]
        ),
    ]
}

extension Options {
    static let patternInput = Positional("IN", completion: .file)
        .help("A file, '-' for standard input, or a built-in pattern")
    static let patternOutput = Positional("OUT", completion: .file).help("The file to write; '-' is standard output")
    static let patternFiles = Positional("FILE", .atLeast(1), completion: .file)
        .help("Files with patterns; '-' is standard input")
    static let patternFrom = Option(
        "from",
        "FORMAT",
        choices: HapticFormat.allCases.filter(\.canBeRead).map(\.rawValue)
    )
    .help("Input format; by default detected from the content")
    static let patternTo = Option("to", "FORMAT", of: HapticFormat.self)
        .help("Output format; by default from the file extension")
    static let patternEvent = Option("event", "NAME").help("The event in a feedbackd theme to read or write")
    static let patternProgress = Option("progress", in: 0.0...1.0)
        .help("Gesture progress of the built-in swipe patterns", default: "1")
    static let patternTrim = Option("trim", "FROM:TO").help(
        "Keep only this part, in seconds; either end may be omitted"
    )
    static let patternScale = Option("scale", in: 0.0...100.0).help(
        "Multiply all intensities by this factor; the result is at most 1"
    )
    static let patternStretch = Option("stretch", in: 0.001...1000.0).help(
        "Multiply all times by this factor; 2 plays at half speed"
    )
    static let patternRepeat = Option("repeat", in: 1...10_000).help("Repeat COUNT times")
    static let patternGap = Option("gap", "SECONDS", in: 0.0...3600.0).help("Pause between repetitions")
    static let patternDelay = Option("delay", "SECONDS", in: 0.0...3600.0).help("Delay before the pattern")
    static let patternLayers = Flag("layers")
        .help("Write one file per layer (OUT, OUT-2, …), to be played together")
    static let fixPatterns = Flag("fix").help("Apply all unambiguous fixes to the files")
}

extension CommandTree {
    /// The subcommands of `feedback` that play and show patterns.
    static let feedbackPlaying = [
        Command(
            "play",
            summary: "Play the feedback for an event or a pattern file",
            discussion: [
                """
                NAME is an event from 'feedback list'; FILE is a pattern in any supported format. The best available \
                output plays it: a controller, a phone's motor, sound, or a line on the terminal. The chosen output, \
                and the reasons for skipping better ones, are reported on standard error.
                """,
                .example("parlance feedback play success"),
                .example("parlance feedback play swipe-right --progress 0.8"),
                .example("parlance feedback play heartbeat.ahap --sink audio", "Play it as sound."),
            ],
            options: [
                Options.gestureProgress, Options.feedbackStrength, Options.feedbackProfile, Options.feedbackSink,
                Options.feedbackTimes, Options.patternFrom, Options.patternEvent, Options.provider, Options.role,
            ],
            positionals: [Options.pattern]
        ),
        Command(
            "show",
            summary: "Draw a pattern on the terminal, or export it as an image, sound or data",
            discussion: [
                """
                Without an output file, the pattern is drawn on the terminal. --waveform writes amplitudes at equal \
                intervals: a table for .csv, JSON for .json, otherwise one byte per amplitude.
                """,
                .example("parlance feedback show success"),
                .example("parlance feedback show swell.haptic --svg swell.svg --dark"),
                .example("parlance feedback show error --waveform error.csv --rate 200"),
            ],
            options: [
                Options.gestureProgress, Options.svg, Options.png, Options.wav, Options.waveform, Options.waveformRate,
                Options.light, Options.dark, Options.pictureScale, Options.patternFrom, Options.patternEvent,
                Options.provider, Options.role,
            ],
            positionals: [Options.pattern]
        ),
        Command(
            "list",
            summary: "List events with their patterns",
            options: [Options.provider, Options.role]
        ),
        Command(
            "devices",
            summary: "List output devices, and why others are unavailable",
            options: [Options.provider, Options.role]
        ),
        Command(
            "try",
            summary: "Trigger feedback with the keyboard, and see how the policy decides",
            discussion: [
                """
                Each key triggers an event; the terminal shows its pattern and outcome. You can change strength and \
                level, and switch feedback off, while it runs.
                """
            ],
            options: [Options.feedbackSink, Options.provider, Options.role]
        ),
    ]
}

extension Options {
    static let pattern = Positional("NAME", completion: .file).help("An event, or a file with a pattern")
    static let gestureProgress = Option("progress", in: 0.0...1.0)
        .help("Progress of the gesture; a swipe plays above 0.3", default: "1")
    static let feedbackStrength = Option("strength", in: 0.0...1.0).help("Multiply the intensity by this factor")
    static let feedbackProfile = Option("profile", "PROFILE", of: FeedbackProfile.self)
        .help("Highest allowed level: full, quiet (no sound) or silent (display only)")
    static let feedbackSink = Option("sink", "NAME", choices: ["evdev", "feedbackd", "audio", "terminal"])
        .help("Use only this output")
    static let feedbackTimes = Option("repeat", in: 1...1000).help("Play the pattern COUNT times")
    static let svg = Option.file("svg").help("Write an SVG image")
    static let png = Option.file("png").help("Write a PNG image")
    static let wav = Option.file("wav").help("Write a WAV file")
    static let waveform = Option.file("waveform").help("Write sampled amplitudes")
    static let waveformRate = Option("rate", "HZ", in: HapticWaveform.sampleRates)
        .help("Samples per second", default: "8000")
    static let light = Flag("light").help("Draw images for a light background")
    static let dark = Flag("dark").help("Draw images for a dark background")
    static let pictureScale = Option("scale", in: 1...4)
        .help("Scale of --png; 1 is 800 by 400 pixels", default: "2")
}
