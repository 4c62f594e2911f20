extension DelimitedTable {
    /// Reads the notes in their order.
    ///
    /// - Parameter body: Told of each note; `false` ends the reading.
    func readNotes(_ body: (Note) throws -> Bool) throws {
        var scanner = try scanner()
        let place = "\(file.shownName):"
        var number = 0
        var isHeader = hasHeader
        while try scanner.next() {
            guard scanner.kind == .row else { continue }
            if isHeader {
                isHeader = false
                continue
            }
            guard try body(note(scanner, number: number, place: place)) else { return }
            number += 1
        }
    }

    /// The row that the scanner is at, as a note.
    func note(_ scanner: RowScanner, number: Int, place: String) throws -> Note {
        var note = Note(number: number, place: place + String(scanner.line), fields: [])
        note.fields.reserveCapacity(fieldNames.count)
        note.tags = commonTags
        note.deck = commonDeck
        for column in columns.indices {
            let text = try text(scanner, column)
            switch columns[column] {
            case .field: note.fields.append(text)
            case .guid: note.guid = text.isEmpty ? nil : text
            case .noteType: note.type = typePlace(text)
            case .deck: note.deck = text.isEmpty ? nil : text
            case .tags: note.tags += text.split { $0 == " " || $0 == "\u{3000}" }.map(String.init)
            }
        }
        return note
    }
}
