import LanguageServices

/// A text, cut into words that have a translation and what stands between them.
struct GlossedText: Sendable, Hashable {
    /// A piece of the text.
    struct Piece: Sendable, Hashable {
        /// As it stands in the text.
        var text: String
        /// How it is read; empty where that is not said.
        var reading: String
        /// What it means; empty for what is no word, and for a word that is not known.
        var translation: String

        /// What stands above or behind the word.
        var remark: String { reading.isEmpty ? translation : "\(reading) \(translation)" }
    }

    /// The pieces; together they are the text.
    let pieces: [Piece]

    private static let fieldEnd = "\u{1F}"
    private static let pieceEnd = "\u{1E}"

    /// - Parameters:
    ///   - translation: What came of the text; a word that was found as a whole is one piece.
    ///   - text: The text.
    init(_ translation: Translation, of text: String) {
        let glossed = translation.gloss.map { word in
            Piece(
                text: word.text,
                reading: word.translation == nil ? "" : Self.clean(word.reading ?? ""),
                translation: Self.clean(word.translation ?? "")
            )
        }
        // What does not put the text together again is not trusted with it.
        let isWhole = !glossed.isEmpty && glossed.map(\.text).joined().utf8.elementsEqual(text.utf8)
        pieces =
            isWhole ? glossed : [Piece(text: text, reading: "", translation: Self.clean(translation.text))]
    }

    /// Reads a record of a journal.
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

    /// The pieces in one string, as a journal keeps them.
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

    /// In one line.
    private static func clean(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
