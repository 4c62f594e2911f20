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

extension String {
    /// The text without spaces and the like at its ends.
    func trimmingWhitespace() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
