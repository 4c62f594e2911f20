import CICUText

/// Segments texts into words and sentences using ICU, which implements Unicode Standard Annex 29 and uses dictionaries
/// for Chinese, Japanese, Thai and other scripts that are written without spaces.
///
/// All positions are counted in Unicode scalars from the start of the text.
package struct TextSegmenter: Sendable {
    private let language: String?

    /// Creates a segmenter.
    ///
    /// - Parameter language: A BCP 47 tag; `nil` and invalid tags select the language-independent rules.
    package init(language: String?) {
        // Overlong tags and tags with a NUL are invalid.
        self.language = language.flatMap { $0.utf8.count <= 100 && !$0.utf8.contains(0) ? $0 : nil }
    }

    /// The segments of a text, in order and without gaps.
    ///
    /// Parts joined by hyphens or apostrophes, without spaces, are treated as one word: *state-of-the-art*,
    /// *rock'n'roll*.
    package func words(in scalars: [Unicode.Scalar]) -> [TextSegment] {
        var result: [TextSegment] = []
        for cut in cuts(ICUTEXT_WORD, scalars) {
            let segment = TextSegment(range: cut.range, kind: Self.kind(scalars[cut.range], status: cut.status))
            result.append(segment)
            guard segment.kind == .word, result.count >= 3 else { continue }
            let joint = result[result.count - 2].range
            let first = result[result.count - 3]
            if first.kind == .word, joint.count == 1, Self.joints.contains(scalars[joint.lowerBound]) {
                result.removeLast(3)
                result.append(TextSegment(range: first.range.lowerBound..<segment.range.upperBound, kind: .word))
            }
        }
        return result
    }

    /// The sentences of a text, in order and without gaps, each including the whitespace after it.
    ///
    /// A sentence does not end after an initial, after a title such as *Dr.*, or within a URL.
    package func sentences(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for cut in cuts(ICUTEXT_SENTENCE, scalars) {
            if let last = result.last, Abbreviations.end(scalars[last]) || isInside(last.upperBound, scalars) {
                result[result.count - 1] = last.lowerBound..<cut.range.upperBound
            } else {
                result.append(cut.range)
            }
        }
        return result
    }

    // MARK: Parts

    /// Whether a position is inside a sequence of ASCII characters without spaces, such as a URL: `x.org/a?b`.
    private func isInside(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        let before = scalars[index - 1]
        let following = scalars[index]
        return before.isASCII && following.isASCII && !before.properties.isWhitespace
            && !following.properties.isWhitespace
    }

    /// Joining hyphens (hyphen-minus, hyphen, non-breaking hyphen) and apostrophes.
    private static let joints: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "'", "\u{2019}"]

    private static func kind(_ scalars: ArraySlice<Unicode.Scalar>, status: Int32) -> TextSegment.Kind {
        if status != Int32(ICUTEXT_WORD_NONE.rawValue) { return .word }
        return scalars.allSatisfy { $0.properties.isWhitespace } ? .space : .symbol
    }

    /// ICU's segments; a single segment if ICU fails, which happens only if memory is exhausted or ICU's data is
    /// missing.
    private func cuts(_ boundary: icutext_boundary, _ scalars: [Unicode.Scalar]) -> [(range: Range<Int>, status: Int32)]
    {
        guard !scalars.isEmpty else { return [] }
        var units: [UInt16] = []
        units.reserveCapacity(scalars.count)
        for scalar in scalars { units += UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter }
        let ends = Ends()
        let failure = units.withUnsafeBufferPointer { units -> Int32 in
            guard let base = units.baseAddress, let length = Int32(exactly: units.count) else { return -1 }
            return withExtendedLifetime(ends) {
                icutext_cut(
                    boundary,
                    language,
                    base,
                    length,
                    { context, end, status in
                        Unmanaged<Ends>.fromOpaque(context).takeUnretainedValue().list.append((Int(end), status))
                    },
                    Unmanaged.passUnretained(ends).toOpaque()
                )
            }
        }
        guard failure == 0 else { return [(0..<scalars.count, 0)] }
        // ICU counts UTF-16 code units and never splits a surrogate pair.
        var result: [(range: Range<Int>, status: Int32)] = []
        var start = 0
        var end = 0
        var unit = 0
        for (endUnit, status) in ends.list {
            while unit < endUnit, end < scalars.count {
                unit += UTF16.width(scalars[end])
                end += 1
            }
            if end > start { result.append((start..<end, status)) }
            start = end
        }
        if start < scalars.count { result.append((start..<scalars.count, 0)) }
        return result
    }

    private final class Ends {
        var list: [(Int, Int32)] = []
    }
}

/// A segment of a text, in Unicode scalars from the start of the text.
package struct TextSegment: Sendable, Hashable {
    /// The range in the text.
    package var range: Range<Int>

    /// The kind of the segment.
    package var kind: Kind

    /// Creates a segment.
    package init(range: Range<Int>, kind: Kind) {
        self.range = range
        self.kind = kind
    }

    /// The kind of a segment.
    package enum Kind: Sendable, Hashable {
        /// Letters or digits, read as a word or a number.
        case word
        /// Symbols and punctuation, which may or may not be read aloud.
        case symbol
        /// Whitespace.
        case space
    }
}

/// Detects full stops that do not end a sentence.
enum Abbreviations {
    /// Whether a sentence found by ICU ends with an initial or a title and therefore continues after it.
    static func end(_ sentence: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let end = sentence.lastIndex(where: { !$0.properties.isWhitespace }), sentence[end] == "." else {
            return false
        }
        // The end of a paragraph is always the end of a sentence.
        guard !sentence[end...].contains(where: { "\n\r\u{2028}\u{2029}".unicodeScalars.contains($0) }) else {
            return false
        }
        var start = end
        while start > sentence.startIndex, sentence[start - 1].properties.isAlphabetic { start -= 1 }
        let word = sentence[start..<end]
        guard let first = word.first else { return false }
        // "J. S. Bach" is far more frequent than "the letter X.".
        if word.count == 1 { return first.properties.isUppercase && first != "I" }
        guard word.count <= 4 else { return false }
        return titles.contains(String(scalars: word))
    }

    /// Titles before names, in languages with Latin script.
    private static let titles: Set<String> = [
        "Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Rev", "Fr", "Hr", "Sr", "Sra", "Srta", "Mme", "Mlle", "Dott", "Ing",
        "Capt",
        "Col", "Gen", "Lt", "Sgt", "Hon", "vs", "No", "Nr",
    ]
}
