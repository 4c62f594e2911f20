/// A text that is sanitised for libespeak-ng and split into pieces.
///
/// Version 1.51 of the library, which Debian 12 ships, overruns its buffers on words of 140 bytes or more, on about 85
/// consecutive dotted letters (`a.b.c.`) and on some control characters. Words are therefore limited to a much smaller
/// length, long sequences of dotted letters are broken up, and control characters are removed. Long texts are split at
/// sentence ends so that a stream can be consumed piece by piece.
struct SpeakableText: Sendable, Hashable {
    /// A part of the text that is synthesised in one call.
    struct Piece: Sendable, Hashable {
        /// The text for the library.
        var text: String
        /// For each Unicode scalar in ``text``, its offset in the complete text; an inserted scalar has the offset of
        /// the scalar after it.
        var offsets: [Int]
    }

    /// The pieces in order; each ends at a position where a speaker may pause.
    private(set) var pieces: [Piece] = []

    /// The length of the longest word that had to be split, in Unicode scalars; `nil` if none was split.
    ///
    /// Text in scripts without spaces between words is ignored, because the text between two spaces is not a single
    /// word in them.
    private(set) var longestSplitWord: Int?

    /// Prepares a text.
    init(_ text: String) {
        self.init(PositionedScalar.all(of: text))
    }

    /// Prepares a text in which parts may have been replaced.
    init(_ text: [PositionedScalar]) {
        let clean = Self.cleaned(text)
        pieces = Self.cut(Self.breakingDottedLetters(capped(clean)))
    }

    // MARK: Cleaning

    /// Removes characters that cannot be spoken: control, private and unassigned characters, and excessive combining
    /// marks.
    private static func cleaned(_ text: [PositionedScalar]) -> [PositionedScalar] {
        var result: [PositionedScalar] = []
        result.reserveCapacity(text.count)
        var marks = 0
        for placed in text {
            let scalar = placed.scalar
            func keep(_ scalar: Unicode.Scalar) { result.append(PositionedScalar(scalar, placed.offset)) }
            // Fast path for ASCII letters and spaces, the most frequent characters.
            if scalar.value == 0x20 || (0x61...0x7A).contains(scalar.value | 0x20) {
                keep(scalar)
                marks = 0
                continue
            }
            switch scalar.properties.generalCategory {
            case .control:
                keep(scalar == "\n" ? "\n" : " ")
            case .lineSeparator, .paragraphSeparator:
                keep("\n")
            case .format:
                // Joiners change how Indic and Arabic letters and emoji are read; other format characters affect only
                // the appearance of the text.
                if scalar.value == 0x200C || scalar.value == 0x200D { keep(scalar) }
            case .privateUse, .unassigned, .surrogate:
                keep(" ")
            case .nonspacingMark, .enclosingMark:
                marks += 1
                if marks <= maximumMarks { keep(scalar) }
                continue
            default:
                keep(scalar)
            }
            marks = 0
        }
        return result
    }

    // MARK: Capping words

    /// Inserts spaces into words that are too long for libespeak-ng.
    private mutating func capped(_ scalars: [PositionedScalar]) -> [PositionedScalar] {
        var result: [PositionedScalar] = []
        result.reserveCapacity(scalars.count)
        var start = 0
        while start < scalars.count {
            if scalars[start].scalar.properties.isWhitespace {
                result.append(scalars[start])
                start += 1
                continue
            }
            var end = start
            while end < scalars.count, !scalars[end].scalar.properties.isWhitespace { end += 1 }
            split(scalars[start..<end], into: &result)
            start = end
        }
        return result
    }

    private mutating func split(_ word: ArraySlice<PositionedScalar>, into result: inout [PositionedScalar]) {
        var remainder = word
        while !Self.fits(remainder) {
            let longest = Self.maximumPrefixLength(remainder)
            // Prefer to break after a punctuation mark in the second half.
            let head = remainder.prefix(longest)
            let mark = head.indices.reversed().prefix(longest / 2).first { Self.isPunctuation(head[$0].scalar) }
            let end = mark.map { $0 + 1 } ?? head.endIndex
            if let last = head.last, mark == nil, !Self.isWrittenWithoutSpaces(last.scalar) {
                longestSplitWord = max(longestSplitWord ?? 0, word.count)
            }
            result += remainder[..<end]
            result.append(PositionedScalar(" ", remainder[end].offset))
            remainder = remainder[end...]
        }
        result += remainder
    }

    private static func fits(_ word: ArraySlice<PositionedScalar>) -> Bool {
        if word.count * 4 <= maximumBytes { return true }
        return maximumPrefixLength(word) == word.count
    }

    private static func maximumPrefixLength(_ word: ArraySlice<PositionedScalar>) -> Int {
        var bytes = 0
        var count = 0
        for placed in word {
            bytes += UTF8.width(placed.scalar)
            if bytes > maximumBytes || count == maximumScalars { break }
            count += 1
        }
        return count
    }

    // MARK: Breaking chains

    /// Starts a new paragraph after every 20 consecutive dotted letters, with or without spaces between them.
    private static func breakingDottedLetters(_ scalars: [PositionedScalar]) -> [PositionedScalar] {
        // Nearly all texts contain too few dots to need this.
        guard scalars.count(where: { $0.scalar == "." }) > maximumDottedLetters else { return scalars }
        var result: [PositionedScalar] = []
        result.reserveCapacity(scalars.count)
        var chain = 0
        var wordLength = 0
        for placed in scalars {
            let scalar = placed.scalar
            result.append(placed)
            if scalar.properties.isWhitespace {
                // A word of two or more letters ends the sequence; a single letter or a comma does not.
                if wordLength > 1 { chain = 0 }
                wordLength = 0
            } else if scalar == "." {
                chain = wordLength <= 1 ? chain + 1 : 0
                wordLength = 0
                if chain == maximumDottedLetters {
                    result += [PositionedScalar("\n", placed.offset), PositionedScalar("\n", placed.offset)]
                    chain = 0
                }
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                wordLength += 1
            }
        }
        return result
    }

    private static let maximumDottedLetters = 20

    // MARK: Cutting

    /// Splits at positions where a speaker may pause: at the end of a line, a sentence or a clause, or between words.
    private static func cut(_ scalars: [PositionedScalar]) -> [Piece] {
        var pieces: [Piece] = []
        var start = 0
        while start < scalars.count {
            let end = scalars.count - start <= pieceLength ? scalars.count : cutPoint(scalars, from: start)
            let part = scalars[start..<end]
            if part.contains(where: { !$0.scalar.properties.isWhitespace }) {
                let text = String.UnicodeScalarView(part.lazy.map(\.scalar))
                pieces.append(Piece(text: String(text), offsets: part.map(\.offset)))
            }
            start = end
        }
        return pieces
    }

    private static func cutPoint(_ scalars: [PositionedScalar], from start: Int) -> Int {
        let limit = start + pieceLength
        var clause: Int?
        var word: Int?
        for index in stride(from: limit - 1, to: start + pieceLength / 2, by: -1) {
            let next = scalars[index].scalar
            let isFullWidth = "。！？".unicodeScalars.contains(next)
            if next == "\n" || isFullWidth { return index + 1 }
            guard next.properties.isWhitespace else { continue }
            let before = scalars[index - 1].scalar
            if ".!?…".unicodeScalars.contains(before) { return index + 1 }
            if clause == nil, ",;:—".unicodeScalars.contains(before) { clause = index + 1 }
            if word == nil { word = index + 1 }
        }
        return clause ?? word ?? limit
    }

    // MARK: Characters

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .otherPunctuation, .closePunctuation, .finalPunctuation, .connectorPunctuation: true
        default: false
        }
    }

    /// Thai, Lao, Burmese, Khmer, Han, kana and similar scripts.
    private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF,
            0xFF00...0xFFEF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// The maximum length of a word passed to the library, in Unicode scalars and in UTF-8 bytes.
    static let maximumScalars = 50
    static let maximumBytes = 100

    /// The maximum length of a piece, in Unicode scalars: about a minute of speech.
    static let pieceLength = 1000

    private static let maximumMarks = 4
}

/// A scalar and its offset in the request's text.
struct PositionedScalar: Sendable, Hashable {
    var scalar: Unicode.Scalar
    var offset: Int

    init(_ scalar: Unicode.Scalar, _ offset: Int) {
        self.scalar = scalar
        self.offset = offset
    }

    /// All scalars of an unchanged text.
    static func all(of text: String) -> [PositionedScalar] {
        text.unicodeScalars.enumerated().map { PositionedScalar($1, $0) }
    }
}
