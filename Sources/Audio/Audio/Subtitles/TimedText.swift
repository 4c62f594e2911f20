public import LanguageServices

/// A spoken text with the times of its words.
public struct TimedText: Sendable, Hashable {
    /// The text.
    public var text: String

    /// The sound file, if any.
    public var file: String?

    /// Where this text starts in a recording of several texts.
    public var start: Duration

    /// The duration.
    public var duration: Duration

    /// The audio format, used to convert mark frames to times.
    public var format: AudioFormat

    /// The marks in audio order; their frames count from the start of this text.
    public var marks: [SpeechMark]

    /// Creates a text with the times of its words.
    public init(
        _ text: String,
        file: String? = nil,
        start: Duration = .zero,
        duration: Duration,
        format: AudioFormat,
        marks: [SpeechMark]
    ) {
        self.text = text
        self.file = file
        self.start = start
        self.duration = duration
        self.format = format
        self.marks = marks
    }

    /// The time of a mark, from the start of this text.
    func time(of mark: SpeechMark) -> Duration {
        format.duration(ofSamples: mark.frame * format.channels)
    }
}

/// Writes the timing of texts: marks for programs, subtitles for people.
public struct Timeline: Sendable {
    /// The marks file.
    public var marks: MarksFile?

    /// The subtitle files.
    public var subtitles: [SubtitleFile] = []

    /// Creates a timeline that writes nothing.
    public init() {}

    /// The kinds of marks to request from the provider.
    public var kinds: Set<SpeechMark.Kind> {
        if marks != nil { return Set(SpeechMark.Kind.allCases) }
        return subtitles.isEmpty ? [] : [.sentence, .word]
    }

    /// Whether any part of it is written to an output instead of a file.
    public var usesStandardOutput: Bool {
        marks?.usesStandardOutput == true || subtitles.contains(where: \.usesStandardOutput)
    }

    /// Adds a spoken text; called in playback order.
    public func add(_ text: TimedText) throws {
        try marks?.add(text)
        for file in subtitles { file.add(text) }
    }

    /// Moves the files to their final paths.
    public func finish() throws {
        try marks?.finish()
        for file in subtitles { try file.finish() }
    }
}
