import LanguageServices

/// Writes the notes of a deck into a new file of another format.
///
/// Fields come over as they are, markup included. Guids, note types, decks and tags come over where a note has some: in
/// Anki's text as the columns that its lines at the top name, in a table as last columns called `guid`, `notetype`,
/// `deck` and `tags`, in JSON as members of these names, which is also where the readers of this module look for them.
/// A note is read and written at a time, so memory does not grow with the deck; the deck is read a few times, at last for what the new file
/// does not hold.
public struct DeckConversion: Sendable, Hashable {
    /// The format of the new file: any but the packages.
    public var format: DeckFormat

    /// What separates the cells of a table; `nil` for the tab in TSV and Anki's text, and the comma in CSV.
    public var separator: Separator?

    /// Whether a table begins with a row of the names of the columns. Anki's text never has one.
    public var hasHeader: Bool

    /// Creates a conversion.
    public init(to format: DeckFormat, separator: Separator? = nil, hasHeader: Bool = true) {
        self.format = format
        self.separator = separator
        self.hasHeader = hasHeader
    }

    /// What a conversion has done.
    public struct Outcome: Sendable, Hashable {
        /// How many notes were written.
        public var notes: Int

        /// What the new file does not say any more, one line each.
        public var notices: [String]
    }

    /// Writes the notes of a deck.
    ///
    /// - Parameters:
    ///   - deck: The deck; it is left as it is.
    ///   - path: The new file, which appears under its name when it is whole.
    /// - Throws: `ServiceError.Code.unsupported` for a package, and what reading and writing throw.
    public func write(_ deck: any Deck, to path: String) throws -> Outcome {
        guard format != .apkg, format != .colpkg else {
            throw ServiceError(
                .unsupported,
                "a deck cannot be converted to \(format.rawValue)",
                remedy: "convert it to anki-text, and import that into Anki"
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
            notices += try deck.unreadValues().map(\.notice) + deck.spelledValues()
        }
        try output.commit()
        return Outcome(notes: count, notices: notices)
    }

    private var tableSeparator: Separator { separator ?? (format == .csv ? .comma : .tab) }
}
