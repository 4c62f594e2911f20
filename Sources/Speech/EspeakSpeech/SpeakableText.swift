/// A text made safe for libespeak-ng and cut into pieces.
///
/// Version 1.51 of the library, which Debian 12 ships, overruns its own buffers on words of 140 bytes and more, on some
/// 85 dotted letters in a row (`a.b.c.`) and on some control characters. So words are capped well below that, long
/// chains of dotted letters are broken, and control characters are taken out. Long texts are cut at sentence ends, so
/// that a stream can be pulled piece by piece.
struct SpeakableText: Sendable, Hashable {
    /// A part that is spoken in one go.
    struct Piece: Sendable, Hashable {
        /// What is given to the library.
        var text: String
        /// For each Unicode scalar of ``text`` the one of the whole text from which it comes; a scalar that was put in has
        /// the place of the one behind it.
        var offsets: [Int]
    }

    /// The pieces, in order; each ends where a speaker may pause.
    private(set) var pieces: [Piece] = []

    /// The length of the longest word that had to be split, in Unicode scalars, or `nil` when none had to be.
    ///
    /// Scripts that are written without spaces do not count, since what stands between two spaces there is no word.
    private(set) var longestSplitWord: Int?

    /// Prepares a text.
    init(_ text: String) {
        self.init(PositionedScalar.all(of: text))
    }

    /// Prepares a text of which parts may have been replaced.
    init(_ text: [PositionedScalar]) {
        let clean = Self.cleaned(text)
        pieces = Self.cut(Self.breakingDottedLetters(capped(clean)))
    }

    // MARK: Cleaning

    /// Takes out what is not for speaking: control, private and unassigned characters, and marks beyond reason.
    private static func cleaned(_ text: [PositionedScalar]) -> [PositionedScalar] {
        var result: [PositionedScalar] = []
        result.reserveCapacity(text.count)
        var marks = 0
        for placed in text {
            let scalar = placed.scalar
            func keep(_ scalar: Unicode.Scalar) { result.append(PositionedScalar(scalar, placed.offset)) }
            // The ASCII letters and the space are by far the most frequent; they need no look at the tables.
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
                // The joiners change how Indic and Arabic letters and emoji are read; the other format characters only
                // change how text looks.
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

    /// Puts a space into words that are longer than libespeak-ng can take.
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
        var rest = word
        while !Self.fits(rest) {
            let longest = Self.longestFit(rest)
            // Behind a punctuation mark is the best place, if there is one in the second half.
            let head = rest.prefix(longest)
            let mark = head.indices.reversed().prefix(longest / 2).first { Self.isPunctuation(head[$0].scalar) }
            let end = mark.map { $0 + 1 } ?? head.endIndex
            if let last = head.last, mark == nil, !Self.isWrittenWithoutSpaces(last.scalar) {
                longestSplitWord = max(longestSplitWord ?? 0, word.count)
            }
            result += rest[..<end]
            result.append(PositionedScalar(" ", rest[end].offset))
            rest = rest[end...]
        }
        result += rest
    }

    private static func fits(_ word: ArraySlice<PositionedScalar>) -> Bool {
        if word.count * 4 <= maximumBytes { return true }
        return longestFit(word) == word.count
    }

    private static func longestFit(_ word: ArraySlice<PositionedScalar>) -> Int {
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

    /// Begins a new paragraph after every 20 dotted letters in a row, whatever spaces stand between them.
    private static func breakingDottedLetters(_ scalars: [PositionedScalar]) -> [PositionedScalar] {
        // Without many dots there is nothing to break, which is so for nearly every text.
        guard scalars.count(where: { $0.scalar == "." }) > maximumDottedLetters else { return scalars }
        var result: [PositionedScalar] = []
        result.reserveCapacity(scalars.count)
        var chain = 0
        var wordLength = 0
        for placed in scalars {
            let scalar = placed.scalar
            result.append(placed)
            if scalar.properties.isWhitespace {
                // A longer word ends the chain; a single letter or a comma does not.
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

    /// Cuts where a speaker may pause: at a line end, behind a sentence, behind a clause, between words.
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

    /// Thai, Lao, Burmese, Khmer, Han, kana and the like.
    private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF,
            0xFF00...0xFFEF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// The longest word given to the library, in Unicode scalars and in UTF-8 bytes.
    static let maximumScalars = 50
    static let maximumBytes = 100

    /// The longest piece given to the library, in Unicode scalars: about a minute of speech.
    static let pieceLength = 1000

    private static let maximumMarks = 4
}

/// A scalar on its way to the library, and where in the text of the request it comes from.
struct PositionedScalar: Sendable, Hashable {
    var scalar: Unicode.Scalar
    var offset: Int

    init(_ scalar: Unicode.Scalar, _ offset: Int) {
        self.scalar = scalar
        self.offset = offset
    }

    /// A text as it stands.
    static func all(of text: String) -> [PositionedScalar] {
        text.unicodeScalars.enumerated().map { PositionedScalar($1, $0) }
    }
}
