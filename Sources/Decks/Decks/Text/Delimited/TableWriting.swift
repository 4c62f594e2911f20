import LanguageServices

/// Writes the rows of a table in order, with changes applied.
struct TableWriting {
    /// The number of changed rows.
    private(set) var changed = 0

    private let table: DelimitedTable
    private let newFields: [String]
    private let fieldColumns: [Int]
    private let prefix: String
    private var position: TablePosition

    init(_ table: DelimitedTable, from start: TablePosition, adding newFields: [String]) {
        self.table = table
        self.newFields = newFields
        fieldColumns = table.columns.indices.filter { table.columns[$0] == nil }
        prefix = "\(table.file.displayName):"
        position = start
    }

    /// Appends the current line of the scanner with its changes applied.
    ///
    /// - Parameter edit: Returns the change to a note.
    mutating func append(
        _ scanner: RowScanner,
        to output: inout [UInt8],
        edit: (Note) throws -> NoteEdit?
    ) throws {
        guard scanner.kind == .row else {
            if position.isTop, !newFields.isEmpty, scanner.kind == .comment,
                let line = columnsLine(scanner, adding: newFields)
            {
                output.append(contentsOf: line)
            } else {
                output.append(contentsOf: scanner.window.bytes(0..<scanner.end))
            }
            return
        }
        position.isTop = false
        if position.isHeader {
            position.isHeader = false
            write(scanner, RowChanges(added: newFields), to: &output)
            return
        }
        let note = try table.note(scanner, number: position.number, prefix: prefix)
        position.number += 1
        var changes = RowChanges(added: newFields.isEmpty ? [] : [String](repeating: "", count: newFields.count))
        if let edit = try edit(note) {
            var isChanged = false
            for (field, value) in edit.fields {
                if fieldColumns.indices.contains(field) {
                    guard !note.fields[field].utf8.elementsEqual(value.utf8) else { continue }
                    changes.replace(fieldColumns[field], by: value)
                    isChanged = true
                } else if changes.added.indices.contains(field - fieldColumns.count) {
                    changes.added[field - fieldColumns.count] = value
                    isChanged = true
                } else {
                    throw NewFields.noSuchField(field, at: note.position)
                }
            }
            if isChanged { changed += 1 }
        }
        write(scanner, changes, to: &output)
    }

    /// Writes a row with cells replaced and appended after the last column.
    private func write(_ scanner: RowScanner, _ changes: RowChanges, to row: inout [UInt8]) {
        let added = changes.added
        guard let lastReplaced = changes.lastReplaced ?? (added.isEmpty ? nil : 0) else {
            row.append(contentsOf: scanner.window.bytes(0..<scanner.end))
            return
        }
        let cells = scanner.cells
        let last = added.isEmpty ? lastReplaced + 1 : table.columns.count
        let isAlone = cells.count == 1 && last <= 1 && added.isEmpty
        // A missing cell takes the style of its neighbours.
        let isAllQuoted = scanner.hasQuotedCell && cells.allSatisfy { $0.isQuoted || $0.start == $0.end }
        var copied = 0
        func copy(to end: Int) {
            row.append(contentsOf: scanner.window.bytes(copied..<max(copied, end)))
            copied = max(copied, end)
        }
        for column in 0..<max(last, cells.count) {
            if column == table.columns.count { appendNew() }
            if column < cells.count {
                guard let value = changes[column] else { continue }
                let cell = cells[column]
                copy(to: cell.start)
                let isQuoted = cell.isQuoted || (cell.start == cell.end && isAllQuoted)
                write(value, column, isQuoted)
                copied = cell.end
            } else {
                copy(to: scanner.contentEnd)
                row.append(table.dialect.separator)
                write(changes[column] ?? "", column, isAllQuoted)
            }
        }
        if max(last, cells.count) <= table.columns.count { appendNew() }
        copy(to: scanner.end)

        func write(_ value: String, _ column: Int, _ isQuoted: Bool) {
            let style = DelimitedDialect.CellStyle(isQuoted: isQuoted, isFirst: column == 0, isAlone: isAlone)
            table.dialect.write(value, style: style, to: &row)
        }
        func appendNew() {
            guard !added.isEmpty else { return }
            copy(to: table.columns.count <= cells.count ? cells[table.columns.count - 1].end : scanner.contentEnd)
            for value in added {
                row.append(table.dialect.separator)
                write(value, table.columns.count, isAllQuoted)
            }
        }
    }

    /// The `#columns:` line of Anki's text format with names appended; `nil` for any other line.
    private func columnsLine(_ scanner: RowScanner, adding names: [String]) -> [UInt8]? {
        let line = scanner.window.bytes(0..<scanner.contentEnd)
        guard AnkiTextHeader.key(of: line) == "columns" else { return nil }
        var result = Array(line)
        // The line may name fewer columns than there are; the new names must follow the last column.
        let unnamed = max(0, table.columns.count - table.labelCount)
        result.append(contentsOf: repeatElement(table.dialect.separator, count: unnamed))
        for name in names {
            result.append(table.dialect.separator)
            table.dialect.write(name, style: .init(), to: &result)
        }
        result.append(contentsOf: scanner.window.bytes(scanner.contentEnd..<scanner.end))
        return result
    }
}

/// The changes to a row.
private struct RowChanges {
    /// The values of the columns appended after the last existing one.
    var added: [String]

    private var replaced: [(column: Int, value: String)] = []

    init(added: [String]) { self.added = added }

    /// Sets the new value of a column, unless one has been set already.
    mutating func replace(_ column: Int, by value: String) { replaced.append((column, value)) }

    /// The new value of a column; `nil` if it is unchanged.
    subscript(column: Int) -> String? { replaced.first { $0.column == column }?.value }

    /// The last changed column.
    var lastReplaced: Int? { replaced.map(\.column).max() }
}
