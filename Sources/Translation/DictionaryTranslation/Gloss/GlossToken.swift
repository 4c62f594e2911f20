import Language
import LanguageServices

/// A piece of text before it is looked up.
struct GlossToken {
    /// The kind of a token.
    enum Kind {
        /// A word to look up.
        case word
        /// White space within a line, which an expression may contain.
        case space
        /// Line breaks, punctuation, numbers, symbols. No expression extends across them.
        case other
    }

    /// The range in Unicode scalars.
    var range: Range<Int>
    var kind: Kind
    /// The base form, if the segmenter knows it.
    var lemma: String?
    /// The reading in hiragana, if the segmenter knows it.
    var reading: String?

    /// The tokens of a text, split at spaces or by ICU.
    static func tokens(of scalars: [Unicode.Scalar], language: String) -> [GlossToken] {
        TextSegmenter(language: language).words(in: scalars).map { segment in
            GlossToken(range: segment.range, kind: kind(scalars[segment.range], segment.kind))
        }
    }

    /// The tokens of a Japanese text from MeCab's analysis. Inflectional endings are merged with their verbs.
    static func tokens(of scalars: [Unicode.Scalar], words: [JapaneseWord]) -> [GlossToken] {
        var tokens: [GlossToken] = []
        var position = 0
        func fill(to end: Int) {
            guard end > position else { return }
            tokens += Self.tokens(of: Array(scalars[position..<end]), language: "ja").map { token in
                var token = token
                token.range = token.range.lowerBound + position..<token.range.upperBound + position
                return token
            }
            position = end
        }
        for word in words {
            fill(to: word.range.lowerBound)
            position = word.range.upperBound
            let hasKanji = scalars[word.range].contains(where: JapaneseWord.isKanji)
            let reading = word.spelling.map(hiragana)
            if word.isEnding, let last = tokens.last, last.kind == .word {
                tokens[tokens.count - 1].range = last.range.lowerBound..<position
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
        let letters = katakana.unicodeScalars.map { scalar in
            (0x30A1...0x30F6).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0x60) ?? scalar : scalar
        }
        return String(String.UnicodeScalarView(letters))
    }
}

/// Joins the translations of pieces into a line.
enum GlossText {
    /// The translated line. Text between words is kept, but its punctuation and spacing are adapted to the target
    /// language.
    static func text(_ words: [GlossedWord], source: LanguageTag, target: LanguageTag) -> String {
        let sourceHasSpaces = !withoutSpaces.contains(source.language)
        let targetHasSpaces = !withoutSpaces.contains(target.language)
        var result = String.UnicodeScalarView()
        var isElided = false
        for word in words {
            defer { isElided = word.translation != nil && isElision(word.text) }
            var text = (word.translation ?? word.text).unicodeScalars
            if word.translation == nil, targetHasSpaces {
                text = String.UnicodeScalarView(text.map { marks[$0] ?? $0 })
            }
            guard let first = text.first else {
                // A separated prefix is translated together with its verb and leaves no gap.
                if result.last == " " { result.removeLast() }
                continue
            }
            if let last = result.last {
                if targetHasSpaces, !sourceHasSpaces || isElided, needsSpace(last, first) { result.append(" ") }
                if !targetHasSpaces, word.translation == nil, text.allSatisfy({ $0 == " " }), !isLatin(last) {
                    continue
                }
                if !targetHasSpaces, last == " ", result.count > 1, !isLatin(first), word.translation != nil {
                    result.removeLast()
                }
            }
            result.append(contentsOf: text)
        }
        return String(result)
    }

    /// Whether a word ends with an elision apostrophe, after which no space is written: *lorsqu'*.
    private static func isElision(_ text: String) -> Bool {
        text.unicodeScalars.last.map { $0 == "'" || $0 == "\u{2019}" } ?? false
    }

    private static func needsSpace(_ last: Unicode.Scalar, _ first: Unicode.Scalar) -> Bool {
        guard !last.properties.isWhitespace, !first.properties.isWhitespace else { return false }
        if "([{“‘«¿¡".unicodeScalars.contains(last) { return false }
        return !".,!?;:)]}”’»…%".unicodeScalars.contains(first)
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }

    /// Languages written without spaces, for which a dictionary is the best segmenter.
    static let withoutSpaces: Set<String> = ["zh", "cmn", "ja", "yue", "wuu", "lzh"]

    private static let marks: [Unicode.Scalar: Unicode.Scalar] = [
        "。": ".", "，": ",", "、": ",", "！": "!", "？": "?", "；": ";", "：": ":", "（": "(", "）": ")", "「": "“", "」": "”",
        "『": "‘", "』": "’", "　": " ", "・": " ",
    ]
}

/// Splits a run of text without spaces into headwords.
enum HeadwordSegmenter {
    /// The maximum length of a headword.
    static let longest = 12

    /// The end indices of the pieces.
    ///
    /// The split with the fewest unknown characters is chosen. Ties are broken by the fewest pieces, then the fewest
    /// single-character pieces, then the longest first pieces. Adjacent unknown characters remain separate pieces.
    static func ends(count: Int, isHeadword: (Range<Int>) throws -> Bool) rethrows -> [Int] {
        guard count > 0 else { return [] }
        var costs = [Int](repeating: 0, count: count + 1)
        var lengths = [Int](repeating: 1, count: count + 1)
        for start in stride(from: count - 1, through: 0, by: -1) {
            var best = Int.max
            for length in stride(from: min(longest, count - start), through: 1, by: -1) {
                let isKnown = try isHeadword(start..<(start + length))
                guard isKnown || length == 1 else { continue }
                let cost = costs[start + length] + (isKnown ? piece : unknown) + (length == 1 ? 1 : 0)
                if cost < best {
                    best = cost
                    lengths[start] = length
                }
            }
            costs[start] = best
        }
        var ends: [Int] = []
        var position = 0
        while position < count {
            position += max(1, lengths[position])
            ends.append(position)
        }
        return ends
    }

    /// Each cost outweighs the sum of all less important costs. A text has fewer than a million characters, so the sum
    /// cannot overflow.
    private static let piece = 1 << 20
    private static let unknown = 1 << 41
}
