public import LanguageServices

/// A text that has been spoken, and when it and its words are heard.
public struct TimedText: Sendable, Hashable {
    /// The text.
    public var text: String

    /// The file that holds its sound, if any.
    public var file: String?

    /// When it begins in a recording that holds other texts as well.
    public var start: Duration

    /// How long it lasts.
    public var duration: Duration

    /// The form of its audio, which gives the frames of the marks a time.
    public var format: AudioFormat

    /// Its marks in the order of the audio; their frames count from the start of this text.
    public var marks: [SpeechMark]

    /// Creates a text with its times.
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

    /// When a mark is heard, from the start of this text.
    func time(of mark: SpeechMark) -> Duration {
        format.duration(ofSamples: mark.frame * format.channels)
    }
}

/// The files that are written of the times of texts: marks for programs, subtitles for people.
public struct Timeline: Sendable {
    /// Where the marks go.
    public var marks: MarksFile?

    /// Where subtitles go.
    public var subtitles: [SubtitleFile] = []

    /// Creates a timeline that writes nothing.
    public init() {}

    /// The marks that a provider has to be asked for.
    public var kinds: Set<SpeechMark.Kind> {
        if marks != nil { return Set(SpeechMark.Kind.allCases) }
        return subtitles.isEmpty ? [] : [.sentence, .word]
    }

    /// Whether something of it goes to an output instead of a file.
    public var takesOutput: Bool { marks?.takesOutput == true || subtitles.contains(where: \.takesOutput) }

    /// Adds a text that has been spoken; called in the order of the texts.
    public func add(_ text: TimedText) throws {
        try marks?.add(text)
        for file in subtitles { file.add(text) }
    }

    /// Puts the files under their names.
    public func finish() throws {
        try marks?.finish()
        for file in subtitles { try file.finish() }
    }
}
