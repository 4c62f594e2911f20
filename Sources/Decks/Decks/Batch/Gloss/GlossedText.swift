import LanguageServices

/// A text split into words with translations and the text between them.
struct GlossedText: Sendable, Hashable {
    /// A segment of the text.
    struct Piece: Sendable, Hashable {
        /// The original text.
        var text: String
        /// The reading; empty if unknown.
        var reading: String
        /// The translation; empty for unknown words and text between words.
        var translation: String

        /// The annotation shown above or after the word.
        var remark: String { reading.isEmpty ? translation : "\(reading) \(translation)" }
    }

    /// The segments. Joined, they form the text.
    let pieces: [Piece]

    private static let fieldEnd = "\u{1F}"
    private static let pieceEnd = "\u{1E}"

    /// - Parameters:
    ///   - translation: The translation of the text; a match for the whole text is one segment.
    ///   - text: The text.
    init(_ translation: Translation, of text: String) {
        let glossed = translation.gloss.map { word in
            Piece(
                text: word.text,
                reading: word.translation == nil ? "" : Self.clean(word.reading ?? ""),
                translation: Self.clean(word.translation ?? "")
            )
        }
        // Segments that do not add up to the text are discarded.
        let isWhole = !glossed.isEmpty && glossed.map(\.text).joined().utf8.elementsEqual(text.utf8)
        pieces =
            isWhole ? glossed : [Piece(text: text, reading: "", translation: Self.clean(translation.text))]
    }

    /// Parses a journal record.
    init(record: String) {
        pieces = record.split(separator: Self.pieceEnd, omittingEmptySubsequences: true).map { piece in
            let parts = piece.split(separator: Self.fieldEnd, omittingEmptySubsequences: false).map(String.init)
            return Piece(
                text: parts.first ?? "",
                reading: parts.count > 1 ? parts[1] : "",
                translation: parts.count > 2 ? parts[2] : ""
            )
        }
    }

    /// The segments as a journal record.
    var record: String {
        pieces.map { [$0.text, $0.reading, $0.translation].map(Self.separable).joined(separator: Self.fieldEnd) }
            .joined(separator: Self.pieceEnd)
    }

    private static func separable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ["\u{1E}", "\u{1F}"].contains($0) }) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { ["\u{1E}", "\u{1F}"].contains($0) ? " " : $0 })
        )
    }

    /// The text on one line.
    private static func clean(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
