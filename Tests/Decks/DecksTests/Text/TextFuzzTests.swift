import LanguageServices
import TestSupport
import Testing

@testable import Decks

/// A damaged text deck gives a one-line error, or can be copied unchanged and edited correctly.
///
/// `PARLANCE_FUZZ_SECONDS` sets the duration; see `FuzzRounds`.
@Suite("Fuzzing text decks")
struct TextFuzzTests {
    private static let words = [
        "\"", "\"\"", ",", "\t", ";", "|", "\n", "\r", "\r\n", "#", "#separator:", "#tags column:", "\u{FEFF}", "{",
        "}", "[",
        "]", ":", "\\u", "\\", "null", "true", "1e9", "\u{0}", "guid", "notes", "tags", "é", "😀", "front", "back",
    ]

    /// Seeds that once exposed a bug.
    private static let seeds: [UInt64] = []

    @Test("damaged decks are rejected or read correctly")
    func damaged() throws {
        let decks = try TextDecks()
        let texts = UglyFiles.all.map { $0.bytes[...] }.filter { !$0.isEmpty }
        var outcomes: [String: Int] = [:]
        try FuzzRounds.run(known: Self.seeds, least: 300) { random in
            let file = random.pick(UglyFiles.all)
            let bytes =
                random.below(3) > 0
                ? random.mutated(file.bytes, with: texts, words: Self.words) : random.damaged(file.bytes)
            let path = try decks.file(file.name, bytes)
            do {
                let deck = try DeckOpening.open(path: path)
                let rows = try deck.rows()
                #expect(try decks.written(deck) == bytes)
                try check(deck, rows, decks, &random)
                outcomes["accepted", default: 0] += 1
            } catch let error as ServiceError {
                outcomes["refused", default: 0] += 1
                #expect([.invalidRequest, .limitExceeded, .unsupported].contains(error.code), "\(error)")
                #expect(!error.message.isEmpty && !error.message.utf8.contains { $0 < 0x20 }, "\(error)")
            }
        }
        #expect(outcomes["accepted", default: 0] > 0 && outcomes["refused", default: 0] > 0)
    }

    /// Edits some fields, and reads the result back.
    private func check(_ deck: any Deck, _ rows: [[String]], _ decks: TextDecks, _ random: inout Mutator) throws {
        guard !rows.isEmpty else { return }
        var expected = rows
        var wanted: [Int: [Int: String]] = [:]
        for _ in 0...random.below(3) {
            let number = random.below(rows.count)
            guard !rows[number].isEmpty else { continue }
            let field = random.below(rows[number].count)
            let value = random.pick(["", "x", "a\"b", "\"", "a,b;c|d\te", "#é😀", "\\u0000"])
            wanted[number, default: [:]][field] = value
            expected[number][field] = value
        }
        let path = decks.folder.file("edited")
        let changed = try deck.write(to: path, newFields: []) { note in wanted[note.number].map { NoteEdit(fields: $0) }
        }
        #expect(changed <= wanted.count)
        let table = (deck as? DelimitedDeck)?.table ?? (deck as? AnkiTextDeck)?.table
        if let table {
            let other = DelimitedTable(
                file: try DeckFile(path: path),
                dialect: table.dialect,
                hasMark: table.hasMark,
                hasHeader: table.hasHeader,
                columns: table.columns,
                fieldNames: table.fieldNames
            )
            var new: [[String]] = []
            try other.readNotes { note in
                new.append(note.fields)
                return true
            }
            if table.dialect.hasQuotes {
                #expect(new == expected)
            } else {
                #expect(new.count == expected.count)
            }
        } else {
            #expect(try DeckOpening.open(path: path, options: .init(format: deck.info.format)).rows() == expected)
        }
    }
}
