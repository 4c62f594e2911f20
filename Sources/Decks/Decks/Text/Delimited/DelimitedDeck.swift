import LanguageServices
import ServiceRegistry

/// A deck in a table of delimiter-separated values: CSV, TSV and similar formats.
///
/// Each row is a note, and each column is a field. The grammar is RFC 4180 with common deviations
/// (``DeckOpening/Options`` lists what is detected and can be set). Everything not edited is preserved byte for byte:
/// mixed line ends, blank lines, rows that are too short or too long, stray quotation marks, a byte order mark, UTF-16.
/// An unclosed quotation mark, invalid UTF-8, a cell of more than 64 MiB and a row of more than 65,536 cells are
/// reported as errors with line and column.
///
/// - The number of fields is the number of cells in the header row or the most common number of cells, whichever is
///   greater. Missing cells are empty; extra cells are preserved but are not part of any field.
/// - Columns after the last field named `guid`, `notetype`, `deck` or `tags` have the meaning that ``DeckConversion``
///   gives them.
/// - Media files added by an edit are not copied: a table contains no media.
/// - A new value is written in the style of the cell it replaces; a new column is appended to all rows.
public struct DelimitedDeck: Deck {
    /// The contents of the file.
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

    /// The roles of the columns, by name.
    private static func roles(_ names: [String]) -> [ReservedName?] {
        var roles = [ReservedName?](repeating: nil, count: names.count)
        for index in names.indices.dropFirst().reversed() {
            guard let role = ReservedName(names[index]), !roles.contains(role) else { break }
            roles[index] = role
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
                "the first row has duplicate names and is read as a note; if it is a header, use '--header present'"
            )
        }
        if table.hasHeader, options.header == .detect {
            notices.append("the first row is read as a header with the column names")
        }
        if !table.dialect.hasQuotes, options.quoting == .detect {
            notices.append("quotation marks are read as ordinary characters because the first rows use them that way")
        }
        if table.hasHeader, Set(names).count < names.count {
            notices.append("several columns have the same name; refer to such a field by its number")
        }
        return notices
    }
}

/// A name that gives a column or member a special meaning, so it is not a field.
enum ReservedName: String, CaseIterable {
    case guid, deck, tags
    case noteType = "notetype"

    init?(_ name: String) { self.init(rawValue: name.lowercased()) }
}
