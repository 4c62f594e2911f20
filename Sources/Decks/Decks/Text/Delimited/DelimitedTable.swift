import LanguageServices
import ServiceRegistry

/// A table of separated values in a file, whose rows are notes: what plain tables and Anki's text have in common.
struct DelimitedTable: Sendable {
    /// What a column holds.
    enum Role: Sendable, Hashable { case field, guid, noteType, deck, tags }

    let file: DeckFile
    let dialect: DelimitedDialect

    /// Whether a byte order mark stands before the first row.
    let hasMark: Bool

    /// Whether the first row names the columns.
    let hasHeader: Bool

    /// What the columns hold. Cells behind the last of them belong to no column, and stay as they are.
    let columns: [Role]

    /// The names of the columns that are fields.
    let fieldNames: [String]

    /// What is true of all notes, where the file says so.
    var commonDeck: String?
    var commonTags: [String] = []

    /// How many columns the line `#columns:` of Anki's text names.
    var labelCount = 0

    /// The names of note types by their places; found out by ``survey()``.
    private(set) var typeNames: [String] = [""]
    private var typePlaces: [String: Int] = [:]

    /// The names of decks, in the order in which they appear.
    private(set) var decks: [String] = []

    /// How many notes there are, where they have been counted.
    private(set) var noteCount: Int?

    static let mostTypes = 1_000
    static let mostDecks = 10_000

    init(
        file: DeckFile,
        dialect: DelimitedDialect,
        hasMark: Bool,
        hasHeader: Bool,
        columns: [Role],
        fieldNames: [String]
    ) {
        self.file = file
        self.dialect = dialect
        self.hasMark = hasMark
        self.hasHeader = hasHeader
        self.columns = columns
        self.fieldNames = fieldNames
    }

    /// The note types of the table.
    var noteTypes: [NoteType] {
        typeNames.map { NoteType(name: $0, fields: fieldNames, isCloze: $0.lowercased().hasPrefix("cloze")) }
    }

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
        dialect.scanner(TextWindow(piece.bytes), of: file, line: piece.position.line)
    }

    /// Sets the one note type that all notes have.
    mutating func setCommonType(_ name: String) { typeNames = [name] }

    /// Reads the whole table to find out the note types and the decks, and counts the notes.
    mutating func survey() throws {
        let typeColumn = columns.firstIndex(of: .noteType)
        let deckColumn = columns.firstIndex(of: .deck)
        var types: [String] = []
        var typePlaces: [String: Int] = [:]
        var decks: [String] = []
        var known: Set<String> = []
        var scanner = try scanner()
        var count = 0
        var isHeader = hasHeader
        while try scanner.next() {
            guard scanner.kind == .row else { continue }
            if isHeader {
                isHeader = false
                continue
            }
            count += 1
            if let typeColumn {
                let name = try text(scanner, typeColumn)
                if typePlaces[name] == nil {
                    guard types.count < Self.mostTypes else {
                        throw TextPlace(line: scanner.line).tooLarge(
                            in: file,
                            "the column of note types names more than \(Self.mostTypes)",
                            remedy: "see whether it is the right column"
                        )
                    }
                    typePlaces[name] = types.count
                    types.append(name)
                }
            }
            if let deckColumn, decks.count < Self.mostDecks {
                let name = try text(scanner, deckColumn)
                if !name.isEmpty, known.insert(name).inserted { decks.append(name) }
            }
        }
        if !types.isEmpty { typeNames = types }
        self.typePlaces = typePlaces
        self.decks = decks
        noteCount = count
    }

    /// The place of a note type among the types.
    func typePlace(_ name: String) -> Int { typePlaces[name] ?? 0 }

    /// The text of a cell; nothing where the row has no such cell.
    func text(_ scanner: RowScanner, _ column: Int) throws(ServiceError) -> String {
        guard column < scanner.cells.count else { return "" }
        let cell = scanner.cells[column]
        guard let text = scanner.text(cell) else { throw scanner.notText(cell) }
        return text
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
