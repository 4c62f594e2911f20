import LanguageServices
import Platform

/// A subtitle: words, and the time span in which they are displayed.
public struct SubtitleCue: Sendable, Hashable {
    /// A word in a cue, with the punctuation after it.
    public struct Word: Sendable, Hashable {
        /// The word.
        public var text: String

        /// When the word is spoken.
        public var start: Duration
    }

    /// The words in order; their concatenation is the text of the cue.
    public var words: [Word]

    /// When the cue disappears.
    public var end: Duration

    /// When the cue appears.
    public var start: Duration { words.first?.start ?? end }

    /// The cues for a text: one per sentence, or several of similar length for a sentence that is too long for a single
    /// cue.
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

    /// The marks of each repetition. A repetition starts where the offset returns to the start of the text.
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
            let parts = max(1, (all + maximumLength - 1) / maximumLength)
            var used = 0
            var part = -1
            for word in sentence {
                // The part that contains the middle of the word.
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

    /// The words in each sentence, including the text between them.
    private static func sentences(_ scalars: [Unicode.Scalar], _ text: TimedText) -> [[Word]] {
        let words = text.marks.filter { $0.kind == .word }
        var starts = text.marks.filter { $0.kind == .sentence }.map(\.offset)[...]
        var result: [[Word]] = []
        var begin = 0
        for (index, mark) in words.enumerated() {
            // An opening quotation mark or bracket belongs to the following word; everything else belongs to the
            // preceding one.
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

    /// Two lines of 42 columns, the usual limit for readable subtitles.
    private static let maximumLength = 2 * lineLength
    static let lineLength = 42

    /// The display width of words.
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
