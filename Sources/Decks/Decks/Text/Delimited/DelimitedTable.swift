import LanguageServices
import ServiceRegistry

/// A table of delimiter-separated values whose rows are notes: the part shared by plain tables and Anki's text format.
struct DelimitedTable: Sendable {
    let file: DeckFile
    let dialect: DelimitedDialect

    /// Whether the file begins with a byte order mark.
    let hasMark: Bool

    /// Whether the first row is a header.
    let hasHeader: Bool

    /// The roles of the columns; `nil` for a field. Cells after the last column are preserved.
    let columns: [ReservedName?]

    /// The names of the columns that are fields.
    let fieldNames: [String]

    /// The deck, tags and note type that the file declares for all notes, if any.
    var commonDeck: String?
    var commonTags: [String] = []
    var commonType: String?

    /// The number of columns named by the `#columns:` line of Anki's text format.
    var labelCount = 0

    /// The note types, decks and number of notes, set by ``survey()``.
    private(set) var names = NoteNames()
    private(set) var noteCount: Int?

    /// The column names from a row; unnamed columns get their number.
    static func names(_ given: [String], count: Int) -> [String] {
        (0..<count).map { index in
            let name = index < given.count ? given[index].trimmingWhitespace() : ""
            return name.isEmpty ? "\(index + 1)" : name
        }
    }

    /// A scanner at the first line of the file.
    func scanner() throws(ServiceError) -> RowScanner {
        try dialect.scanner(of: file, hasMark: hasMark)
    }

    /// A scanner at the first line of a chunk of the file.
    func scanner(of piece: TablePiece) -> RowScanner {
        RowScanner(TextWindow(piece.bytes), file: file, dialect: dialect, line: piece.position.line)
    }

    /// Iterates over the rows that are notes.
    func forEachRow(_ body: (RowScanner) throws -> Void) throws {
        var scanner = try scanner()
        var isHeader = hasHeader
        while try scanner.next() {
            guard scanner.kind == .row else { continue }
            if !isHeader { try body(scanner) }
            isHeader = false
        }
    }

    /// Reads the whole table to collect its note types, its decks and the number of notes.
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
                    "the note type column has more than \(NoteNames.maximumTypes) types",
                    remedy: "check whether it is the right column"
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
    /// Reads the notes in order.
    ///
    /// - Parameter body: Called with each note; returns `false` to stop.
    func readNotes(_ body: (Note) throws -> Bool) throws {
        var scanner = try scanner()
        try readNotes(&scanner, from: TablePosition(isHeader: hasHeader), body)
    }

    /// Reads the notes in a chunk of the table.
    func readNotes(
        _ scanner: inout RowScanner,
        from start: TablePosition,
        _ body: (Note) throws -> Bool
    ) throws {
        let prefix = "\(file.displayName):"
        var position = start
        while try scanner.next() {
            guard scanner.kind == .row else { continue }
            if position.isHeader {
                position.isHeader = false
                continue
            }
            guard try body(note(scanner, number: position.number, prefix: prefix)) else { return }
            position.number += 1
        }
    }

    /// The note in the current row of the scanner.
    func note(_ scanner: RowScanner, number: Int, prefix: String) throws -> Note {
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
            case .noteType: type = names.typeIndex(text)
            case .deck: deck = text.isEmpty ? nil : text
            case .tags: tags += text.split { $0 == " " || $0 == "\u{3000}" }.map(String.init)
            }
        }
        return Note(
            number: number,
            position: NotePosition(prefix, number: Int64(scanner.line)),
            guid: guid,
            type: type,
            fields: fields,
            tags: tags,
            deck: deck
        )
    }
}

extension DelimitedTable {
    /// Writes the table with the edits applied; see ``Deck/write(to:newFields:edit:)``.
    ///
    /// New columns follow the last column, and precede surplus cells.
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

    /// The output file, with the content before the first row.
    func output(_ path: String, adding newFields: [String]) throws -> DeckOutput {
        let reserved = hasHeader ? ReservedName.allCases.map(\.rawValue) : []
        try NewFields.check(newFields, besides: hasHeader ? fieldNames + reserved : [], in: file)
        let output = try DeckOutput(path: path, encoding: file.encoding)
        if hasMark { try output.write([0xEF, 0xBB, 0xBF]) }
        return output
    }
}
