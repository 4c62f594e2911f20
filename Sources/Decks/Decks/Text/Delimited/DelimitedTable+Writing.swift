import LanguageServices

extension DelimitedTable {
    /// Writes the table with changes; see ``Deck/write(to:newFields:edit:)``.
    ///
    /// New columns stand behind the last column; cells of a row that belong to no column follow them.
    func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int {
        let output = try output(path, adding: newFields)
        var scanner = try scanner()
        var writing = TableWriting(self, from: TablePosition(isHeader: hasHeader), adding: newFields)
        var row: [UInt8] = []
        while try scanner.next() {
            row.removeAll(keepingCapacity: true)
            try writing.append(scanner, to: &row, edit: edit)
            try output.write(row)
        }
        try output.commit()
        return writing.changed
    }

    /// Writes the table with several threads; see ``PiecewiseDeck``.
    func write<Value: Sendable>(
        to path: String,
        newFields: [String],
        into empty: Value,
        adding edit: @escaping @Sendable (Note, inout Value) throws -> NoteEdit?,
        _ body: (Value) throws -> Void
    ) throws -> Int {
        let output = try output(path, adding: newFields)
        var pieces = try TablePieces(self)
        var changed = 0
        try pieces.forEach { piece in
            var scanner = scanner(of: piece)
            var writing = TableWriting(self, from: piece.position, adding: newFields)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(2 * piece.bytes.count)
            var value = empty
            var failure: (any Error)?
            do {
                while try scanner.next() {
                    try writing.append(scanner, to: &bytes) { note in try edit(note, &value) }
                }
            } catch {
                failure = error
            }
            return TablePieceResult(value: value, bytes: bytes, changed: writing.changed, failure: failure)
        } _: { result in
            try body(result.value)
            try output.write(result.bytes)
            changed += result.changed
            return true
        }
        try output.commit()
        return changed
    }

    private func output(_ path: String, adding newFields: [String]) throws -> DeckOutput {
        let reserved = hasHeader ? ReservedName.allCases.map(\.rawValue) : []
        try NewFields.check(newFields, besides: hasHeader ? fieldNames + reserved : [], in: file)
        let output = try DeckOutput(path: path, encoding: file.encoding)
        if hasMark { try output.write([0xEF, 0xBB, 0xBF]) }
        return output
    }
}
