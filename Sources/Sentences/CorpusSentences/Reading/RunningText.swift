import Language
import LanguageServices

/// Splits running text into sentences.
///
/// A blank line ends a paragraph. In a file with wrapped lines, a line break is replaced with a space, or removed if a
/// hyphen precedes it. In other files, each line is a paragraph. Project Gutenberg's header and footer are skipped.
struct RunningText {
    private let segmenter: TextSegmenter
    private let isWrapped: Bool
    private let isSpaced: Bool
    /// Whether the header of the book has not ended yet.
    private var isBefore: Bool
    private var isBehind = false
    private var paragraph: [Unicode.Scalar] = []
    /// The start of each line in the paragraph, with its number.
    private var lines: [(start: Int, number: Int)] = []

    /// The maximum length of a paragraph, in Unicode scalars. Complete sentences are split off from a longer one.
    private static let maximumParagraphLength = 1 << 15

    /// - Parameter sample: The first lines of the file.
    init(language: LanguageTag, sample: [CorpusText.Line]) {
        segmenter = TextSegmenter(language: language.text)
        isWrapped = Self.isWrapped(sample)
        isSpaced = !UnspacedLanguages.contains(language.language)
        isBefore = sample.contains { Self.isMark($0.text, "START OF") }
    }

    /// Adds the next line.
    mutating func add(_ line: CorpusText.Line, _ body: (FoundSentence) throws -> Void) rethrows {
        if isBehind { return }
        if line.text.hasPrefix("***") {
            if Self.isMark(line.text, "START OF") {
                isBefore = false
                drop()
                return
            }
            if Self.isMark(line.text, "END OF") {
                isBehind = true
                try end(body)
                return
            }
        }
        if isBefore { return }
        let scalars = line.text.unicodeScalars
        guard line.isContinued || scalars.contains(where: { !$0.properties.isWhitespace }) else { return try end(body) }
        join(isContinued: line.isContinued)
        lines.append((paragraph.count, line.number))
        for scalar in scalars { paragraph.append(scalar) }
        if !isWrapped, !line.isCutOff {
            try end(body)
        } else if paragraph.count > Self.maximumParagraphLength {
            try cut(isAtEnd: false, body)
        }
    }

    /// Ends the last paragraph.
    mutating func end(_ body: (FoundSentence) throws -> Void) rethrows {
        try cut(isAtEnd: true, body)
    }

    // MARK: Parts

    private mutating func drop() {
        paragraph.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
    }

    /// Replaces the line break before the next line with a space, or removes it to join the lines.
    private mutating func join(isContinued: Bool) {
        guard !isContinued, let last = paragraph.last else { return }
        if last == "\u{AD}" {
            paragraph.removeLast()
        } else if last == "-" || last == "\u{2010}" {
            // *exam-⏎ple* and *well-⏎known* look alike; the former is more frequent in hyphenated books, so the hyphen
            // is removed. A hyphen after a space or another hyphen is a dash.
            guard paragraph.count >= 3 else { return }
            let before = paragraph[paragraph.count - 2]
            if before.properties.isAlphabetic { paragraph.removeLast() } else { paragraph.append(" ") }
        } else if isSpaced || last.isASCII {
            paragraph.append(" ")
        }
    }

    private mutating func cut(isAtEnd: Bool, _ body: (FoundSentence) throws -> Void) rethrows {
        guard !paragraph.isEmpty else { return }
        var ranges = segmenter.sentences(in: paragraph)
        var rest: Int?
        if !isAtEnd {
            // The last sentence may continue in the next lines. Text without any sentence-final punctuation is
            // discarded.
            rest = ranges.count > 1 ? ranges.removeLast().lowerBound : nil
            if rest == nil { ranges = [] }
        }
        var position = 0
        for range in ranges {
            while position + 1 < lines.count, lines[position + 1].start <= range.lowerBound { position += 1 }
            let text = String(scalars: paragraph[range])
            let number = position < lines.count ? lines[position].number : 0
            try body(FoundSentence(text: text, location: "line \(number)", isCutOut: true))
        }
        guard let rest else { return drop() }
        let number = lines.last { $0.start <= rest }?.number ?? 0
        lines = [(0, number)] + lines.filter { $0.start > rest }.map { ($0.start - rest, $0.number) }
        paragraph.removeFirst(rest)
    }

    /// Whether lines are wrapped: of the lines followed by another one, at most 10 % are longer than 120 Unicode
    /// scalars, and at most 60 % end a sentence.
    private static func isWrapped(_ sample: [CorpusText.Line]) -> Bool {
        var inner = 0
        var long = 0
        var ended = 0
        for (line, next) in zip(sample, sample.dropFirst()) {
            let text = line.text.unicodeScalars
            guard !next.text.isEmpty, !text.isEmpty else { continue }
            inner += 1
            if text.count > 120 { long += 1 }
            let last = text.last { !$0.properties.isWhitespace && !"\"'”’»)".unicodeScalars.contains($0) }
            if let last, SentenceMarks.ends.contains(last) { ended += 1 }
        }
        return inner > 0 && long * 10 <= inner && ended * 10 <= inner * 6
    }

    private static func isMark(_ line: String, _ words: String) -> Bool {
        line.hasPrefix("***") && line.contains(words) && line.contains("GUTENBERG")
    }
}

/// Normalises a sentence to one line.
enum SentenceCleanup {
    /// The maximum length of a sentence, in Unicode scalars; longer sentences are not suitable as examples.
    static let longest = 400

    /// The sentence with single spaces and without invisible characters; `nil` if it is too long, empty, or contains
    /// control characters, replacement characters or characters that change the text direction.
    static func of(_ text: String) -> String? {
        var result = String.UnicodeScalarView()
        var count = 0
        var isSpaced = false
        for scalar in text.unicodeScalars {
            if scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace {
                isSpaced = count > 0
                continue
            }
            if scalar.value >= 0x80 {
                switch scalar.value {
                case 0xAD, 0x200B, 0x2060, 0xFEFF: continue
                case 0x80...0x9F, 0xFFF0...0xFFFF, 0x202A...0x202E, 0x2066...0x2069, 0xE000...0xF8FF, 0xF0000...:
                    return nil
                default: break
                }
            } else if scalar.value < 0x20 || scalar.value == 0x7F {
                return nil
            }
            if isSpaced {
                result.append(" ")
                isSpaced = false
                count += 1
            }
            result.append(scalar)
            count += 1
            if count > longest { return nil }
        }
        return count == 0 ? nil : String(result)
    }

    /// Removes the quotation marks around direct speech, unless it contains other quotation marks.
    static func withoutQuotes(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, scalars.count > 3 else { return text }
        guard SentenceMarks.quotes.contains(first), SentenceMarks.quotes.contains(last) else {
            // The quotation began before the sentence or continues after it.
            let inner = scalars.count { SentenceMarks.quotes.contains($0) }
            if inner == 1, SentenceMarks.quotes.contains(first) { return String(scalars.dropFirst()) }
            if inner == 1, SentenceMarks.quotes.contains(last) { return String(scalars.dropLast()) }
            return text
        }
        let inside = scalars.dropFirst().dropLast()
        return inside.contains { SentenceMarks.quotes.contains($0) } ? text : String(inside)
    }
}
