import LanguageServices

extension DelimitedTable {
    /// Writes the table with changes; see ``Deck/write(to:newFields:edit:)``.
    ///
    /// New columns stand behind the last column; cells of a row that belong to no column follow them.
    func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int {
        let reserved = hasHeader ? ReservedName.allCases.map(\.rawValue) : []
        try NewFields.check(newFields, besides: hasHeader ? fieldNames + reserved : [], in: file)
        let output = try DeckOutput(path: path, encoding: file.encoding)
        if hasMark { try output.write([0xEF, 0xBB, 0xBF]) }
        var scanner = try scanner()
        let fieldColumns = columns.indices.filter { columns[$0] == .field }
        let place = "\(file.shownName):"
        var (number, changed) = (0, 0)
        var isHeader = hasHeader
        var isTop = true
        while try scanner.next() {
            guard scanner.kind == .row else {
                if isTop, !newFields.isEmpty, scanner.kind == .comment,
                    let line = columnsLine(scanner, adding: newFields)
                {
                    try output.write(line)
                } else {
                    try output.write(scanner.window.bytes(0..<scanner.end))
                }
                continue
            }
            isTop = false
            if isHeader {
                isHeader = false
                try write(scanner, [], adding: newFields, to: output)
                continue
            }
            let note = try note(scanner, number: number, place: place)
            number += 1
            var cells: [(column: Int, value: String)] = []
            var added = [String](repeating: "", count: newFields.count)
            if let edit = try edit(note) {
                var isChanged = false
                for (field, value) in edit.fields {
                    if fieldColumns.indices.contains(field) {
                        guard !note.fields[field].utf8.elementsEqual(value.utf8) else { continue }
                        cells.append((fieldColumns[field], value))
                        isChanged = true
                    } else if added.indices.contains(field - fieldColumns.count) {
                        added[field - fieldColumns.count] = value
                        isChanged = true
                    } else {
                        throw NewFields.noSuchField(field, at: note.place)
                    }
                }
                if isChanged { changed += 1 }
            }
            try write(scanner, cells, adding: added, to: output)
        }
        try output.commit()
        return changed
    }

    /// Writes a row with some cells replaced, and others added behind the last column.
    private func write(
        _ scanner: RowScanner,
        _ replaced: [(column: Int, value: String)],
        adding added: [String],
        to output: DeckOutput
    ) throws {
        guard !replaced.isEmpty || !added.isEmpty else {
            try output.write(scanner.window.bytes(0..<scanner.end))
            return
        }
        let cells = scanner.cells
        let last = added.isEmpty ? (replaced.map(\.column).max() ?? 0) + 1 : columns.count
        func newValue(_ column: Int) -> String? { replaced.first { $0.column == column }?.value }
        let isAlone = cells.count == 1 && last <= 1 && added.isEmpty
        // A cell that is not there yet looks like its neighbours.
        let isAllQuoted = cells.allSatisfy { $0.isQuoted || $0.start == $0.end } && cells.contains { $0.isQuoted }
        var row: [UInt8] = []
        row.reserveCapacity(scanner.end + 64)
        var copied = 0
        func copy(to end: Int) {
            row.append(contentsOf: scanner.window.bytes(copied..<max(copied, end)))
            copied = max(copied, end)
        }
        for column in 0..<max(last, cells.count) {
            if column == columns.count { appendNew() }
            if column < cells.count {
                guard let value = newValue(column) else { continue }
                let cell = cells[column]
                copy(to: cell.start)
                let isQuoted = cell.isQuoted || (cell.start == cell.end && isAllQuoted)
                write(value, column, isQuoted)
                copied = cell.end
            } else {
                copy(to: scanner.contentEnd)
                row.append(dialect.separator)
                write(newValue(column) ?? "", column, isAllQuoted)
            }
        }
        if max(last, cells.count) <= columns.count { appendNew() }
        copy(to: scanner.end)
        try output.write(row)

        func write(_ value: String, _ column: Int, _ isQuoted: Bool) {
            let style = DelimitedDialect.CellStyle(isQuoted: isQuoted, isFirst: column == 0, isAlone: isAlone)
            dialect.write(value, style: style, to: &row)
        }
        func appendNew() {
            guard !added.isEmpty else { return }
            copy(to: columns.count <= cells.count ? cells[columns.count - 1].end : scanner.contentEnd)
            for value in added {
                row.append(dialect.separator)
                write(value, columns.count, isAllQuoted)
            }
        }
    }

    /// The line of Anki's text that names the columns, with names added; `nil` for any other line.
    private func columnsLine(_ scanner: RowScanner, adding names: [String]) -> [UInt8]? {
        let line = scanner.window.bytes(0..<scanner.contentEnd)
        guard AnkiTextHeader.key(of: line) == "columns" else { return nil }
        var result = Array(line)
        // The line may name fewer columns than there are; the new names belong to those behind the last.
        result.append(contentsOf: repeatElement(dialect.separator, count: max(0, columns.count - labelCount)))
        for name in names {
            result.append(dialect.separator)
            dialect.write(name, style: .init(), to: &result)
        }
        result.append(contentsOf: scanner.window.bytes(scanner.contentEnd..<scanner.end))
        return result
    }
}
