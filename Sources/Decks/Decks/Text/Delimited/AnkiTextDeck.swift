import LanguageServices
import ServiceRegistry

/// A deck in Anki's text format, as its export of notes in plain text writes it and its import reads it.
///
/// Lines at the top say what separates the cells, which columns hold the guid, the note type, the deck and the tags,
/// and whether the fields hold HTML; other lines that begin with `#` are comments. The rest is a table in the style of
/// RFC 4180, encoded in UTF-8, without a header row. All that is not edited stays as it is, to the byte, and with the
/// guid an import of the edited file changes the notes that are there.
///
/// Files that an edit names stay where they are: a text holds no media, and Anki looks for them among those of the
/// collection.
///
/// It is read once when it is opened, to know its note types and decks and how many notes there are. Of what is known about
/// it, ``DeckOpening/Options/separator`` and ``DeckOpening/Options/hasMarkup`` count for more than what the file says.
///
/// Fields are called by the line `#columns:`, or else by their number among the fields. A note type is taken for one of
/// clozes when its name begins with "Cloze", for the file does not say.
public struct AnkiTextDeck: Deck {
    /// What the file holds.
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
        // Like Anki, go by the first row; cells that others have besides are not imported.
        let first = try dialect.firstRow(of: file, hasMark: sample.hasMark)
        let width = max(1, labels.count, first.count, header.special.map(\.column).max() ?? 0)
        var columns = [ReservedName?](repeating: nil, count: width)
        for (role, column) in header.special { columns[column - 1] = role }
        let fields = columns.indices.filter { columns[$0] == nil }
        guard !fields.isEmpty else {
            throw ServiceError(
                .invalidRequest,
                "\(file.shownName): the file has no column of a field",
                remedy: "look at the lines at its top"
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
        // A line that cannot be read names nothing; Anki passes it over too.
        guard (try? scanner.next()) == true else { return [] }
        return scanner.cells.map { (try? scanner.text($0)) ?? "" }
    }

    /// Without a line about HTML, Anki goes by the first rows.
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
                "the file says #html:false: Anki left out formatting and sounds when it wrote it, and an import puts the "
                    + "fields in without them; export with 'Include HTML and media references' to keep them"
            )
        }
        if !header.special.contains(where: { $0.role == .guid }) {
            notices.append(
                "the file has no column of guids: an import finds the notes to update by their first field, so leave that "
                    + "as it is"
            )
        }
        return notices
    }
}
