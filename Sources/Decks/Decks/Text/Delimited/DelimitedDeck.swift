import LanguageServices
import ServiceRegistry

/// A deck in a table of separated values: CSV, TSV and their relatives.
///
/// A row is a note, a column a field; the grammar is RFC 4180 with what else is met with (see ``DeckOpening/Options``
/// for what is found out and can be said instead). Line ends of all kinds, in one file too; blank lines, rows that are
/// too short or too long, quotation marks anywhere, a byte order mark, UTF-16 with one: all that is not edited stays as
/// it is, to the byte. A quotation mark that is never closed, text that is not UTF-8, a cell of more than 64 MiB and a
/// row of more than 65,536 cells are errors that name the line and the column.
///
/// - There are as many fields as columns in the header row, or in most of the rows when that is more. Cells that a row
///   lacks are empty; cells that it has besides belong to no field, and stay.
/// - Columns behind the last field that are called `guid`, `notetype`, `deck` or `tags` hold just that, as
///   ``DeckConversion`` writes them.
/// - Files that an edit names stay where they are: a table holds no media.
/// - A new value is written in the manner of the cell that it replaces; a new column stands behind the last one, in all
///   rows.
public struct DelimitedDeck: Deck {
    /// What the file holds.
    public let info: DeckInfo

    let table: DelimitedTable

    init(_ file: DeckFile, options: DeckOpening.Options) throws {
        let sample = try DelimitedSample(file)
        let name = file.path.lowercased()
        let separator = options.separator?.byte ?? sample.separator(name: name)
        let hasQuotes =
            switch options.quoting {
            case .standard: true
            case .none: false
            case .detect: sample.hasQuotes(separator: separator)
            }
        var dialect = DelimitedDialect(separator: separator, hasQuotes: hasQuotes)
        let survey = sample.survey(dialect)
        dialect.cellLineEnd = survey.cellLineEnd
        let hasHeader =
            switch options.header {
            case .present: true
            case .absent: false
            case .detect: HeaderDetection.hasHeader(survey.firstRows)
            }
        let first = try dialect.firstRow(of: file, hasMark: sample.hasMark)
        let width = max(1, hasHeader ? first.count : 0, survey.commonCount)
        let names = DelimitedTable.names(hasHeader ? first : [], count: width)
        let columns = Self.roles(names)
        var table = DelimitedTable(
            file: file,
            dialect: dialect,
            hasMark: sample.hasMark,
            hasHeader: hasHeader,
            columns: columns,
            fieldNames: columns.indices.filter { columns[$0] == nil }.map { names[$0] }
        )
        if columns.contains(.noteType) || columns.contains(.deck) { try table.survey() }
        let looksLikeHTML = HTMLDetection.looksLikeHTML(survey.firstRows)
        self.table = table
        info = DeckInfo(
            format: separator == Separator.tab.byte ? .tsv : .csv,
            noteTypes: table.names.noteTypes(fields: table.fieldNames),
            noteCount: table.noteCount,
            decks: table.names.decks,
            hasMarkup: options.hasMarkup ?? looksLikeHTML,
            notices: Self.notices(options, table, names: names, rows: survey.firstRows)
                + HTMLDetection.notices(options, looksLikeHTML: looksLikeHTML)
        )
    }

    /// What the columns hold, by their names.
    private static func roles(_ names: [String]) -> [ReservedName?] {
        var roles = [ReservedName?](repeating: nil, count: names.count)
        for place in names.indices.dropFirst().reversed() {
            guard let role = ReservedName(names[place]), !roles.contains(role) else { break }
            roles[place] = role
        }
        return roles
    }

    private static func notices(
        _ options: DeckOpening.Options,
        _ table: DelimitedTable,
        names: [String],
        rows: [[String]]
    ) -> [String] {
        var notices: [String] = []
        if !table.hasHeader, options.header == .detect, HeaderDetection.repeatsNames(rows) {
            notices.append(
                "the first row has a name twice and is taken for a note; if it names the columns, say '--header present'"
            )
        }
        if table.hasHeader, options.header == .detect {
            notices.append("the first row is taken for the names of the columns")
        }
        if !table.dialect.hasQuotes, options.quoting == .detect {
            notices.append("quotation marks are taken for characters like others, since the first rows use them so")
        }
        if table.hasHeader, Set(names).count < names.count {
            notices.append("several columns have the same name; name such a field by its number")
        }
        return notices
    }
}

/// A name that says what a column or a member holds, when it is not a field.
enum ReservedName: String, CaseIterable {
    case guid, deck, tags
    case noteType = "notetype"

    init?(_ name: String) { self.init(rawValue: name.lowercased()) }
}
