import LanguageServices

/// An example as FreeDict prints it: `"ein Haus bauen"  - build a house`.
enum ExampleLine {
    /// Reads a line that begins with a quotation mark; `nil` when nothing is between the marks.
    static func read(_ text: ByteText) -> TranslationExample? {
        // The text of an example may hold quotation marks itself: the one that ends it is followed by two spaces.
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
