import ArgumentParsing
import HapticPatterns
import HapticRendering
import LanguageServices

extension CommandTree {
    /// The verbs of `feedback` that play and show.
    static let feedbackPlaying = [
        Command(
            "play",
            summary: "Play the feedback of an event, or a pattern from a file",
            discussion: [
                .paragraph(
                    """
                    NAME is an event that 'feedback list' shows; FILE is a pattern in any format that is read. It is played \
                    by the best that is there: a controller or a phone's motor, sound, or a line on the terminal. Standard \
                    error says by what, and why the better ones were passed over.
                    """
                ),
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
                .paragraph(
                    """
                    Without a file to write, the pattern is drawn on the terminal. --waveform writes what is felt at equal \
                    distances: a table for .csv, JSON for .json, and for every other name a byte for each amplitude.
                    """
                ),
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
                .paragraph(
                    """
                    Each key triggers an event; the terminal shows its course and what became of it. Feedback can be made \
                    weaker, quieter and be switched off meanwhile.
                    """
                )
            ],
            options: [Options.feedbackSink, Options.provider, Options.role]
        ),
    ]
}

extension Options {
    static let pattern = Positional.required(
        "NAME",
        summary: "An event, or a file with a pattern",
        completion: .file
    )
    static let gestureProgress = Option(
        "progress",
        in: 0.0...1.0,
        summary: "How far the gesture has come; a swipe is felt above 0.3",
        default: "1"
    )
    static let feedbackStrength = Option("strength", in: 0.0...1.0, summary: "A factor for the intensity")
    static let feedbackProfile = Option(
        "profile",
        placeholder: "PROFILE",
        of: FeedbackProfile.self,
        summary: "The most that it may do: full, quiet (not heard) or silent (only seen)"
    )
    static let feedbackSink = Option(
        "sink",
        placeholder: "NAME",
        choices: ["evdev", "feedbackd", "audio", "terminal"],
        summary: "Play by this and by nothing else"
    )
    static let feedbackTimes = Option("repeat", in: 1...1000, summary: "Play it so many times")
    static let svg = Option("svg", placeholder: "FILE", summary: "Write a picture of lines", completion: .file)
    static let png = Option("png", placeholder: "FILE", summary: "Write a picture of pixels", completion: .file)
    static let wav = Option("wav", placeholder: "FILE", summary: "Write the pattern as sound", completion: .file)
    static let waveform = Option(
        "waveform",
        placeholder: "FILE",
        summary: "Write the pattern as numbers",
        completion: .file
    )
    static let waveformRate = Option(
        "rate",
        placeholder: "HZ",
        in: HapticWaveform.sampleRates,
        summary: "How many numbers a second",
        default: "8000"
    )
    static let light = Flag("light", summary: "Pictures for a light page")
    static let dark = Flag("dark", summary: "Pictures for a dark page")
    static let pictureScale = Option(
        "scale",
        in: 1...4,
        summary: "Pixels of --png for each of 800 by 400 units",
        default: "2"
    )
}
