/// A deck that is a table, which is cut into pieces of whole rows, so that several threads can work on different notes at the
/// same time.
protocol TableDeck: PartlyReadDeck {
    /// The rows.
    var table: DelimitedTable { get }
}

extension TableDeck {
    /// Reads all notes in their order.
    public func readNotes(_ body: (Note) throws -> Bool) throws { try table.readNotes(body) }

    /// Writes the deck with changes.
    public func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int {
        try table.write(to: path, newFields: newFields, edit: edit)
    }

    /// The cells behind the last column.
    package func unreadValues() throws -> [UnreadValues] {
        var count = 0
        try table.forEachRow { scanner in
            count += try scanner.cells.dropFirst(table.columns.count).count { try !scanner.text($0).isEmpty }
        }
        return count == 0 ? [] : [UnreadValues(count, "cell", "cells", "behind the last column")]
    }
}

extension DelimitedDeck: TableDeck {}

extension AnkiTextDeck: TableDeck {}

extension Deck {
    /// Reads all notes, and gathers what is made of them, for the notes of a piece of the deck at a time.
    ///
    /// - Parameters:
    ///   - inOrder: Whether one note is worked on after the other, as always in a deck that is not a table.
    ///   - empty: What is gathered before the first note of a piece.
    ///   - add: Makes something of a note, on any thread, and adds it to what was gathered of those before it.
    ///   - body: Told of what was gathered of each piece, on the thread of the caller, in the order of the deck; `false`
    ///     ends the reading.
    /// - Throws: As ``Deck/readNotes(_:)``, and what `add` throws, when `body` was told of all before it.
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

    /// Writes the deck with changes, and gathers what else is made of the notes, for those of a piece of the deck at a time.
    ///
    /// - Parameters:
    ///   - edit: Finds the change to a note, on any thread, and adds to what was gathered of those before it.
    ///   - body: Told of what was gathered of each piece, on the thread of the caller, in the order of the deck.
    /// - Throws: As ``Deck/write(to:newFields:edit:)``, and what `edit` throws, when `body` was told of all before it.
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
