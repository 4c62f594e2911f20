import LanguageServices
import Platform

/// A subtitle: some words, and when they are shown.
public struct SubtitleCue: Sendable, Hashable {
    /// A word of a cue, with the punctuation behind it.
    public struct Word: Sendable, Hashable {
        /// The word.
        public var text: String

        /// When it is heard.
        public var start: Duration
    }

    /// What is shown, in order; the texts join to the whole.
    public var words: [Word]

    /// When it goes.
    public var end: Duration

    /// When it comes.
    public var start: Duration { words.first?.start ?? end }

    /// The cues of a text: one for each sentence, and several of about the same length for a sentence that is too long to
    /// be read at once.
    public static func cues(for text: TimedText) -> [SubtitleCue] {
        let scalars = Array(text.text.unicodeScalars)
        let times = timesSpoken(text.marks)
        let ends = times.dropFirst().compactMap { $0.first.map(text.time) } + [text.duration]
        return zip(times, ends).flatMap { marks, end in
            var once = text
            (once.marks, once.duration) = (marks, end)
            return cuesOfOnce(scalars, once)
        }
    }

    /// The marks of each time that the text is spoken, which begins where they go back to its beginning.
    private static func timesSpoken(_ marks: [SpeechMark]) -> [[SpeechMark]] {
        var times: [[SpeechMark]] = []
        var last = Int.max
        for mark in marks {
            if mark.kind == .sentence, mark.offset <= last { times.append([]) }
            if mark.kind == .sentence { last = mark.offset }
            if times.isEmpty { times.append([]) }
            times[times.count - 1].append(mark)
        }
        return times
    }

    private static func cuesOfOnce(_ scalars: [Unicode.Scalar], _ text: TimedText) -> [SubtitleCue] {
        var cues: [SubtitleCue] = []
        for sentence in sentences(scalars, text) {
            let all = columns(sentence)
            let parts = max(1, (all + longest - 1) / longest)
            var used = 0
            var part = -1
            for word in sentence {
                // The part in which the middle of the word lies.
                let width = columns([word])
                let own = min(parts - 1, (used + width / 2) * parts / max(1, all))
                if own > part {
                    cues.append(SubtitleCue(words: [], end: .zero))
                    part = own
                }
                cues[cues.count - 1].words.append(word)
                used += width
            }
        }
        for index in cues.indices {
            cues[index].end = index + 1 < cues.count ? cues[index + 1].start : text.start + text.duration
        }
        return cues
    }

    /// The words of each sentence, with all that stands between them.
    private static func sentences(_ scalars: [Unicode.Scalar], _ text: TimedText) -> [[Word]] {
        let words = text.marks.filter { $0.kind == .word }
        var starts = text.marks.filter { $0.kind == .sentence }.map(\.offset)[...]
        var result: [[Word]] = []
        var begin = 0
        for (index, mark) in words.enumerated() {
            // What opens a quotation or a bracket belongs to the word behind it, everything else to the one before.
            var end = scalars.count
            if index + 1 < words.count {
                let gap = min(mark.offset + mark.length, words[index + 1].offset)..<words[index + 1].offset
                end = gap.last { scalars[$0].properties.isWhitespace }.map { $0 + 1 } ?? gap.upperBound
            }
            let word = Word(
                text: oneLine(scalars[min(begin, end)..<end]),
                start: text.start + text.time(of: mark)
            )
            var isFirst = result.isEmpty
            while let start = starts.first, start <= mark.offset {
                isFirst = true
                starts = starts.dropFirst()
            }
            if isFirst { result.append([word]) } else { result[result.count - 1].append(word) }
            begin = end
        }
        return result
    }

    /// Two lines of 42 columns, which is what can be read while it is heard.
    private static let longest = 2 * lineLength
    static let lineLength = 42

    /// How much room words need.
    static func columns(_ words: [Word]) -> Int {
        words.reduce(0) { $0 + TerminalText.columns(of: $1.text) }
    }

    private static func oneLine(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            let shown: Unicode.Scalar =
                scalar.properties.isWhitespace || scalar.properties.generalCategory == .control ? " " : scalar
            if shown == " ", result.last == " " { continue }
            result.append(shown)
        }
        return String(result)
    }
}
