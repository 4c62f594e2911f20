import LanguageServices
import ServiceRegistry

/// A deck in Anki's text format, as written and read by Anki for notes in plain text.
///
/// Header lines declare the delimiter, the columns for GUID, note type, deck and tags, and whether the fields contain
/// HTML; other lines that begin with `#` are comments. The rest is a table in the style of RFC 4180, encoded in UTF-8,
/// without a header row. Everything not edited is preserved byte for byte, and the GUIDs let an import of the edited
/// file update existing notes.
///
/// Media files added by an edit are not copied: a text file contains no media, and Anki looks for them in its
/// collection.
///
/// When the deck is opened, it is read once to collect its note types, its decks and the number of notes.
/// ``DeckOpening/Options/separator`` and ``DeckOpening/Options/hasMarkup`` take precedence over the file's
/// declarations.
///
/// Fields are named by the line `#columns:`, or by number. A note type is treated as a cloze type when its name begins
/// with "Cloze", since the file does not declare it.
public struct AnkiTextDeck: Deck {
    /// The contents of the file.
    public let info: DeckInfo

    let table: DelimitedTable

    init(_ file: DeckFile, options: DeckOpening.Options) throws {
        let sample = try DelimitedSample(file)
        let header = AnkiTextHeader(sample.bytes)
        let separator = (options.separator ?? header.separator ?? header.assumedSeparator()).byte
        let labels = Self.labels(header, separator: separator, file: file)
        var dialect = DelimitedDialect(separator: separator, hasComments: true)
        let survey = sample.survey(dialect)
        dialect.cellLineEnd = survey.cellLineEnd
        // As in Anki, the first row determines the columns; extra cells in other rows are not imported.
        let first = try dialect.firstRow(of: file, hasMark: sample.hasMark)
        let width = max(1, labels.count, first.count, header.special.map(\.column).max() ?? 0)
        var columns = [ReservedName?](repeating: nil, count: width)
        for (role, column) in header.special { columns[column - 1] = role }
        let fields = columns.indices.filter { columns[$0] == nil }
        guard !fields.isEmpty else {
            throw ServiceError(
                .invalidRequest,
                "\(file.displayName): the file has no field column",
                remedy: "check its header lines"
            )
        }
        var table = DelimitedTable(
            file: file,
            dialect: dialect,
            hasMark: sample.hasMark,
            hasHeader: false,
            columns: columns,
            fieldNames: DelimitedTable.names(fields.map { $0 < labels.count ? labels[$0] : "" }, count: fields.count),
            commonDeck: header.deck,
            commonTags: header.tags,
            commonType: header.noteType,
            labelCount: max(1, labels.count)
        )
        try table.survey()
        self.table = table
        let hasMarkup = options.hasMarkup ?? header.isHTML ?? Self.looksLikeHTML(survey.firstRows)
        info = DeckInfo(
            format: .ankiText,
            noteTypes: table.names.noteTypes(fields: table.fieldNames),
            noteCount: table.noteCount,
            decks: table.names.decks.isEmpty ? header.deck.map { [$0] } ?? [] : table.names.decks,
            hasMarkup: hasMarkup,
            notices: header.notices + Self.notices(header)
        )
    }

    private static func labels(_ header: AnkiTextHeader, separator: UInt8, file: DeckFile) -> [String] {
        let dialect = DelimitedDialect(separator: separator)
        var scanner = RowScanner(TextWindow(header.columnsLine), file: file, dialect: dialect)
        // A line that cannot be parsed is skipped, as in Anki.
        guard (try? scanner.next()) == true else { return [] }
        return scanner.cells.map { (try? scanner.text($0)) ?? "" }
    }

    /// Without a declaration, HTML is detected from the first rows, as in Anki.
    private static func looksLikeHTML(_ rows: [[String]]) -> Bool {
        rows.prefix(5).joined().contains { cell in
            guard let start = cell.firstIndex(of: "<") else { return false }
            return cell[start...].contains(">")
        }
    }

    private static func notices(_ header: AnkiTextHeader) -> [String] {
        var notices: [String] = []
        if header.isHTML == false {
            notices.append(
                "the file has #html:false: Anki exported it without formatting or sounds, so importing it removes them "
                    + "from the fields; export with 'Include HTML and media references' to keep them"
            )
        }
        if !header.special.contains(where: { $0.role == .guid }) {
            notices.append(
                "the file has no GUID column: an import matches notes by their first field, so leave that "
                    + "unchanged"
            )
        }
        return notices
    }
}
