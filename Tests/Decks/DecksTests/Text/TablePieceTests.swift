import LanguageServices
import TestSupport
import Testing

@testable import Decks

/// For a table, several threads give the same results as one.
@Suite("Tables in chunks")
struct TablePieceTests {
    /// The result of a read: the notes, and the error that ended it.
    private struct Reading: Equatable {
        var notes: [Note] = []
        var error: ServiceError?
    }

    private static func reading(_ body: (inout [Note]) throws -> Void) -> Reading {
        var reading = Reading()
        do { try body(&reading.notes) } catch { reading.error = ServiceError(error) }
        return reading
    }

    private static func change(_ note: Note) -> NoteEdit? {
        guard note.number % 3 > 0 else { return nil }
        let values = ["new", "", "\"", "a\tb,c\nd", note.fields.first ?? ""]
        return NoteEdit(fields: [note.number % max(1, note.fields.count): values[note.number % values.count]])
    }

    /// Reads and writes a table both ways, and compares notes, bytes and errors.
    private func check(_ name: String, _ bytes: [UInt8], _ decks: TextDecks, newFields: [String] = []) throws -> Bool {
        guard let deck = try? DeckOpening.open(path: decks.file(name, bytes)), deck is any TableDeck else {
            return false
        }
        let whole = Self.reading { notes in
            try deck.readNotes { note in
                notes.append(note)
                return true
            }
        }
        let pieces = Self.reading { all in
            try deck.readPieces(into: [Note](), adding: { note, notes in notes.append(note) }) { notes in
                all += notes
                return true
            }
        }
        #expect(pieces == whole)
        let (one, other) = (decks.folder.file("one"), decks.folder.file("other"))
        var counts: [Int] = []
        let written = Self.reading { notes in
            counts.append(
                try deck.write(to: one, newFields: newFields) { note in
                    notes.append(note)
                    return Self.change(note)
                }
            )
        }
        let writtenInPieces = Self.reading { all in
            counts.append(
                try deck.writePieces(
                    to: other,
                    newFields: newFields,
                    into: [Note](),
                    adding: { note, notes in
                        notes.append(note)
                        return Self.change(note)
                    },
                    { notes in all += notes }
                )
            )
        }
        #expect(written == writtenInPieces)
        #expect(Set(counts).count <= 1)
        #expect(contents(one) == contents(other))
        return whole.error == nil
    }

    @Test("files of every kind are processed, even when repeated many times", arguments: UglyFiles.all)
    func ugly(file: UglyFiles.File) throws {
        let decks = try TextDecks()
        let times = 60_000 / max(1, file.bytes.count) + 1
        _ = try check(file.name, Array(repeatElement(file.bytes, count: times).joined()), decks)
        _ = try check(file.name, file.bytes, decks, newFields: ["one more"])
    }

    @Test("damaged rows at any position give the same result")
    func damaged() throws {
        let decks = try TextDecks()
        let cells = [
            "word", "\"a \"\"b\"\"\"", "\"one\ntwo\r\nthree\"", "", "5\" pipe", "\"x\"y", "árbol", "#no", "a,b",
            "wa\0ter",
        ]
        var whole = 0
        let rounds = try FuzzRounds.run(least: 40) { random in
            var bytes = Array("#separator:tab\n#columns:a\tb\tc\n".utf8)
            if random.below(2) == 0 { bytes = Array("a\tb\tc\n".utf8) }
            let ends = random.pick([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r", "\n\n", "\n# x\n"]])
            while bytes.count < 60_000 {
                for index in 0..<3 { bytes += (index > 0 ? [0x09] : []) + random.pick(cells).utf8 }
                bytes += random.pick(ends).utf8
            }
            if random.below(2) == 0 {
                bytes.insert(random.pick([0x22, 0xFF, 0x80, 0x0A, 0x09]), at: random.below(bytes.count))
            }
            if try check(random.pick(["x.tsv", "x.txt"]), bytes, decks, newFields: random.pick([[], ["d"]])) {
                whole += 1
            }
        }
        #expect(whole > 0 && rounds >= 40)
    }

    @Test("a row may be larger than one chunk, or than all chunks")
    func largeRows() throws {
        let decks = try TextDecks()
        let small = String(repeating: "word\tx\n", count: 5000)
        let sizes = [100, 20_000, 70_000, 1_500_000, 3_000_000]
        let rows = sizes.map { String(repeating: "ab ", count: $0 / 3) + "\t\"q\"\n" + small }
        #expect(try check("x.tsv", Array(("a\tb\n" + rows.joined()).utf8), decks))
    }

    @Test("no notes are delivered after reading stops")
    func stopping() throws {
        let decks = try TextDecks()
        let deck = try decks.open("x.tsv", "a\tb\n" + String(repeating: "word\tx\n", count: 20_000))
        var pieces = 0
        try deck.readPieces(into: 0, adding: { _, count in count += 1 }) { count in
            pieces += 1
            #expect(count > 0)
            return pieces < 3
        }
        #expect(pieces == 3)
    }

    /// A batch must release its journal when it ends, even with an error.
    @Test("no work continues after a failure")
    func ending() throws {
        final class Held: Sendable {}
        let decks = try TextDecks()
        let deck = try decks.open("x.tsv", "a\tb\n" + String(repeating: "word\tx\n", count: 20_000))
        for _ in 0..<50 {
            weak var left: Held?
            do {
                let held = Held()
                left = held
                #expect(throws: ServiceError.self) {
                    try deck.readPieces(
                        into: 0,
                        adding: { note, _ in
                            withExtendedLifetime(held) {}
                            if note.number == 9000 { throw ServiceError(.io, "enough") }
                        },
                        { _ in true }
                    )
                }
            }
            #expect(left == nil)
        }
    }
}
