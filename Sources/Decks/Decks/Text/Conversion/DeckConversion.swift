import LanguageServices

/// Writes the notes in a deck to a new file in another format.
///
/// Fields are copied unchanged, including markup. GUIDs, note types, decks and tags are copied where present: in Anki's
/// text format as columns declared in the header lines; in a table as trailing columns named `guid`, `notetype`, `deck`
/// and `tags`; in JSON as members with these names. The readers in this module recognise them. Notes are streamed, so
/// memory use does not grow with the deck. The deck is read several times; the last pass determines what is lost in the
/// new file.
public struct DeckConversion: Sendable, Hashable {
    /// The format of the new file, which cannot be a package.
    public var format: DeckFormat

    /// The delimiter between cells; `nil` selects the tab in TSV and Anki's text format, and the comma in CSV.
    public var separator: Separator?

    /// Whether a table begins with a header row. Anki's text format never has one.
    public var hasHeader: Bool

    /// Creates a conversion.
    public init(to format: DeckFormat, separator: Separator? = nil, hasHeader: Bool = true) {
        self.format = format
        self.separator = separator
        self.hasHeader = hasHeader
    }

    /// The result of a conversion.
    public struct Outcome: Sendable, Hashable {
        /// The number of notes written.
        public var notes: Int

        /// The information lost, one line each.
        public var notices: [String]
    }

    /// Writes the notes in a deck.
    ///
    /// - Parameters:
    ///   - deck: The deck; it is not changed.
    ///   - path: The new file, which appears once it is complete.
    /// - Throws: `ServiceError.Code.unsupported` for a package, or an error that occurs while reading or writing.
    public func write(_ deck: any Deck, to path: String) throws -> Outcome {
        guard format != .apkg, format != .colpkg else {
            throw ServiceError(
                .unsupported,
                "a deck cannot be converted to \(format.rawValue)",
                remedy: "convert it to anki-text and import the result into Anki"
            )
        }
        let plan = try ConversionPlan(deck, format: format)
        let output = try DeckOutput(path: path)
        let count =
            switch format {
            case .json, .jsonLines:
                try JSONNoteWriter(plan: plan, isLines: format == .jsonLines).write(deck, to: output)
            case .csv, .tsv, .ankiText, .apkg, .colpkg:
                try TableNoteWriter(plan: plan, separator: tableSeparator, hasHeader: hasHeader && format != .ankiText)
                    .write(deck, to: output)
            }
        var notices = plan.notices(of: deck.info, hasHeader: hasHeader)
        if let deck = deck as? any PartlyReadDeck {
            notices += try deck.ignoredValues().map(\.notice) + deck.spelledValues()
        }
        try output.commit()
        return Outcome(notes: count, notices: notices)
    }

    private var tableSeparator: Separator { separator ?? (format == .csv ? .comma : .tab) }
}
