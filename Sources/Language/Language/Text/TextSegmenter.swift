import CICUText

/// Cuts texts into words and sentences, by ICU: Unicode Standard Annex 29, and dictionaries for Chinese, Japanese, Thai
/// and other scripts that are written without spaces.
///
/// All places are counted in Unicode scalars from the start of the text.
package struct TextSegmenter: Sendable {
    private let language: String?

    /// Makes a segmenter.
    ///
    /// - Parameter language: A BCP 47 tag; `nil` and what is none mean the rules that hold for every language.
    package init(language: String?) {
        // A tag is short; what is longer, or holds a NUL, is none.
        self.language = language.flatMap { $0.utf8.count <= 100 && !$0.utf8.contains(0) ? $0 : nil }
    }

    /// The segments of a text, in order and without gaps.
    ///
    /// What hyphens and apostrophes join without a space is one word: *state-of-the-art*, *rock'n'roll*.
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

    /// The sentences of a text, in order and without gaps, each with the white space behind it.
    ///
    /// No sentence ends behind an initial, behind a title such as *Dr.*, or in the middle of an address.
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

    /// Whether a place is inside a word of ASCII, such as an address: `x.org/a?b`.
    private func isInside(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        let before = scalars[place - 1]
        let behind = scalars[place]
        return before.isASCII && behind.isASCII && !before.properties.isWhitespace && !behind.properties.isWhitespace
    }

    /// Hyphens that join (hyphen-minus, hyphen, non-breaking hyphen) and apostrophes.
    private static let joints: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "'", "\u{2019}"]

    private static func kind(_ scalars: ArraySlice<Unicode.Scalar>, status: Int32) -> TextSegment.Kind {
        if status != Int32(ICUTEXT_WORD_NONE.rawValue) { return .word }
        return scalars.allSatisfy { $0.properties.isWhitespace } ? .space : .symbol
    }

    /// ICU's segments; one of the whole text should it fail, which it does only when there is no memory or no data.
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
        // ICU counts UTF-16 units and never cuts a pair in two.
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

/// A stretch of a text, in Unicode scalars counted from its start.
package struct TextSegment: Sendable, Hashable {
    /// Where it stands.
    package var range: Range<Int>

    /// What it is made of.
    package var kind: Kind

    /// Creates a segment.
    package init(range: Range<Int>, kind: Kind) {
        self.range = range
        self.kind = kind
    }

    /// What a segment is made of.
    package enum Kind: Sendable, Hashable {
        /// Letters or digits: what is read as a word or a number.
        case word
        /// Symbols and punctuation, which may be read aloud or not.
        case symbol
        /// White space.
        case space
    }
}

/// Points that end no sentence.
enum Abbreviations {
    /// Whether a stretch that ICU takes for a sentence ends with an initial or a title, so that the sentence goes on.
    static func end(_ sentence: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let end = sentence.lastIndex(where: { !$0.properties.isWhitespace }), sentence[end] == "." else {
            return false
        }
        // A paragraph ends whatever stands in it.
        guard !sentence[end...].contains(where: { "\n\r\u{2028}\u{2029}".unicodeScalars.contains($0) }) else {
            return false
        }
        var start = end
        while start > sentence.startIndex, sentence[start - 1].properties.isAlphabetic { start -= 1 }
        let word = sentence[start..<end]
        guard let first = word.first else { return false }
        // Of "the letter X." and "J. S. Bach" the second is the more frequent by far.
        if word.count == 1 { return first.properties.isUppercase && first != "I" }
        guard word.count <= 4 else { return false }
        return titles.contains(String(scalars: word))
    }

    /// Titles that stand before a name, in languages of Latin script.
    private static let titles: Set<String> = [
        "Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Rev", "Fr", "Hr", "Sr", "Sra", "Srta", "Mme", "Mlle", "Dott", "Ing",
        "Capt",
        "Col", "Gen", "Lt", "Sgt", "Hon", "vs", "No", "Nr",
    ]
}
