import Language
import LanguageServices

/// A piece of a text before it is looked up.
struct GlossToken {
    /// What it is.
    enum Kind {
        /// Something to look up.
        case word
        /// White space within a line, which words of one expression may have between them.
        case space
        /// Line breaks, punctuation, numbers, symbols: what no expression goes across.
        case other
    }

    /// Where it stands, in Unicode scalars.
    var range: Range<Int>
    var kind: Kind
    /// The base form, where the segmenter knows it.
    var lemma: String?
    /// How it is read, where the segmenter knows it: hiragana.
    var reading: String?

    /// The tokens of a text in words that spaces part, or ICU.
    static func tokens(of scalars: [Unicode.Scalar], language: String) -> [GlossToken] {
        TextSegmenter(language: language).words(in: scalars).map { segment in
            GlossToken(range: segment.range, kind: kind(scalars[segment.range], segment.kind))
        }
    }

    /// The tokens of a Japanese text from what MeCab says of it. Endings stand with their verbs.
    static func tokens(of scalars: [Unicode.Scalar], words: [JapaneseWord]) -> [GlossToken] {
        var tokens: [GlossToken] = []
        var place = 0
        func fill(to end: Int) {
            guard end > place else { return }
            tokens += Self.tokens(of: Array(scalars[place..<end]), language: "ja").map { token in
                var token = token
                token.range = token.range.lowerBound + place..<token.range.upperBound + place
                return token
            }
            place = end
        }
        for word in words {
            fill(to: word.range.lowerBound)
            place = word.range.upperBound
            let hasKanji = scalars[word.range].contains(where: JapaneseWord.isKanji)
            let reading = word.spelling.map(hiragana)
            if word.isEnding, let last = tokens.last, last.kind == .word {
                tokens[tokens.count - 1].range = last.range.lowerBound..<place
                tokens[tokens.count - 1].reading = last.reading.flatMap { first in reading.map { first + $0 } }
            } else {
                let kind = kind(scalars[word.range], .word)
                let isWord = kind == .word
                tokens.append(
                    GlossToken(
                        range: word.range,
                        kind: kind,
                        lemma: isWord ? word.lemma : nil,
                        reading: isWord && (hasKanji || word.isEnding) ? reading : nil
                    )
                )
            }
        }
        fill(to: scalars.count)
        return tokens
    }

    private static func kind(_ scalars: ArraySlice<Unicode.Scalar>, _ segment: TextSegment.Kind) -> Kind {
        switch segment {
        case .word: scalars.contains { $0.properties.isAlphabetic } ? .word : .other
        case .symbol: .other
        case .space:
            scalars.contains { "\n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) } ? .other : .space
        }
    }

    private static func hiragana(_ katakana: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in katakana.unicodeScalars {
            let isLetter = (0x30A1...0x30F6).contains(scalar.value)
            result.append(isLetter ? Unicode.Scalar(scalar.value - 0x60) ?? scalar : scalar)
        }
        return String(result)
    }
}
