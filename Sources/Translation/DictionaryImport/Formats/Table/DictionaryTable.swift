package import LanguageServices
import Platform

/// A dictionary table with columns delimited by tabs, semicolons or commas (RFC 4180).
///
/// Initial lines that begin with `#` describe the dictionary: `# from: en`, `# to: de`, `# name: …`, `# title: …`, `#
/// licence: …`, `# source: …`, `# version: …`. A row with column names may follow. Without it, the columns are the
/// word, its translations, and, if there is a third column, the part of speech.
package struct DictionaryTable: Sendable {
    /// The path of the file.
    package let path: String
    /// The values from the initial lines, by key in lower case.
    package let declarations: [String: String]
    /// The meaning of each column; `nil` for an unknown column.
    package let columns: [TableColumn?]
    /// The column names, if there is a header row.
    package let columnNames: [String]
    let separator: UInt8
    private let hasHeader: Bool

    /// A row of the table.
    package struct Row: Sendable {
        /// The line number in the file, from 1.
        package let line: Int
        /// The fields, in the order of the columns.
        package let fields: [String]
        let table: DictionaryTable

        /// The field in a column, or an empty string if there is none.
        package subscript(column: TableColumn) -> String {
            guard let position = table.columns.firstIndex(of: column), position < fields.count else { return "" }
            return fields[position]
        }
    }

    /// Reads the beginning of a file.
    ///
    /// - Throws: `ServiceError` if it cannot be read or is not a table.
    package init(path: String) throws(ServiceError) {
        self.path = path
        var declarations: [String: String] = [:]
        var rows: [[UInt8]] = []
        do {
            var reader = LineReader(try ByteStream(path: path))
            while rows.count < 50,
                let line = try reader.withLine({ Array($0.bytes) })
            {
                if rows.isEmpty, line.first == UInt8(ascii: "#") {
                    Self.declare(String(decoding: line.dropFirst(), as: UTF8.self), &declarations)
                } else if !line.allSatisfy(\.isBlank) {
                    rows.append(line)
                }
            }
        } catch {
            throw ServiceError(error)
        }
        guard let first = rows.first, let separator = TableDialect.separator(of: rows) else {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(path)) is not a table of words and translations",
                remedy: "separate the columns with tabs"
            )
        }
        // If another encoding were accepted, accented letters would be lost silently.
        if first.contains(0) || rows.contains(where: { String(validating: $0, as: UTF8.self) == nil }) {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(path)) is not UTF-8",
                remedy: "save it as UTF-8"
            )
        }
        let names = first.withText { TableDialect.fields($0, separator) ?? [] }
        let known = names.map { TableColumn(name: $0) }
        let isHeader = known.contains(.headword) && known.count(where: { $0 != nil }) > 1
        hasHeader = isHeader
        columnNames = isHeader ? names : []
        if isHeader {
            // A duplicate column is ignored.
            var seen: Set<TableColumn> = []
            columns = known.map { column in column.flatMap { seen.insert($0).inserted ? $0 : nil } }
        } else {
            columns = [.headword, .translations, .partOfSpeech]
        }
        self.separator = separator
        self.declarations = declarations
    }

    private static func declare(_ text: String, _ declarations: inout [String: String]) {
        guard let colon = text.firstIndex(of: ":") else { return }
        let key = text[..<colon].lowercased().filter { !$0.isWhitespace }
        let value = text[text.index(after: colon)...].split { $0.isWhitespace }.joined(separator: " ")
        if !key.isEmpty, key.utf8.count <= 30, !value.isEmpty, declarations[key] == nil {
            declarations[key] = String(value.prefix(500))
        }
    }

    /// Reads all rows.
    ///
    /// - Parameters:
    ///   - progress: Called with the number of bytes that have been read.
    ///   - row: Called with each row.
    /// - Returns: The number of rows that could not be read, and the error for the first one.
    @discardableResult
    package func forEachRow(
        progress: (Int) -> Void = { _ in },
        _ row: (Row) throws -> Void
    ) throws -> DictionaryReadReport {
        var reader = LineReader(try ByteStream(path: path))
        var report = DictionaryReadReport()
        var isInFront = true
        var awaitsHeader = hasHeader
        // The lines of a row that contains a line break within a field. If the field turns out not to be quoted, they
        // are parsed again one by one.
        var pending: [[UInt8]] = []
        var again: [[UInt8]] = []
        var number = 0
        func take(_ fields: [String]) throws {
            if awaitsHeader {
                awaitsHeader = false
                return
            }
            if fields.count < 2 {
                report.skip("line \(number - pending.count + 1) has only one column")
            } else {
                try row(Row(line: number - pending.count + 1, fields: fields, table: self))
            }
        }
        /// Parses the first pending line as a row, then parses the other lines again.
        func takeFirst() throws {
            number -= pending.count - 1
            again += pending.dropFirst().reversed()
            pending = Array(pending.prefix(1))
            try take(fields(pending[0], isLiteral: true) ?? [])
            pending = []
        }
        while true {
            let line: [UInt8]
            if let known = again.popLast() {
                line = known
            } else if let next = try reader.withLine({ Array($0.bytes) }) {
                line = next
            } else if pending.isEmpty {
                break
            } else {
                // The quotation mark at the start of a field has no closing mark, so it is literal.
                try takeFirst()
                continue
            }
            number += 1
            guard String(validating: line, as: UTF8.self) != nil else {
                report.skip("line \(number) is not UTF-8")
                continue
            }
            if isInFront, line.first == UInt8(ascii: "#") { continue }
            if pending.isEmpty, line.allSatisfy(\.isBlank) { continue }
            isInFront = false
            pending.append(line)
            if let fields = fields(Array(pending.joined(separator: [UInt8(ascii: "\n")])), isLiteral: false) {
                try take(fields)
                pending = []
            } else if pending.count > Self.maximumLines || pending.reduce(0, { $0 + $1.count }) > 1 << 16 {
                try takeFirst()
            }
            if number & 0x3FF == 0 { progress(reader.position) }
        }
        report.skip(LineReader.isOverlong, count: reader.overlong)
        return report
    }

    /// The maximum number of lines in a row.
    private static let maximumLines = 200

    private func fields(_ row: [UInt8], isLiteral: Bool) -> [String]? {
        row.withText { TableDialect.fields($0, separator, isLiteral: isLiteral) }
    }
}

/// The meaning of a column in a dictionary table.
package enum TableColumn: String, Sendable, Hashable, CaseIterable {
    /// The headword.
    case headword
    /// The part of speech: `noun`, `n`, `v, trans`.
    case partOfSpeech = "pos"
    /// The reading: kana, pinyin.
    case reading
    /// The pronunciation in IPA.
    case ipa
    /// The genders: `m`, `f`, `n`.
    case genders
    /// The meaning.
    case sense
    /// The level at which learners encounter the word: `A1`.
    case level
    /// The translations: `casa {f}; hogar {m}`, `水 [みず]`.
    case translations
    /// Labels, separated by `; `.
    case labels
    /// Other spellings and inflected forms, separated by `; `.
    case forms
    /// Examples, separated by ` | `, each followed by ` = ` and its translation.
    case examples
    /// Related headwords, separated by `; `.
    case see
    /// Remarks.
    case notes

    /// The column for a header name, ignoring case; common synonyms are accepted.
    init?(name: String) {
        let name = name.lowercased()
        guard let column = TableColumn(rawValue: name) ?? Self.otherNames[name] else { return nil }
        self = column
    }

    private static let otherNames: [String: TableColumn] = [
        "word": .headword, "term": .headword, "lemma": .headword, "front": .headword,
        "translation": .translations, "meaning": .translations, "back": .translations,
        "part of speech": .partOfSpeech, "part_of_speech": .partOfSpeech, "type": .partOfSpeech,
        "gender": .genders, "pronunciation": .ipa, "definition": .sense, "label": .labels, "example": .examples,
        "see also": .see, "note": .notes, "cefr": .level, "form": .forms,
    ]
}

/// The syntax of a table.
enum TableDialect {
    /// The delimiter of a table, detected from its first rows: tab, semicolon or comma.
    ///
    /// It is the delimiter for which the most rows have the same number of columns as the first row. In a tie, a tab is
    /// preferred to a semicolon, and a semicolon to a comma, because words may contain semicolons and commas.
    static func separator(of rows: [[UInt8]]) -> UInt8? {
        var best: (separator: UInt8, agreeing: Int)?
        for separator in [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")] {
            let counts = rows.map { row in row.withText { fields($0, separator)?.count ?? 1 } }
            guard let first = counts.first, first > 1 else { continue }
            let agreeing = counts.count { separator == UInt8(ascii: "\t") ? $0 > 1 : $0 == first }
            if agreeing > best?.agreeing ?? 0 { best = (separator, agreeing) }
        }
        return best?.separator
    }

    /// The fields of a row according to RFC 4180: a field may be enclosed in quotation marks, and quotation marks
    /// inside it are doubled.
    ///
    /// Quotation marks that do not enclose the whole field are literal, as in most tab-separated files.
    ///
    /// - Parameter isLiteral: Whether all quotation marks are literal.
    /// - Returns: `nil` if the closing quotation mark of a field is missing. The row then continues on the next line.
    static func fields(_ row: ByteText, _ separator: UInt8, isLiteral: Bool = false) -> [String]? {
        var result: [String] = []
        var position = row.start
        while true {
            if row[position] == quote, !isLiteral {
                var bytes: [UInt8] = []
                var end = position + 1
                while end < row.end {
                    if row[end] == quote {
                        if row[end + 1] != quote { break }
                        end += 1
                    }
                    bytes.append(row[end])
                    end += 1
                }
                if end >= row.end { return nil }
                if end + 1 == row.end || row[end + 1] == separator {
                    result.append(bytes.withText { $0.trimmed.string })
                    if end + 1 == row.end { return result }
                    position = end + 2
                    if position == row.end {
                        result.append("")
                        return result
                    }
                    continue
                }
            }
            let end = row.firstIndex(of: separator, from: position) ?? row.end
            result.append(row.part(from: position, to: end).trimmed.string)
            if end == row.end { return result }
            position = end + 1
        }
    }

    private static let quote = UInt8(ascii: "\"")
}
