import LanguageServices

/// Silence between words.
enum WordGap {
    /// Puts silence before words.
    ///
    /// - Parameters:
    ///   - frames: How much, in samples.
    ///   - words: Where it goes, in ascending order.
    ///   - follows: Whether speech goes before these samples, so that their first word has a gap as well.
    ///   - samples: The speech, of one channel; the ends at each gap are faded over `fade` samples, so that nothing clicks.
    ///   - marks: The marks of the speech, which are moved; one at a word stays with its word.
    ///   - fade: 3 ms, in samples.
    static func insert(
        _ frames: Int,
        before words: [Int],
        follows: Bool = false,
        in samples: [Int16],
        _ marks: [SpeechMark],
        fade: Int
    ) -> (samples: [Int16], marks: [SpeechMark]) {
        let places = words.filter { ($0 > 0 || follows) && $0 < samples.count }
        guard frames > 0, !places.isEmpty else { return (samples, marks) }
        var result: [Int16] = []
        result.reserveCapacity(samples.count + frames * places.count)
        var start = 0
        if places[0] == 0 { result.append(contentsOf: repeatElement(0, count: frames)) }
        for end in places + [samples.count] where end > start {
            var part = Array(samples[start..<end])
            let length = min(fade, part.count / 2)
            for index in 0..<length {
                let factor = Double(index) / Double(length)
                if start > 0 { part[index] = Int16(Double(part[index]) * factor) }
                let last = part.count - 1 - index
                if end < samples.count { part[last] = Int16(Double(part[last]) * factor) }
            }
            if start > 0 { result.append(contentsOf: repeatElement(0, count: frames)) }
            result += part
            start = end
        }
        let distinct = Array(Set(places)).sorted()
        let moved = marks.map { mark in
            var mark = mark
            mark.frame += frames * distinct.count { $0 <= mark.frame }
            return mark
        }
        return (result, moved)
    }
}
