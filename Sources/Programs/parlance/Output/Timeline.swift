import LanguageServices

/// What is written of the moments at which words are heard: marks for programs, subtitles for people.
struct Timeline: Sendable {
    /// Where the marks go.
    var marks: MarksFile?

    /// Where subtitles go.
    var subtitles: [SubtitleFile] = []

    /// The marks that are needed.
    var kinds: Set<SpeechMark.Kind> {
        if marks != nil { return Set(SpeechMark.Kind.allCases) }
        return subtitles.isEmpty ? [] : [.sentence, .word]
    }

    /// Whether something of it goes to standard output.
    var takesOutput: Bool { marks?.takesOutput == true || subtitles.contains(where: \.takesOutput) }

    /// Adds a text that has been spoken; called in the order of the texts.
    func add(_ text: InputText, _ spoken: Spoken) throws {
        try marks?.add(text.text, spoken)
        for file in subtitles { file.add(text.text, spoken) }
    }

    /// Puts the files under their names.
    func finish() throws {
        try marks?.finish()
        for file in subtitles { try file.finish() }
    }
}
