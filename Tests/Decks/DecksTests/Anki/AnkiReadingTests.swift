import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite("Reading an Anki package") struct AnkiReadingTests {
    /// All notes of a deck.
    static func notes(_ deck: some Deck) throws -> [Note] {
        var notes: [Note] = []
        try deck.readNotes { note in
            notes.append(note)
            return true
        }
        return notes
    }

    @Test("notes are read as Anki wrote them", arguments: ["new.apkg", "old.apkg"])
    func written(name: String) throws {
        let deck = try AnkiPackage(path: Fixtures.path("anki/\(name)"))
        #expect(deck.info.format == .apkg)
        #expect(
            deck.info.noteTypes == [
                NoteType(name: "Basic", fields: ["Front", "Back"]),
                NoteType(name: "Basic (and reversed card)", fields: ["Front", "Back"]),
                NoteType(name: "Cloze", fields: ["Text", "Back Extra"], isCloze: true),
                NoteType(name: "Vocabulário ñ 日本", fields: ["Front", "Back", "Exemplo", "Straße"]),
            ]
        )
        #expect(deck.info.noteCount == 5)
        #expect(deck.info.decks == ["Default", "Español", "Español::Verbos 動詞", "Lücken"])
        #expect(deck.info.mediaCount == 2)
        #expect(deck.info.hasMarkup)
        #expect(deck.info.notices == [])
        let notes = try Self.notes(deck)
        #expect(notes.map(\.number) == [0, 1, 2, 3, 4])
        #expect(notes.map(\.type) == [3, 3, 0, 1, 2])
        #expect(notes.map(\.deck) == ["Español::Verbos 動詞", "Español", "Default", "Español", "Lücken"])
        #expect(
            notes.map(\.fields) == [
                ["to <b>run</b> &amp; jump", "0123", "<div>Ella corre.</div>[sound:casa ñ.mp3]", ""],
                ["house <img src=\"house.jpg\">", "casa", "", "x"],
                ["AT&T", ""],
                ["<!-- c -->dog&nbsp;", "perro<br>can"],
                ["Das {{c1::Haus}} ist {{c2::groß::Größe}}.", ""],
            ]
        )
        #expect(notes.first?.tags == ["nível::A1", "verbo", "ñ"])
        #expect(notes.allSatisfy { $0.guid?.count == 10 && $0.position.description.hasPrefix("note 1") })
        // A second read starts from the beginning, and stopping early ends the read.
        #expect(try Self.notes(deck) == notes)
        var count = 0
        try deck.readNotes { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }

    @Test("notes are ordered by id, and a card in a filtered deck gives its home deck")
    func order() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        try PackageBuilder.first([
            PackageBuilder.note(3, "c\u{1F}C"), PackageBuilder.note(1, "a\u{1F}A", deck: 9),
            PackageBuilder.note(2, "b\u{1F}B", type: 20, deck: 2), "UPDATE cards SET odid = 2 WHERE nid = 1",
            "INSERT INTO cards SELECT 5, 2, 1, 1, mod, usn, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data FROM cards WHERE nid = 2",
            "DELETE FROM cards WHERE nid = 3",
        ]).write(to: path)
        let deck = try AnkiPackage(path: path)
        let notes = try Self.notes(deck)
        #expect(notes.map(\.fields) == [["a", "A"], ["b", "B"], ["c", "C"]])
        #expect(notes.map(\.deck) == ["Español::Verbos", "Español::Verbos", nil])
        #expect(notes.map(\.type) == [0, 1, 0])
        #expect(notes.map(\.tags) == [["a", "b"], ["a", "b"], ["a", "b"]])
        #expect(deck.info.noteTypes.map(\.name) == ["Basic", "Lücke"])
        #expect(deck.info.decks == ["Default", "Español::Verbos"])
    }

    @Test("the newest layout is read even without its version entry, and the dummy collection is never read")
    func stub() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.COLPKG")
        try PackageBuilder.third([PackageBuilder.note(1, "real\u{1F}deck")]).replacing("meta", nil).write(to: path)
        let deck = try AnkiPackage(path: path)
        #expect(deck.info.format == .colpkg)
        #expect(try Self.notes(deck).map(\.fields) == [["real", "deck"]])
        #expect(deck.info.notices.count == 1 && deck.info.notices[0].contains("'meta' is missing"))
    }

    @Test("problems are reported")
    func notices() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        try PackageBuilder.first(
            [
                PackageBuilder.note(1, "one"), PackageBuilder.note(2, "a\u{1F}b", guid: "twin"),
                PackageBuilder.note(3, "a\u{1F}b", guid: "twin"), PackageBuilder.note(4, "a\u{1F}b\u{1F}c", type: 99),
                "INSERT INTO notes SELECT 5, 'g', mid, mod, usn, tags, CAST(x'61ff1f62006300' AS TEXT), sfld, csum, flags, data FROM notes WHERE id = 2",
                "UPDATE col SET ver = 19",
            ],
            list: #"{"0":"da.mp3","7":"fehlt.mp3"}"#,
            media: ["0": [1]]
        ).write(to: path)
        let deck = try AnkiPackage(path: path)
        let notices = deck.info.notices
        #expect(notices.count == 6, "\(notices)")
        for text in [
            "1 of 2 media files are listed but missing (first: 'fehlt.mp3')",
            "1 note has a field count that does not match",
            "note type 99 is missing", "not UTF-8 (first: note 5)",
            "1 GUIDs are used by more than one note (such as 'twin')",
            "schema 19",
        ] {
            #expect(notices.contains { $0.contains(text) }, "\(text)")
        }
        #expect(deck.info.noteTypes.last == NoteType(name: "99", fields: ["1", "2", "3"]))
        let notes = try Self.notes(deck)
        #expect(notes.map(\.fields) == [["one"], ["a", "b"], ["a", "b"], ["a", "b", "c"], ["a\u{FFFD}", "b\0c\0"]])
        #expect(notes.map(\.type) == [0, 0, 0, 1, 0])
    }

    @Test("a package without notes is read")
    func empty() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        try PackageBuilder.third().write(to: path)
        let deck = try AnkiPackage(path: path)
        #expect(deck.info.noteCount == 0)
        #expect(deck.info.noteTypes.map(\.name) == ["Basic", "Lücke"])
        #expect(try Self.notes(deck) == [])
        #expect(try deck.write(to: folder.file("copy.apkg"), newFields: []) { _ in NoteEdit() } == 0)
        #expect(contents(folder.file("copy.apkg")) == contents(path))
    }

    @Test("unpacking uses a private folder that is removed afterwards")
    func folder() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.file("deck.apkg")
        try PackageBuilder.third([PackageBuilder.note(1, "a\u{1F}b")]).write(to: path)
        var deck: AnkiPackage? = try AnkiPackage(path: path)
        let folder = try #require(deck?.folder.path)
        var status = stat()
        #expect(stat(folder, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
        #expect(TemporaryFolder.names(in: folder).contains("collection"))
        deck = nil
        #expect(stat(folder, &status) != 0 && errno == ENOENT)
    }

    @Test("only the folders of dead processes are removed")
    func abandoned() throws {
        let temporary = try TemporaryFolder()
        let alive = try UnpackedFolder(in: temporary.path)
        for name in ["parlance-deck-dead", "parlance-deck-young", "other-dead"] {
            let folder = try temporary.folder(name)
            try AtomicFile.write([1], to: "\(folder)/collection")
            // A process that has just started does not have a lock yet, and unrelated folders are left alone.
            if name.hasSuffix("dead") { try AtomicFile.write([], to: "\(folder)/lock") }
        }
        try #require(symlink(temporary.file("other-dead"), temporary.file("parlance-deck-link")) == 0)
        let next = try UnpackedFolder(in: temporary.path)
        let names = [alive, next].compactMap { $0.path.split(separator: "/").last.map(String.init) }
        #expect(
            Set(temporary.names()) == Set(names + ["parlance-deck-young", "other-dead", "parlance-deck-link"])
        )
        #expect(TemporaryFolder.names(in: temporary.file("other-dead")) == ["collection", "lock"])
    }

    @Test("reading continues if the file is replaced in the meantime")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        try PackageBuilder.first([PackageBuilder.note(1, "a\u{1F}b")]).adding("extra", [1, 2, 3]).write(to: path)
        let deck = try AnkiPackage(path: path)
        #expect(unlink(path) == 0)
        try AtomicFile.write(Array("something else".utf8), to: path)
        #expect(try deck.write(to: path, newFields: []) { _ in NoteEdit(fields: [1: "c"]) } == 1)
        #expect(try Self.notes(AnkiPackage(path: path)).map(\.fields) == [["a", "c"]])
        #expect(try PackageBuilder.read(path).bytes(of: "extra") == [1, 2, 3])
    }
}
