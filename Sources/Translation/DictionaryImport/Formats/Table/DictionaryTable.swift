package import LanguageServices
import Platform

/// A table of a dictionary, with tabs, semicolons or commas between the columns (RFC 4180).
///
/// Lines in front that begin with `#` say what the dictionary is: `# from: en`, `# to: de`, `# name: …`, `# title: …`,
/// `# licence: …`, `# source: …`, `# version: …`. A row with the names of the columns may follow; without one the columns
/// are the word, its translations, and its part of speech where there is a third.
package struct DictionaryTable: Sendable {
    /// The file.
    package let path: String
    /// What the lines in front say, by key in lower case.
    package let declarations: [String: String]
    /// What each column holds; `nil` for one that is not understood.
    package let columns: [TableColumn?]
    /// The names of the columns, where there is a row of names.
    package let columnNames: [String]
    let separator: UInt8
    private let hasHeader: Bool

    /// One row.
    package struct Row: Sendable {
        /// The number of its line in the file, from 1.
        package let line: Int
        /// Its fields, in the order of the columns.
        package let fields: [String]
        let table: DictionaryTable

        /// The field of a column, or an empty text when there is none.
        package subscript(column: TableColumn) -> String {
            guard let place = table.columns.firstIndex(of: column), place < fields.count else { return "" }
            return fields[place]
        }
    }

    /// Looks at the beginning of a file.
    ///
    /// - Throws: `ServiceError` when it cannot be read or is no table.
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
                "\(SystemFailure.quoted(path)) is no table of words and translations",
                remedy: "separate the columns with tabs"
            )
        }
        // In another encoding accents would be lost without a word.
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
            // A column that is named twice is read once.
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
    ///   - progress: Told how many bytes have been read.
    ///   - row: Told of each row.
    /// - Returns: How many rows could not be read, and what was wrong with the first.
    @discardableResult
    package func forEachRow(
        progress: (Int) -> Void = { _ in },
        _ row: (Row) throws -> Void
    ) throws -> DictionaryReadReport {
        var reader = LineReader(try ByteStream(path: path))
        var report = DictionaryReadReport()
        var isInFront = true
        var awaitsHeader = hasHeader
        // The lines of a row that has a line end inside a field; and lines that were taken for such, and are read again.
        var pending: [[UInt8]] = []
        var again: [[UInt8]] = []
        var number = 0
        func take(_ fields: [String]) throws {
            if awaitsHeader {
                awaitsHeader = false
                return
            }
            if fields.count < 2 {
                report.skip("line \(number - pending.count + 1) has one column only")
            } else {
                try row(Row(line: number - pending.count + 1, fields: fields, table: self))
            }
        }
        /// Takes the first of the pending lines as a row, and reads the others again.
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
                // Nothing closes the mark at the beginning of a field, so it is none.
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
            } else if pending.count > Self.mostLines || pending.reduce(0, { $0 + $1.count }) > 1 << 16 {
                try takeFirst()
            }
            if number & 0x3FF == 0 { progress(reader.position) }
        }
        report.skip(LineReader.isOverlong, count: reader.overlong)
        return report
    }

    /// How many lines a row may have.
    private static let mostLines = 200

    private func fields(_ row: [UInt8], isLiteral: Bool) -> [String]? {
        row.withText { TableDialect.fields($0, separator, isLiteral: isLiteral) }
    }
}

/// What a column of a dictionary's table holds.
package enum TableColumn: String, Sendable, Hashable, CaseIterable {
    /// The headword.
    case headword
    /// What kind of word it is: `noun`, `n`, `v, trans`.
    case partOfSpeech = "pos"
    /// Its reading: kana, pinyin.
    case reading
    /// Its pronunciation, in IPA.
    case ipa
    /// Its genders: `m`, `f`, `n`.
    case genders
    /// What it means.
    case sense
    /// The level at which it is learned: `A1`.
    case level
    /// The translations: `casa {f}; hogar {m}`, `水 [みず]`.
    case translations
    /// Labels, separated by `; `.
    case labels
    /// Other spellings and inflected forms, separated by `; `.
    case forms
    /// Examples, separated by ` | `, their translations behind ` = `.
    case examples
    /// Headwords to look at as well, separated by `; `.
    case see
    /// Remarks.
    case notes

    /// The column of a name in a header, in any case; some other common names are understood too.
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

/// What separates the columns of a table.
enum TableDialect {
    /// The separator of a table, seen from its first rows: tab, semicolon or comma.
    ///
    /// It is the one by which most rows have as many columns as the first; where several do, a tab is surer than a
    /// semicolon, and a semicolon than a comma, which words may hold themselves.
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

    /// The fields of a row by RFC 4180: a field may stand in quotation marks, and has them doubled inside.
    ///
    /// A mark that is not at both ends of a field is a part of its text, as in most files with tabs.
    ///
    /// - Parameter isLiteral: Whether marks are a part of the text wherever they stand.
    /// - Returns: `nil` when a field that began with a mark does not end with one: the row goes on in the next line.
    static func fields(_ row: ByteText, _ separator: UInt8, isLiteral: Bool = false) -> [String]? {
        var result: [String] = []
        var place = row.start
        while true {
            if row[place] == quote, !isLiteral {
                var bytes: [UInt8] = []
                var end = place + 1
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
                    place = end + 2
                    if place == row.end {
                        result.append("")
                        return result
                    }
                    continue
                }
            }
            let end = row.firstPlace(of: separator, from: place) ?? row.end
            result.append(row.part(from: place, to: end).trimmed.string)
            if end == row.end { return result }
            place = end + 1
        }
    }

    private static let quote = UInt8(ascii: "\"")
}
