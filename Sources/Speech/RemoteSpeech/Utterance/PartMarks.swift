import Language
import LanguageServices

/// The marks of a part of a text, from the times of its characters.
struct PartMarks: Sendable {
    /// The marks, in the order in which they are heard.
    let marks: [SpeechMark]

    /// - Parameters:
    ///   - kinds: Which marks are given.
    ///   - part: The part.
    ///   - starts: When each of its Unicode scalars begins, in seconds.
    ///   - frames: How many frames its sound has.
    ///   - first: The frame of the stream at which its sound begins.
    ///   - rate: Frames per second.
    init(_ kinds: Set<SpeechMark.Kind>, of part: SpokenPart, starts: [Double], frames: Int, first: Int, rate: Int) {
        let scalars = Array(part.text.unicodeScalars)
        let places = part.places
        guard scalars.count == places.count, scalars.count == starts.count else {
            marks = []
            return
        }
        func mark(_ kind: SpeechMark.Kind, _ range: Range<Int>) -> SpeechMark {
            let start = places[range.lowerBound].lowerBound
            let end = max(start, places[range.upperBound - 1].upperBound)
            let frame = WholeNumber.int((starts[range.lowerBound] * Double(rate)).rounded()) ?? 0
            return SpeechMark(kind: kind, offset: start, length: end - start, frame: first + min(max(0, frame), frames))
        }
        let segmenter = TextSegmenter(language: part.language?.text)
        var marks: [SpeechMark] = []
        if kinds.contains(.sentence) {
            for sentence in segmenter.sentences(in: scalars) {
                var range = sentence
                while !range.isEmpty, scalars[range.upperBound - 1].properties.isWhitespace {
                    range = range.lowerBound..<(range.upperBound - 1)
                }
                while !range.isEmpty, scalars[range.lowerBound].properties.isWhitespace {
                    range = (range.lowerBound + 1)..<range.upperBound
                }
                if !range.isEmpty { marks.append(mark(.sentence, range)) }
            }
        }
        if kinds.contains(.word) {
            var last = -1
            for word in segmenter.words(in: scalars) where word.kind == .word {
                let found = mark(.word, word.range)
                // A word that was respelled as several is one.
                if found.offset != last { marks.append(found) }
                last = found.offset
            }
        }
        self.marks = marks.enumerated()
            .sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
            .map(\.element)
    }
}
