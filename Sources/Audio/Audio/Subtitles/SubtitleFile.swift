public import LanguageServices
import Platform
import Synchronization

/// The subtitles of one recording. The file does not appear at its final path until it is complete.
public final class SubtitleFile: Sendable {
    private let format: SubtitleFormat
    private let path: String
    private let output: (@Sendable ([UInt8]) throws -> Void)?
    private let cues = Mutex<[SubtitleCue]>([])

    /// Prepares a file; ``finish()`` writes it.
    ///
    /// - Parameters:
    ///   - format: The subtitle format.
    ///   - path: The destination path.
    ///   - output: Receives the bytes instead of a file.
    /// - Throws: `ServiceError.Code.io` if the destination is not writable.
    public init(
        _ format: SubtitleFormat,
        path: String,
        output: (@Sendable ([UInt8]) throws -> Void)? = nil
    ) throws(ServiceError) {
        self.format = format
        self.path = path
        self.output = output
        // Fail early, before the speech is synthesised.
        if output == nil { _ = try AtomicFile(path: path) }
    }

    /// Whether it writes to an output instead of a file.
    var usesStandardOutput: Bool { output != nil }

    /// Adds a text.
    public func add(_ text: TimedText) {
        let new = SubtitleCue.cues(for: text)
        cues.withLock { $0 += new }
    }

    /// Writes the file, unless there are no cues.
    public func finish() throws {
        let cues = cues.withLock { $0 }
        guard !cues.isEmpty else { return }
        let bytes = Array(format.text(cues).utf8)
        if let output { try output(bytes) } else { try AtomicFile.write(bytes, to: path) }
    }
}

/// A subtitle format.
public enum SubtitleFormat: String, Sendable, CaseIterable {
    /// SubRip: numbered cues, times with a comma, plain text.
    case srt
    /// WebVTT (W3C), with a timestamp for each word.
    case vtt

    /// The content of a file with the given cues.
    public func text(_ cues: [SubtitleCue]) -> String {
        switch self {
        case .srt:
            return cues.enumerated().map { number, cue in
                let times = "\(Self.time(cue.start, ",")) --> \(Self.time(cue.end, ","))"
                return "\(number + 1)\n\(times)\n\(Self.lines(cue) { $0.text })\n"
            }.joined(separator: "\n")
        case .vtt:
            return "WEBVTT\n"
                + cues.map { cue in
                    let times = "\(Self.time(cue.start, ".")) --> \(Self.time(cue.end, "."))"
                    let text = Self.lines(cue) { word in
                        let time = word.start > cue.start ? "<\(Self.time(word.start, "."))>" : ""
                        return time + Self.escaped(word.text)
                    }
                    return "\n\(times)\n\(text)\n"
                }.joined()
        }
    }

    /// The text of a cue, on one line or on two lines of similar length.
    private static func lines(_ cue: SubtitleCue, _ written: (SubtitleCue.Word) -> String) -> String {
        let all = SubtitleCue.columns(cue.words)
        var first = cue.words.count
        if all > SubtitleCue.lineLength {
            first = cue.words.indices.first { SubtitleCue.columns(Array(cue.words[...$0])) * 2 >= all } ?? 0
        }
        var lines: [String] = []
        for part in [cue.words.prefix(first + 1), cue.words.dropFirst(first + 1)] where !part.isEmpty {
            lines.append(String(part.map(written).joined().trimming { $0 == " " }))
        }
        return lines.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }

    private static func time(_ duration: Duration, _ point: String) -> String {
        let milliseconds = Int((duration / .milliseconds(1)).rounded())
        func padded(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(clock)\(point)\(padded(milliseconds % 1000, 3))"
    }
}
