import LanguageServices

/// Splits a single-line text with numbered senses.
///
/// `eyelid, 2. eyelash`, `1. enemy 2. opponent`, `(1) Haus, (2) Ort, (3) Haushalt, (1) schön`: each number is one
/// higher than the previous one, or restarts at 1. Any other number is part of the text.
enum NumberedParts {
    /// The parts without their numbers; the whole text if it is not numbered.
    static func split(_ text: ByteText) -> [ByteText] {
        var result: [ByteText] = []
        var start = text.start
        var number = 1
        var hasBrackets: Bool?
        var position = text.start
        while position < text.end {
            let byte = text[position]
            let before = position > text.start ? text[position - 1] : UInt8(ascii: " ")
            guard before == UInt8(ascii: " "), byte.isDigit || byte == UInt8(ascii: "("),
                let found = mark(text, position), hasBrackets == nil || hasBrackets == found.isBracket
            else {
                position += 1
                continue
            }
            let isFirst = position == text.start
            // The first part may lack a number if it ends with a comma.
            let follows = result.isEmpty && start == text.start ? 2 : number + 1
            let previous = isFirst ? 0 : text.part(from: text.start, to: position).trimmed.last
            let isCut = previous == UInt8(ascii: ",") || previous == UInt8(ascii: ";")
            let isNext =
                isFirst ? found.value == 1 : found.value == follows && (isCut || number > 1 || hasBrackets != nil)
            let isRestart = !isFirst && found.isBracket && hasBrackets == true && found.value == 1 && isCut
            guard isNext || isRestart else {
                position += 1
                continue
            }
            let part = text.part(from: start, to: position).trimmed
            if !part.isEmpty { result.append(part) }
            hasBrackets = found.isBracket
            number = found.value
            start = found.end
            position = found.end
        }
        let part = text.part(from: start).trimmed
        if !part.isEmpty { result.append(part) }
        return result
    }

    /// A number with a full stop or in brackets, followed by a space.
    private static func mark(_ text: ByteText, _ start: Int) -> (value: Int, end: Int, isBracket: Bool)? {
        let isBracket = text[start] == UInt8(ascii: "(")
        var position = isBracket ? start + 1 : start
        var value = 0
        let first = position
        while text[position].isDigit, position - first < 2 {
            value = value * 10 + Int(text[position] & 0x0F)
            position += 1
        }
        guard position > first, text[position] == (isBracket ? UInt8(ascii: ")") : UInt8(ascii: ".")),
            text[position + 1].isBlank
        else { return nil }
        return (value, position + 1, isBracket)
    }
}

/// An example in FreeDict's format: `"ein Haus bauen"  - build a house`.
enum ExampleLine {
    /// Adds the example in a line to the last sense.
    static func add(_ text: ByteText, to entry: inout TranslationEntry) {
        guard let example = read(text), let last = entry.senses.indices.last else { return }
        entry.senses[last].examples.append(example)
    }

    /// Parses a line that begins with a quotation mark; `nil` if there is nothing between the marks.
    private static func read(_ text: ByteText) -> TranslationExample? {
        // An example may contain quotation marks; the closing one is followed by two spaces.
        var close = text.start + 1
        while close < text.end,
            !(text[close] == UInt8(ascii: "\"") && (close + 1 == text.end || text.has("  ", at: close + 1)))
        {
            close += 1
        }
        let example = text.part(from: text.start + 1, to: close).trimmed
        guard !example.isEmpty else { return nil }
        var other = text.part(from: close + 1).trimmed
        // "…"  (forms)  - …
        if other.first == UInt8(ascii: "("), let end = WordList.partner(of: other.start, in: other) {
            other = other.part(from: end + 1).trimmed
        }
        if other.hasPrefix("- ") { other = other.part(from: other.start + 2).trimmed }
        return TranslationExample(example.string, translation: other.isEmpty ? nil : other.string)
    }
}
