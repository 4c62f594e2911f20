/// Properties of a sentence that depend only on its punctuation and letters.
struct SentenceSurface: Sendable, Hashable {
    /// Whether it begins like a sentence: with a capital letter, if the script has them, or with a digit.
    var beginsWhole = false

    /// Whether it ends with sentence-final punctuation.
    var endsWhole = false

    /// Whether it is neither a question nor an exclamation.
    var isStatement = true

    /// Whether it is a question.
    var asks = false

    /// A measure of digits, brackets, quotation marks and dashes: 0 for plain text, 1 or more for too many.
    var clutter = 0.0

    /// Analyses a sentence; `nil` if it cannot be an example, because it contains addresses, markup or symbols instead
    /// of letters, or more than one sentence.
    init?(_ text: String, isSpaced: Bool) {
        var letters = 0
        var signs = 0
        var quotes = 0
        var depth = 0
        var wasDigit = false
        var capitals = 0
        var points = 0
        // The number of letters in the last word.
        var run = 0
        var previous: Unicode.Scalar = " "
        var end: Unicode.Scalar?
        var first: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            let isLetter =
                scalar.isASCII
                ? (0x41...0x5A).contains(scalar.value & ~0x20)
                : scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
            if isLetter {
                letters += 1
                if first == nil { first = scalar }
                // Text after sentence-final punctuation is a second sentence. A full stop after a short word may belong
                // to an abbreviation.
                if let mark = end, previous == " " || !isSpaced, !Self.isLower(scalar), mark != "." || run >= 4 {
                    return nil
                }
                if previous == " " || run == 0 || !Self.isInside(previous) { run = 0 }
                run += 1
                end = nil
                let isCapital =
                    scalar.isASCII ? scalar.value < 0x61 : scalar.properties.isUppercase
                capitals = isCapital ? capitals + 1 : 0
                if capitals == 4 { clutter += 0.4 }
                wasDigit = false
                continue
            }
            capitals = 0
            if scalar == " " {
                wasDigit = false
                continue
            }
            if scalar.isASCII ? (0x30...0x39).contains(scalar.value) : scalar.properties.numericType != nil {
                if !wasDigit { clutter += 0.2 }
                wasDigit = true
                if first == nil { first = scalar }
                end = nil
                continue
            }
            wasDigit = false
            if SentenceMarks.ends.contains(scalar) {
                if scalar == "." {
                    points += 1
                    if previous == "." { clutter += 0.3 }
                }
                if scalar == "…" { clutter += 0.5 }
                if scalar == "!" || scalar == "?" || scalar == "！" || scalar == "？" {
                    isStatement = false
                    asks = asks || scalar == "?" || scalar == "？"
                    if previous == "!" || previous == "?" { clutter += 0.4 }
                }
                end = scalar
                continue
            }
            switch scalar {
            case "<", ">", "{", "}", "|", "\\", "_", "*", "#", "=", "^", "~", "`", "@", "\t": return nil
            case "(", "[":
                depth += 1
                clutter += 0.4
            case ")", "]":
                depth -= 1
                if depth < 0 { return nil }
            case ":", ";", "；", "：":
                clutter += 0.25
                end = nil
            case "—", "–":
                clutter += 0.25
                end = nil
            case "-": if previous == "-" || previous == " " { clutter += 0.25 }
            case "/", "&", "%", "$", "€", "£", "°", "+":
                clutter += 0.3
                signs += 1
            case ",", "、", "，":
                clutter += 0.04
                end = nil
            case "'", "’", "‘": break
            default:
                if SentenceMarks.quotes.contains(scalar) {
                    quotes += 1
                } else if !SentenceMarks.opening.contains(scalar) {
                    signs += 1
                    clutter += 0.2
                }
            }
        }
        guard let first, letters >= 2, letters * 10 >= (letters + signs) * 8, depth == 0 else { return nil }
        // An unclosed quotation mark is closed in another sentence.
        if quotes % 2 == 1 { clutter += 0.6 }
        if quotes > 0 { clutter += 0.25 }
        if Self.holdsAddress(text) { return nil }
        // *e.g.*, *p.m.*, *J. R. R.*
        if points > 2 { clutter += 0.2 }
        let isCased = first.properties.isLowercase || first.properties.isUppercase
        beginsWhole = !isCased || !first.properties.isLowercase
        let last = text.unicodeScalars.last { !SentenceMarks.closing.contains($0) && $0 != " " }
        endsWhole = last.map { SentenceMarks.ends.contains($0) } ?? false
    }

    private static func holdsAddress(_ text: String) -> Bool {
        var last: UInt32 = 0
        for byte in text.utf8 {
            last = last << 8 | UInt32(byte | 0x20)
            // The last four bytes are `http` or `www.`.
            if last == 0x6874_7470 || last == 0x7777_772E { return true }
        }
        return false
    }

    /// Whether a scalar can occur inside a word.
    private static func isInside(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? (0x41...0x5A).contains(scalar.value & ~0x20) || scalar == "'" || scalar == "-"
            : scalar.properties.isAlphabetic || scalar == "’"
    }

    private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value >= 0x61 : scalar.properties.isLowercase
    }
}

/// Sentence punctuation.
enum SentenceMarks {
    /// Sentence-final punctuation marks.
    static let ends: Set<Unicode.Scalar> = [".", "!", "?", "…", "。", "！", "？", "।", "॥", "۔", "؟", "։", "።", "‽", "｡"]

    /// Quotation marks.
    static let quotes: Set<Unicode.Scalar> = [
        "\"", "“", "”", "„", "‟", "«", "»", "‹", "›", "「", "」", "『", "』", "〈", "〉", "《", "》",
    ]

    /// Marks that may follow the end of a sentence.
    static let closing: Set<Unicode.Scalar> = quotes.union([")", "]", "’", "'"])

    /// Marks that may precede the first word of a sentence.
    static let opening: Set<Unicode.Scalar> = quotes.union(["¿", "¡", "‘", "'", "(", "["])
}
