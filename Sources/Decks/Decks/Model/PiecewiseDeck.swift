/// A deck of which several threads can work on different notes at the same time.
protocol PiecewiseDeck: Deck {
    /// Reads all notes, and gathers what is made of them, for the notes of a piece of the deck at a time.
    ///
    /// - Parameters:
    ///   - empty: What is gathered before the first note of a piece.
    ///   - add: Makes something of a note, on any thread, and adds it to what was gathered of those before it.
    ///   - body: Told of what was gathered of each piece, on the thread of the caller, in the order of the deck; `false`
    ///     ends the reading.
    /// - Throws: As ``Deck/readNotes(_:)``, and what `add` throws, when `body` was told of all before it.
    func readNotes<Value: Sendable>(
        into empty: Value,
        adding add: @escaping @Sendable (Note, inout Value) throws -> Void,
        _ body: (Value) throws -> Bool
    ) throws

    /// Writes the deck with changes, and gathers what else is made of the notes, for those of a piece of the deck at a time.
    ///
    /// - Parameters:
    ///   - empty: What is gathered before the first note of a piece.
    ///   - edit: Finds the change to a note, on any thread, and adds to what was gathered of those before it.
    ///   - body: Told of what was gathered of each piece, on the thread of the caller, in the order of the deck.
    /// - Throws: As ``Deck/write(to:newFields:edit:)``, and what `edit` throws, when `body` was told of all before it.
    func write<Value: Sendable>(
        to path: String,
        newFields: [String],
        into empty: Value,
        adding edit: @escaping @Sendable (Note, inout Value) throws -> NoteEdit?,
        _ body: (Value) throws -> Void
    ) throws -> Int
}

extension Deck {
    /// As ``PiecewiseDeck/readNotes(into:adding:_:)``; a deck that cannot be cut is read note by note.
    func readPieces<Value: Sendable>(
        into empty: Value,
        adding add: @escaping @Sendable (Note, inout Value) throws -> Void,
        _ body: (Value) throws -> Bool
    ) throws {
        if let deck = self as? any PiecewiseDeck { return try deck.readNotes(into: empty, adding: add, body) }
        try readNotes { note in
            var value = empty
            try add(note, &value)
            return try body(value)
        }
    }

    /// As ``PiecewiseDeck/write(to:newFields:into:adding:_:)``; a deck that cannot be cut is written note by note.
    func writePieces<Value: Sendable>(
        to path: String,
        newFields: [String],
        into empty: Value,
        adding edit: @escaping @Sendable (Note, inout Value) throws -> NoteEdit?,
        _ body: (Value) throws -> Void
    ) throws -> Int {
        if let deck = self as? any PiecewiseDeck {
            return try deck.write(to: path, newFields: newFields, into: empty, adding: edit, body)
        }
        return try write(to: path, newFields: newFields) { note in
            var value = empty
            let edit = try edit(note, &value)
            try body(value)
            return edit
        }
    }
}
