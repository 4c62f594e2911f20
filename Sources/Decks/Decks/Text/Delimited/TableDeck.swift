/// A deck in a table, which can be split into chunks of whole rows for concurrent processing.
protocol TableDeck: PartlyReadDeck {
    /// The rows.
    var table: DelimitedTable { get }
}

extension TableDeck {
    /// Reads all notes in order.
    public func readNotes(_ body: (Note) throws -> Bool) throws { try table.readNotes(body) }

    /// Writes the deck with the edits applied.
    public func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int {
        try table.write(to: path, newFields: newFields, edit: edit)
    }

    /// The cells after the last column.
    package func ignoredValues() throws -> [IgnoredValues] {
        var count = 0
        try table.forEachRow { scanner in
            count += try scanner.cells.dropFirst(table.columns.count).count { try !scanner.text($0).isEmpty }
        }
        return count == 0 ? [] : [IgnoredValues(count, "cell", "cells", "after the last column")]
    }
}

extension DelimitedDeck: TableDeck {}

extension AnkiTextDeck: TableDeck {}

extension Deck {
    /// Reads all notes, and reduces the notes in each chunk of the deck to a value.
    ///
    /// - Parameters:
    ///   - inOrder: Whether notes are processed sequentially, as they always are in a deck that is not a table.
    ///   - empty: The initial value for each chunk.
    ///   - add: Adds a note to the value of its chunk, on any thread.
    ///   - body: Called with the value of each chunk on the calling thread, in deck order; returns `false` to stop.
    /// - Throws: The same errors as ``Deck/readNotes(_:)``, or an error thrown by `add`, after `body` has received all
    ///   preceding values.
    func readPieces<Value: Sendable>(
        inOrder: Bool = false,
        into empty: Value,
        adding add: @escaping @Sendable (Note, inout Value) throws -> Void,
        _ body: (Value) throws -> Bool
    ) throws {
        guard !inOrder, let table = (self as? any TableDeck)?.table else {
            return try readNotes { note in
                var value = empty
                try add(note, &value)
                return try body(value)
            }
        }
        var pieces = try TablePieces(table)
        try pieces.forEach(into: empty) { piece, result in
            var scanner = table.scanner(of: piece)
            try table.readNotes(&scanner, from: piece.position) { note in
                try add(note, &result.value)
                return true
            }
        } _: { result in
            try body(result.value)
        }
    }

    /// Writes the deck with the edits applied, and reduces the notes in each chunk of the deck to a value.
    ///
    /// - Parameters:
    ///   - edit: Returns the change to a note and adds to the value of its chunk, on any thread.
    ///   - body: Called with the value of each chunk on the calling thread, in deck order.
    /// - Throws: The same errors as ``Deck/write(to:newFields:edit:)``, or an error thrown by `edit`, after `body` has
    ///   received all preceding values.
    func writePieces<Value: Sendable>(
        inOrder: Bool = false,
        to path: String,
        newFields: [String],
        into empty: Value,
        adding edit: @escaping @Sendable (Note, inout Value) throws -> NoteEdit?,
        _ body: (Value) throws -> Void
    ) throws -> Int {
        guard !inOrder, let table = (self as? any TableDeck)?.table else {
            return try write(to: path, newFields: newFields) { note in
                var value = empty
                let edit = try edit(note, &value)
                try body(value)
                return edit
            }
        }
        let output = try table.output(path, adding: newFields)
        var pieces = try TablePieces(table)
        var changed = 0
        try pieces.forEach(into: empty) { piece, result in
            var scanner = table.scanner(of: piece)
            var writing = TableWriting(table, from: piece.position, adding: newFields)
            var (value, bytes) = (result.value, [UInt8]())
            bytes.reserveCapacity(2 * piece.bytes.count)
            defer { result = TablePieceResult(value: value, bytes: bytes, changed: writing.changed) }
            while try scanner.next() {
                try writing.append(scanner, to: &bytes) { note in try edit(note, &value) }
            }
        } _: { result in
            try body(result.value)
            try output.write(result.bytes)
            changed += result.changed
            return true
        }
        try output.commit()
        return changed
    }
}
