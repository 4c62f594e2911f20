extension DelimitedTable {
    /// Reads the notes in their order.
    ///
    /// - Parameter body: Told of each note; `false` ends the reading.
    func readNotes(_ body: (Note) throws -> Bool) throws {
        var scanner = try scanner()
        try readNotes(&scanner, from: TablePosition(isHeader: hasHeader), body)
    }

    /// Reads the notes with several threads; see ``PiecewiseDeck``.
    func readNotes<Value: Sendable>(
        into empty: Value,
        adding add: @escaping @Sendable (Note, inout Value) throws -> Void,
        _ body: (Value) throws -> Bool
    ) throws {
        var pieces = try TablePieces(self)
        try pieces.forEach { piece in
            var result = TablePieceResult(value: empty)
            var scanner = scanner(of: piece)
            do {
                try readNotes(&scanner, from: piece.position) { note in
                    try add(note, &result.value)
                    return true
                }
            } catch {
                result.failure = error
            }
            return result
        } _: { result in
            try body(result.value)
        }
    }

    private func readNotes(
        _ scanner: inout RowScanner,
        from start: TablePosition,
        _ body: (Note) throws -> Bool
    ) throws {
        let place = "\(file.shownName):"
        var position = start
        while try scanner.next() {
            guard scanner.kind == .row else { continue }
            if position.isHeader {
                position.isHeader = false
                continue
            }
            guard try body(note(scanner, number: position.number, place: place)) else { return }
            position.number += 1
        }
    }

    /// The row that the scanner is at, as a note.
    func note(_ scanner: RowScanner, number: Int, place: String) throws -> Note {
        var fields: [String] = []
        fields.reserveCapacity(fieldNames.count)
        var guid: String?
        var type = 0
        var deck = commonDeck
        var tags = commonTags
        for column in columns.indices {
            let text = try text(scanner, column)
            switch columns[column] {
            case .field: fields.append(text)
            case .guid: guid = text.isEmpty ? nil : text
            case .noteType: type = typePlace(text)
            case .deck: deck = text.isEmpty ? nil : text
            case .tags: tags += text.split { $0 == " " || $0 == "\u{3000}" }.map(String.init)
            }
        }
        return Note(
            number: number,
            place: NotePlace(place, number: Int64(scanner.line)),
            guid: guid,
            type: type,
            fields: fields,
            tags: tags,
            deck: deck
        )
    }
}
