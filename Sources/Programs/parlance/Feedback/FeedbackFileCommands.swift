import ArgumentParsing
import HapticCodecs

extension CommandTree {
    /// The verbs of `feedback` that work on files.
    static let feedbackFiles = [
        Command(
            "convert",
            summary: "Write a pattern in another format, or another pattern made of it",
            discussion: [
                .paragraph(
                    """
                    IN is a file, '-' for standard input, or the name of a built-in pattern; ./success is a file of that \
                    name. OUT is a file or '-'. The format of IN is told by what is in it, that of OUT by its ending: .ahap, \
                    .haptic or .xml; all else needs --to. What was repaired in IN and what OUT cannot hold is told on \
                    standard error, a line each.
                    """
                ),
                .paragraph("The pattern is trimmed first, then scaled, stretched, repeated and delayed."),
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
                .paragraph(
                    """
                    Each finding is a line: file, line and column, how bad it is, what it is, and its code. --fix writes the \
                    files anew with all that can be mended without a decision: AHAP, .haptic and our own form. The exit code is \
                    0 when there are notes at most, 2 for warnings, 65 for errors and for files that hold no pattern, 66 \
                    when a file cannot be read.
                    """
                ),
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
    static let patternInput = Positional.required(
        "IN",
        summary: "A file, '-' for standard input, or a built-in pattern",
        completion: .file
    )
    static let patternOutput = Positional.required(
        "OUT",
        summary: "The file to write; '-' is standard output",
        completion: .file
    )
    static let patternFiles = Positional.repeated(
        "FILE",
        summary: "Files with patterns; '-' is standard input",
        minimum: 1,
        completion: .file
    )
    static let patternFrom = Option(
        "from",
        placeholder: "FORMAT",
        choices: HapticFormat.allCases.filter(\.canBeRead).map(\.rawValue),
        summary: "What kind of file it is; without it, what is in it tells"
    )
    static let patternTo = Option(
        "to",
        placeholder: "FORMAT",
        of: HapticFormat.self,
        summary: "What kind of file to write; without it, its ending tells"
    )
    static let patternEvent = Option(
        "event",
        placeholder: "NAME",
        summary: "Which event of a theme of feedbackd is read, or written"
    )
    static let patternProgress = Option(
        "progress",
        in: 0.0...1.0,
        summary: "How far the gesture of a built-in swipe has come",
        default: "1"
    )
    static let patternTrim = Option(
        "trim",
        placeholder: "FROM:TO",
        summary: "Only this part, in seconds; each may be left out"
    )
    static let patternScale = Option("scale", in: 0.0...100.0, summary: "All intensities times this, at most 1")
    static let patternStretch = Option(
        "stretch",
        in: 0.001...1000.0,
        summary: "All times times this; 2 is half as fast"
    )
    static let patternRepeat = Option("repeat", in: 1...10_000, summary: "So many times")
    static let patternGap = Option(
        "gap",
        placeholder: "SECONDS",
        in: 0.0...3600.0,
        summary: "The pause between repetitions"
    )
    static let patternDelay = Option(
        "delay",
        placeholder: "SECONDS",
        in: 0.0...3600.0,
        summary: "A pause before everything"
    )
    static let patternLayers = Flag(
        "layers",
        summary: "Write OUT, OUT-2 and so on, a file for each layer, to be played together"
    )
    static let fixPatterns = Flag("fix", summary: "Write the files anew, with what can be mended")
}
