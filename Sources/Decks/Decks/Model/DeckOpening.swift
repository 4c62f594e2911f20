import LanguageServices

/// Opens decks in all formats.
public enum DeckOpening {
    /// Options for opening a file. Unset options are detected.
    public struct Options: Sendable, Hashable {
        /// The format; `nil` detects it from content and name.
        public var format: DeckFormat?

        /// The delimiter between cells; `nil` detects it from the first rows. A tab is chosen if it gives most rows the
        /// same number of cells; otherwise, the semicolon, comma or vertical bar that splits the rows most evenly is
        /// chosen.
        public var separator: Separator?

        /// Whether the first row of a table names the columns. It is detected as a header when at least half of its
        /// cells are common column names, when all are language codes, or when a column has numbers in all other rows.
        public var header: HeaderRow

        /// How quotation marks in a table are interpreted. By default they enclose cells, except in a tab-separated
        /// file whose first rows use them in other ways.
        public var quoting: Quoting

        /// Whether the fields of a text format contain HTML; `nil` uses the file's declaration. If there is none, tags
        /// are detected in the first rows or objects.
        public var hasMarkup: Bool?

        /// Creates options.
        public init(
            format: DeckFormat? = nil,
            separator: Separator? = nil,
            header: HeaderRow = .detect,
            quoting: Quoting = .detect,
            hasMarkup: Bool? = nil
        ) {
            self.format = format
            self.separator = separator
            self.header = header
            self.quoting = quoting
            self.hasMarkup = hasMarkup
        }
    }

    /// Opens a deck.
    ///
    /// The format is detected from the content: a zip archive is a package, lines such as `#separator:tab` begin Anki's
    /// text format, `[` or `{` begins JSON, and anything else is a table. The extension distinguishes `.apkg` from
    /// `.colpkg`, and JSON from JSONL where both are possible.
    ///
    /// - Parameters:
    ///   - path: The file, which cannot be a folder, a pipe or a device.
    ///   - options: The known properties of the file.
    /// - Throws: `ServiceError.Code.io` when the file cannot be read; `ServiceError.Code.invalidRequest`, with line and
    ///   column where possible, when it is not a deck of that format; `ServiceError.Code.limitExceeded` when part of it
    ///   is too large; and `ServiceError.Code.unsupported` for a known format that is not a deck.
    public static func open(path: String, options: Options = Options()) throws -> any Deck {
        let file = try DeckFile(path: path)
        switch try options.format ?? FormatDetection.format(of: file) {
        case .apkg, .colpkg: return try AnkiPackage(path: path)
        case .ankiText: return try AnkiTextDeck(file, options: options)
        case .json: return try JSONDeck(file, isLines: false, options: options)
        case .jsonLines: return try JSONDeck(file, isLines: true, options: options)
        case .tsv:
            var options = options
            options.separator = options.separator ?? .tab
            return try DelimitedDeck(file, options: options)
        case .csv: return try DelimitedDeck(file, options: options)
        }
    }
}
