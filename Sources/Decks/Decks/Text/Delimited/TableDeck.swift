/// A deck that is a table, which is cut into pieces of whole rows.
protocol TableDeck: PiecewiseDeck {
    /// The rows.
    var table: DelimitedTable { get }
}

extension TableDeck {
    func readNotes<Value: Sendable>(
        into empty: Value,
        adding add: @escaping @Sendable (Note, inout Value) throws -> Void,
        _ body: (Value) throws -> Bool
    ) throws {
        try table.readNotes(into: empty, adding: add, body)
    }

    func write<Value: Sendable>(
        to path: String,
        newFields: [String],
        into empty: Value,
        adding edit: @escaping @Sendable (Note, inout Value) throws -> NoteEdit?,
        _ body: (Value) throws -> Void
    ) throws -> Int {
        try table.write(to: path, newFields: newFields, into: empty, adding: edit, body)
    }
}
