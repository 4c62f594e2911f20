import Audio
import JSON
import LanguageServices
import Subtitles

/// A text that has been spoken.
struct Spoken: Sendable {
    /// The file it was written to, if any.
    var file: String?

    /// What played it, if anything did.
    var output: String?

    /// How long it lasts.
    var duration: Duration

    /// How it came about.
    var report: ServiceReport

    /// The form of its audio.
    var format: AudioFormat

    /// Its marks, in the order of the audio; their frames count from the start of this text.
    var marks: [SpeechMark] = []

    /// Whether the file was there already and was kept.
    var isKept = false

    /// Where it begins in what is written or played with it.
    var start = Duration.zero

    /// Its text, with the moments at which its words are heard.
    func timed(_ text: String) -> TimedText {
        TimedText(text, file: file, start: start, duration: duration, format: format, marks: marks)
    }

    /// The duration as people read it: `0.73 s`.
    static func shown(_ duration: Duration) -> String {
        let hundredths = (duration / .milliseconds(10)).rounded()
        let whole = Int(hundredths)
        return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100) s"
    }
}

extension Spoken {
    /// A file that was written for a text before, in the same run.
    init(again file: String, duration: Duration) {
        self.init(kept: file, duration: duration)
        isKept = false
    }

    /// A file that was there already.
    init(kept file: String, duration: Duration) {
        self.file = file
        self.duration = duration
        report = ServiceReport()
        format = AudioFormat(sampleRate: 22_050)
        isKept = true
    }

    /// A text that has been taken from its stream to the end.
    init(_ source: SpeechSource, duration: Duration) {
        self.duration = duration
        report = source.report ?? ServiceReport()
        format = source.format
        marks = source.marks
    }
}

/// What came of a text, as a line of JSON.
enum OutcomeJSON {
    static func value(_ text: InputText, _ result: Result<Spoken, ServiceError>) -> JSONValue {
        var members: [(String, JSONValue)] = [("text", .string(text.text))]
        if let place = text.place { members.append(("place", .string(place))) }
        switch result {
        case .success(let spoken):
            if let file = spoken.file { members.append(("file", .string(file))) }
            if let output = spoken.output { members.append(("output", .string(output))) }
            members.append(("seconds", .seconds(spoken.duration)))
            if spoken.isKept { members.append(("kept", .bool(true))) }
            members.append(("report", ReportJSON.value(spoken.report)))
        case .failure(let error):
            members.append(("error", ReportJSON.value(error)))
        }
        return .object(members)
    }
}
