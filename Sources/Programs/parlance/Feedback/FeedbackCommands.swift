import ArgumentParsing
import HapticCodecs
import HapticPatterns
import HapticRendering
import LanguageServices

extension CommandTree {
    static let feedback = Command(
        "feedback",
        summary: "Play, show, convert and check patterns that are felt",
        discussion: [
            """
            A pattern is what a phone or a controller lets you feel: taps, vibrations and curves. Patterns are read from \
            AHAP, .haptic, Android's arrays and XML, and themes of feedbackd; a built-in pattern has a name.
            """,
            .example("parlance feedback play success", "Feel it, hear it or see it."),
            .example("parlance feedback show success", "Its course in time."),
            .example("parlance feedback convert swipe.ahap swipe.xml", "For Android."),
            .example("parlance feedback lint *.ahap", "What will not be felt as it was meant?"),
            .example("parlance feedback info success", "A built-in pattern in numbers."),
        ],
        subcommands: feedbackPlaying + feedbackFiles
    )
}

extension CommandTree {
    /// The verbs of `feedback` that work on files.
    static let feedbackFiles = [
        Command(
            "convert",
            summary: "Write a pattern in another format, or another pattern made of it",
            discussion: [
                """
                IN is a file, '-' for standard input, or the name of a built-in pattern; ./success is a file of that \
                name. OUT is a file or '-'. The format of IN is told by what is in it, that of OUT by its ending: .ahap, \
                .haptic or .xml; all else needs --to. What was repaired in IN and what OUT cannot hold is told on \
                standard error, a line each.
                """,
                "The pattern is trimmed first, then scaled, stretched, repeated and delayed.",
                .example("parlance feedback convert boing.ahap boing.haptic"),
                .example("parlance feedback convert success success.json --to android"),
                .example("parlance feedback convert long.ahap part.ahap --trim 0.5:2 --scale 0.8"),
                .example("parlance feedback convert theme.json bell.ahap --event bell-terminal", "From feedbackd."),
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
            summary: "Say what is wrong with files of patterns, and what will not be felt",
            discussion: [
                """
                Each finding is a line: file, line and column, how bad it is, what it is, and its code. --fix writes the \
                files anew with all that can be mended without a decision: AHAP, .haptic and our own form. The exit code is \
                0 when there are notes at most, 2 for warnings, 65 for errors and for files that hold no pattern, 66 \
                when a file cannot be read.
                """,
                .example("parlance feedback lint boing.ahap"),
                .example("parlance feedback lint *.ahap --fix"),
            ],
            options: [Options.patternFrom, Options.patternEvent, Options.fixPatterns],
            positionals: [Options.patternFiles]
        ),
        Command(
            "info",
            summary: "Show what a pattern is made of",
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
    .help("What kind of file it is; without it, what is in it tells")
    static let patternTo = Option("to", "FORMAT", of: HapticFormat.self)
        .help("What kind of file to write; without it, its ending tells")
    static let patternEvent = Option("event", "NAME").help("Which event of a theme of feedbackd is read, or written")
    static let patternProgress = Option("progress", in: 0.0...1.0)
        .help("How far the gesture of a built-in swipe has come", default: "1")
    static let patternTrim = Option("trim", "FROM:TO").help("Only this part, in seconds; each may be left out")
    static let patternScale = Option("scale", in: 0.0...100.0).help("All intensities times this, at most 1")
    static let patternStretch = Option("stretch", in: 0.001...1000.0).help("All times times this; 2 is half as fast")
    static let patternRepeat = Option("repeat", in: 1...10_000).help("So many times")
    static let patternGap = Option("gap", "SECONDS", in: 0.0...3600.0).help("The pause between repetitions")
    static let patternDelay = Option("delay", "SECONDS", in: 0.0...3600.0).help("A pause before everything")
    static let patternLayers = Flag("layers")
        .help("Write OUT, OUT-2 and so on, a file for each layer, to be played together")
    static let fixPatterns = Flag("fix").help("Write the files anew, with what can be mended")
}

extension CommandTree {
    /// The verbs of `feedback` that play and show.
    static let feedbackPlaying = [
        Command(
            "play",
            summary: "Play the feedback of an event, or a pattern from a file",
            discussion: [
                """
                NAME is an event that 'feedback list' shows; FILE is a pattern in any format that is read. It is played \
                by the best that is there: a controller or a phone's motor, sound, or a line on the terminal. Standard \
                error says by what, and why the better ones were passed over.
                """,
                .example("parlance feedback play success"),
                .example("parlance feedback play swipe-right --progress 0.8"),
                .example("parlance feedback play heartbeat.ahap --sink audio", "Judge a pattern by ear."),
            ],
            options: [
                Options.gestureProgress, Options.feedbackStrength, Options.feedbackProfile, Options.feedbackSink,
                Options.feedbackTimes, Options.patternFrom, Options.patternEvent, Options.provider, Options.role,
            ],
            positionals: [Options.pattern]
        ),
        Command(
            "show",
            summary: "Draw a pattern on the terminal, or as a picture, sound or numbers",
            discussion: [
                """
                Without a file to write, the pattern is drawn on the terminal. --waveform writes what is felt at equal \
                distances: a table for .csv, JSON for .json, and for every other name a byte for each amplitude.
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
            summary: "List the events that can be felt, each with its pattern",
            options: [Options.provider, Options.role]
        ),
        Command(
            "devices",
            summary: "List what feedback can be played by, and why the rest cannot",
            options: [Options.provider, Options.role]
        ),
        Command(
            "try",
            summary: "Try feedback by keys, and see what the policy does",
            discussion: [
                """
                Each key triggers an event; the terminal shows its course and what became of it. Feedback can be made \
                weaker, quieter and be switched off meanwhile.
                """
            ],
            options: [Options.feedbackSink, Options.provider, Options.role]
        ),
    ]
}

extension Options {
    static let pattern = Positional("NAME", completion: .file).help("An event, or a file with a pattern")
    static let gestureProgress = Option("progress", in: 0.0...1.0)
        .help("How far the gesture has come; a swipe is felt above 0.3", default: "1")
    static let feedbackStrength = Option("strength", in: 0.0...1.0).help("A factor for the intensity")
    static let feedbackProfile = Option("profile", "PROFILE", of: FeedbackProfile.self)
        .help("The most that it may do: full, quiet (not heard) or silent (only seen)")
    static let feedbackSink = Option("sink", "NAME", choices: ["evdev", "feedbackd", "audio", "terminal"])
        .help("Play by this and by nothing else")
    static let feedbackTimes = Option("repeat", in: 1...1000).help("Play it so many times")
    static let svg = Option.file("svg").help("Write a picture of lines")
    static let png = Option.file("png").help("Write a picture of pixels")
    static let wav = Option.file("wav").help("Write the pattern as sound")
    static let waveform = Option.file("waveform").help("Write the pattern as numbers")
    static let waveformRate = Option("rate", "HZ", in: HapticWaveform.sampleRates)
        .help("How many numbers a second", default: "8000")
    static let light = Flag("light").help("Pictures for a light page")
    static let dark = Flag("dark").help("Pictures for a dark page")
    static let pictureScale = Option("scale", in: 1...4)
        .help("Pixels of --png for each of 800 by 400 units", default: "2")
}
