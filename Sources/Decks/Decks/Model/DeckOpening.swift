import LanguageServices

/// Opens decks of all formats.
public enum DeckOpening {
    /// What is known about a file before it is opened. What is not said is found out.
    public struct Options: Sendable, Hashable {
        /// The format; `nil` to go by the content and the name.
        public var format: DeckFormat?

        /// What separates the cells of a table; `nil` to go by the first rows. Tabs win when most rows have the same
        /// number of cells with them; otherwise the semicolon, comma or bar does that splits the rows most evenly.
        public var separator: Separator?

        /// Whether the first row of a table names the columns. Found out, it does when at least half of its cells are
        /// words by which columns are usually called, when all are codes of languages, or when a column has numbers in
        /// all rows but this.
        public var header: HeaderRow

        /// What quotation marks mean in a table. Found out, they enclose cells, except in a tab-separated file whose
        /// first rows use them in ways that contradict it.
        public var quoting: Quoting

        /// Whether the fields of a text format hold HTML; `nil` to go by what the file says, and if it says nothing, by
        /// whether there are tags in the first rows or objects.
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
    /// The format goes by the content: a zip archive is a package, lines such as `#separator:tab` begin Anki's text,
    /// `[` or `{` begins JSON, and everything else is a table. The name decides between packages, and between JSON and
    /// JSONL where both are possible.
    ///
    /// - Parameters:
    ///   - path: The file. A folder, a pipe or a device is no deck.
    ///   - options: What is known about the file.
    /// - Throws: `ServiceError.Code.io` when the file cannot be read, `ServiceError.Code.invalidRequest` when it holds
    ///   no deck of that format, with line and column where there are some, `ServiceError.Code.limitExceeded` when
    ///   something in it is too large, and `ServiceError.Code.unsupported` for what is no deck but is known.
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
