import Language

/// A word of a sentence, with what may be seen of it as a word of its own.
struct WordToken {
    /// What the word may be taken for, the longest first: *l’eau* and *eau*, *cat’s* and *cat*.
    let readings: [Reading]

    /// Whether a capital says nothing here, since a sentence or a quotation begins.
    let isStart: Bool

    /// Whether a mark that parts clauses stands between the word and the one before it.
    let followsBreak: Bool

    /// Whether nothing but the end of a clause stands behind it.
    let endsClause: Bool

    /// A stretch of the text that is a word.
    struct Reading {
        let text: String
        let range: Range<Int>
    }

    /// The whole word.
    var text: String { readings.first?.text ?? "" }

    /// The words of a text.
    static func all(in scalars: [Unicode.Scalar], language: String) -> [WordToken] {
        let segments = TextSegmenter(language: language).words(in: scalars)
        var result: [WordToken] = []
        var isStart = true
        var followsBreak = false
        for (index, segment) in segments.enumerated() {
            switch segment.kind {
            case .space: continue
            case .symbol:
                let symbols = scalars[segment.range]
                if symbols.contains(where: { startMarks.contains($0) }) { isStart = true }
                if symbols.contains(where: { breakMarks.contains($0) }) { followsBreak = true }
            case .word:
                let behind = segments[(index + 1)...].first { $0.kind != .space }
                let readings = WordReadings.of(segment.range, in: scalars, language: language)
                result.append(
                    WordToken(
                        readings: readings,
                        isStart: isStart,
                        followsBreak: followsBreak,
                        endsClause: behind.map { $0.kind == .symbol } ?? true
                    )
                )
                isStart = false
                followsBreak = false
            }
        }
        return result
    }

    private static let startMarks: Set<Unicode.Scalar> = Set(".!?…:\"“”„«»‘‚¿¡(—–".unicodeScalars)
    private static let breakMarks: Set<Unicode.Scalar> = Set(".!?…:;,()—–".unicodeScalars)
}
