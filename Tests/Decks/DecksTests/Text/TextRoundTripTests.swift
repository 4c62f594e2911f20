import LanguageServices
import TestSupport
import Testing

@testable import Decks

@Suite("Round trips of text decks")
struct TextRoundTripTests {
    @Test("without edits, the bytes stay the same", arguments: UglyFiles.all)
    func unchanged(_ file: UglyFiles.File) throws {
        let decks = try TextDecks()
        let path = try decks.file(file.name, file.bytes)
        let deck = try DeckOpening.open(path: path)
        #expect(try deck.notes().count == file.notes)
        #expect(deck.info.noteCount ?? file.notes == file.notes)
        #expect(try decks.written(deck) == file.bytes)
        // Edits that set the current value change nothing either.
        let same = try decks.written(deck) { note in
            NoteEdit(fields: Dictionary(uniqueKeysWithValues: note.fields.enumerated().map { ($0, $1) }))
        }
        #expect(same == file.bytes)
        #expect(decks.folder.names().sorted() == [file.name, "written"].sorted())
    }

    @Test("every field of every note can be changed individually", arguments: UglyFiles.all)
    func eachField(_ file: UglyFiles.File) throws {
        let decks = try TextDecks()
        let deck = try DeckOpening.open(path: decks.file(file.name, file.bytes))
        let rows = try deck.rows()
        for (number, row) in rows.enumerated() {
            for field in row.indices.prefix(4) {
                var expected = rows
                expected[number][field] = "nuevo ñ"
                let path = decks.folder.file("changed-\(file.name)")
                let count = try deck.write(to: path, newFields: []) { note in
                    note.number == number ? NoteEdit(fields: [field: "nuevo ñ"]) : nil
                }
                #expect(count == 1)
                #expect(try sameDialect(deck, path).rows() == expected, "\(number) \(field)")
            }
        }
    }

    @Test("a deck can be written over itself")
    func ontoItself() throws {
        let decks = try TextDecks()
        for (name, text) in [("a.csv", "a,b\nc,d\n"), ("a.jsonl", "{\"f\":\"x\"}\n")] {
            let deck = try decks.open(name, text)
            let path = decks.folder.file(name)
            #expect(try deck.write(to: path, newFields: []) { _ in NoteEdit(fields: [0: "new"]) } > 0)
            let error = #expect(throws: ServiceError.self) { try deck.notes() }
            #expect(error?.message.contains("changed after it was first read") == true)
            #expect(try DeckOpening.open(path: path).notes().first?.fields.first == "new")
        }
    }

    @Test("a failed edit leaves only the old file")
    func failingEdit() throws {
        let decks = try TextDecks()
        let deck = try decks.open("a.csv", "a,b\nc,d\n")
        let path = try decks.file("out.csv", "old")
        #expect(throws: CancellationError.self) {
            try deck.write(to: path, newFields: []) { note in
                if note.number == 1 { throw CancellationError() }
                return NoteEdit(fields: [0: "new"])
            }
        }
        let error = #expect(throws: ServiceError.self) {
            try deck.write(to: path, newFields: ["x"]) { _ in NoteEdit(fields: [3: "beyond"]) }
        }
        #expect(error?.code == .invalidRequest)
        #expect(contents(path) == Array("old".utf8))
        #expect(decks.folder.names() == ["a.csv", "out.csv"])
    }

    /// Opens another file with the dialect of a deck.
    private func sameDialect(_ deck: any Deck, _ path: String) throws -> any Deck {
        if let table = (deck as? DelimitedDeck)?.table {
            let separator = Separator.allCases.first { $0.byte == table.dialect.separator }
            return try DelimitedDeck(
                DeckFile(path: path),
                options: .init(
                    separator: separator,
                    header: table.hasHeader ? .present : .absent,
                    quoting: table.dialect.hasQuotes ? .standard : .none
                )
            )
        }
        return try DeckOpening.open(path: path, options: .init(format: deck.info.format))
    }
}
