/// Chinese texts in pinyin: words with spaces between them, and punctuation as Latin script has it.
enum PinyinText {
    /// A text whose syllables are known: in words, when there is a syllable for each character; else as the reading has them.
    static func text(_ scalars: [Unicode.Scalar], syllables: [String]) -> String {
        // The r of a rolled ending has no place of its own.
        let characters = scalars.filter { TextScript(of: $0) == .han }
        guard characters.count == syllables.count, characters.count == scalars.count else {
            return joinedEndings(syllables).joined(separator: " ")
        }
        let words = TextSegmenter(language: "zh").words(in: scalars)
        return words.map { word in Pinyin.word(syllables[word.range]) }.joined(separator: " ")
    }

    private static func joinedEndings(_ syllables: [String]) -> [String] {
        var result: [String] = []
        for syllable in syllables {
            if syllable == "r", let last = result.last {
                result[result.count - 1] = last + "r"
            } else {
                result.append(syllable)
            }
        }
        return result
    }

    /// Pieces of a text, with a space between those that would run together.
    static func joined(_ pieces: [String]) -> String {
        var result = String.UnicodeScalarView()
        for piece in pieces {
            var piece = String.UnicodeScalarView(piece.unicodeScalars.map { marks[$0] ?? $0 })
            guard let first = piece.first else { continue }
            if let last = result.last, needsSpace(last, first) { result.append(" ") }
            // Behind an opening mark and before a closing one there is none.
            if let last = result.last, last.properties.isWhitespace {
                piece = String.UnicodeScalarView(piece.drop { $0 == " " })
            }
            result.append(contentsOf: piece)
        }
        return String(result)
    }

    private static func needsSpace(_ last: Unicode.Scalar, _ first: Unicode.Scalar) -> Bool {
        guard !last.properties.isWhitespace, !first.properties.isWhitespace else { return false }
        return !"(“‘[《".unicodeScalars.contains(last) && !".,!?;:)”’]》…".unicodeScalars.contains(first)
    }

    private static let marks: [Unicode.Scalar: Unicode.Scalar] = [
        "。": ".", "，": ",", "、": ",", "！": "!", "？": "?", "；": ";", "：": ":", "（": "(", "）": ")", "「": "“", "」": "”",
        "『": "‘", "』": "’", "　": " ",
    ]
}
