import LanguageServices
import ServiceRegistry

/// A table of separated values in a file, whose rows are notes: what plain tables and Anki's text have in common.
struct DelimitedTable: Sendable {
    let file: DeckFile
    let dialect: DelimitedDialect

    /// Whether a byte order mark stands before the first row.
    let hasMark: Bool

    /// Whether the first row names the columns.
    let hasHeader: Bool

    /// What the columns hold, `nil` for a field. Cells behind the last of them belong to no column, and stay as they are.
    let columns: [ReservedName?]

    /// The names of the columns that are fields.
    let fieldNames: [String]

    /// What is true of all notes, where the file says so.
    var commonDeck: String?
    var commonTags: [String] = []
    var commonType: String?

    /// How many columns the line `#columns:` of Anki's text names.
    var labelCount = 0

    /// The note types and decks, and how many notes there are; found out by ``survey()``.
    private(set) var names = NoteNames()
    private(set) var noteCount: Int?

    /// The names that a row gives to columns: where it gives none, the number of the column.
    static func names(_ given: [String], count: Int) -> [String] {
        (0..<count).map { place in
            let name = place < given.count ? given[place].trimmingWhitespace() : ""
            return name.isEmpty ? "\(place + 1)" : name
        }
    }

    /// A scanner at the first line of the file.
    func scanner() throws(ServiceError) -> RowScanner {
        try dialect.scanner(of: file, hasMark: hasMark)
    }

    /// A scanner at the first line of a piece of the file.
    func scanner(of piece: TablePiece) -> RowScanner {
        RowScanner(TextWindow(piece.bytes), file: file, dialect: dialect, line: piece.position.line)
    }

    /// Goes through the rows that are notes.
    func forEachRow(_ body: (RowScanner) throws -> Void) throws {
        var scanner = try scanner()
        var isHeader = hasHeader
        while try scanner.next() {
            guard scanner.kind == .row else { continue }
            if !isHeader { try body(scanner) }
            isHeader = false
        }
    }

    /// Reads the whole table to find out the note types and the decks, and counts the notes.
    mutating func survey() throws {
        let typeColumn = columns.firstIndex(of: .noteType)
        let deckColumn = columns.firstIndex(of: .deck)
        var names = NoteNames()
        var count = 0
        try forEachRow { scanner in
            count += 1
            if let typeColumn, try !names.addType(scanner.text(inColumn: typeColumn)) {
                throw TextPosition(line: scanner.line).tooLarge(
                    in: file,
                    "the column of note types names more than \(NoteNames.mostTypes)",
                    remedy: "see whether it is the right column"
                )
            }
            if let deckColumn { names.addDeck(try scanner.text(inColumn: deckColumn)) }
        }
        if let commonType, !names.hasTypes { _ = names.addType(commonType) }
        self.names = names
        noteCount = count
    }
}

extension DelimitedTable {
    /// Reads the notes in their order.
    ///
    /// - Parameter body: Told of each note; `false` ends the reading.
    func readNotes(_ body: (Note) throws -> Bool) throws {
        var scanner = try scanner()
        try readNotes(&scanner, from: TablePosition(isHeader: hasHeader), body)
    }

    /// Reads the notes of a part of the table.
    func readNotes(
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
            let text = try scanner.text(inColumn: column)
            switch columns[column] {
            case nil: fields.append(text)
            case .guid: guid = text.isEmpty ? nil : text
            case .noteType: type = names.typePlace(text)
            case .deck: deck = text.isEmpty ? nil : text
            case .tags: tags += text.split { $0 == " " || $0 == "\u{3000}" }.map(String.init)
            }
        }
        return Note(
            number: number,
            place: NotePosition(place, number: Int64(scanner.line)),
            guid: guid,
            type: type,
            fields: fields,
            tags: tags,
            deck: deck
        )
    }
}

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

    /// The file that the table is written to, with what stands before the first row.
    func output(_ path: String, adding newFields: [String]) throws -> DeckOutput {
        let reserved = hasHeader ? ReservedName.allCases.map(\.rawValue) : []
        try NewFields.check(newFields, besides: hasHeader ? fieldNames + reserved : [], in: file)
        let output = try DeckOutput(path: path, encoding: file.encoding)
        if hasMark { try output.write([0xEF, 0xBB, 0xBF]) }
        return output
    }
}
