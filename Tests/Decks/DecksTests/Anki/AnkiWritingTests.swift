import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite("Writing an Anki package") struct AnkiWritingTests {
    static let time: Int64 = 1_700_000_000_123

    /// Edits a package at a fixed time, and returns the differences, column by column.
    static func edit(
        _ path: String,
        at time: Int64 = time,
        newFields: [String] = [],
        _ edit: (Note) throws -> NoteEdit?
    ) throws -> (count: Int, new: TableDump, differences: Set<String>) {
        let folder = try TemporaryFolder()
        let deck = try AnkiPackage(path: path, limits: PackageLimits(), now: { time })
        let output = folder.file("edited.apkg")
        let count = try deck.write(to: output, newFields: newFields, edit: edit)
        let new = try TableDump(package: output)
        return (count, new, try new.differences(from: TableDump(package: path)))
    }

    @Test("in Anki's own packages, only edited values change", arguments: ["new.apkg", "old.apkg"])
    func rows(name: String) throws {
        let path = Fixtures.path("anki/\(name)")
        let ids = try AnkiReadingTests.notes(AnkiPackage(path: path)).map { $0.position.description.dropFirst(5) }
        let result = try Self.edit(path) { note in
            note.number == 0
                ? NoteEdit(fields: [2: "neu", 3: "ß"]) : note.number == 2 ? NoteEdit(fields: [0: "x"]) : nil
        }
        #expect(result.count == 2)
        var expected: Set<String> = ["col #1 mod"]
        for column in ["flds", "mod", "usn"] {
            expected.formUnion(["notes #\(ids[0]) \(column)", "notes #\(ids[2]) \(column)"])
        }
        expected.formUnion(["notes #\(ids[2]) sfld", "notes #\(ids[2]) csum"])
        // Anki's export was not synchronised, and is already marked accordingly.
        let unsynchronised =
            result.differences.contains("notes #\(ids[0]) usn") ? [] : expected.filter { $0.hasSuffix("usn") }
        #expect(result.differences == expected.subtracting(unsynchronised))
        #expect(result.new["notes"]["#\(ids[0])"]?["flds"]?.hasSuffix("\u{1F}neu\u{1F}ß") == true)
    }

    @Test("new times are later than the old ones")
    func times() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        try PackageBuilder.third([
            PackageBuilder.note(1, "a\u{1F}b"), PackageBuilder.note(2, "c\u{1F}d", modified: 1_900_000_000),
            PackageBuilder.note(3, "e\u{1F}f", modified: .max), PackageBuilder.note(4, "g\u{1F}h"),
        ]).write(to: path)
        let result = try Self.edit(path) { $0.number < 3 ? NoteEdit(fields: [1: "neu"]) : nil }
        let notes = result.new["notes"]
        #expect(notes["#1"]?["mod"] == "#1700000000")
        #expect(notes["#2"]?["mod"] == "#1900000001")
        #expect(notes["#3"]?["mod"] == "#\(Int64.max)")
        #expect(notes["#4"]?["mod"] == "#1600000000")
        #expect(notes["#1"]?["usn"] == "#-1")
        #expect(notes["#4"]?["usn"] == "#5")
        #expect(result.new["col"]["#1"]?["mod"] == "#1700000000123")
        #expect(result.new["col"]["#1"]?["scm"] == "#1500000000000")
        // The type sorts by its second field; the checksum is computed from the first.
        #expect(notes["#1"]?["sfld"] == "neu")
        #expect(notes["#1"]?["csum"] == "#7")
        let earlier = try Self.edit(path, at: 0) { _ in NoteEdit(fields: [0: "house"]) }
        #expect(earlier.new["notes"]["#1"]?["mod"] == "#1600000001")
        #expect(earlier.new["notes"]["#1"]?["csum"] == "#1542009984")
        #expect(earlier.new["notes"]["#1"]?["sfld"] == "x")
        #expect(earlier.new["col"]["#1"]?["mod"] == "#1600000000001")
    }

    @Test("unknown tables, columns, triggers and entries are preserved")
    func unknown() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        let package = try PackageBuilder.first([
            PackageBuilder.note(1, "a\u{1F}b"), "ALTER TABLE notes ADD COLUMN mine DEFAULT 'kept'",
            "CREATE TABLE addon (key text primary key, value) without rowid", "INSERT INTO addon VALUES ('k', x'00ff')",
            "CREATE VIEW seen AS SELECT * FROM notes",
            "CREATE TRIGGER evil AFTER UPDATE ON notes BEGIN DELETE FROM cards; END",
        ]).adding("readme ñ.txt", Array("hello".utf8)).adding("folder/").adding("folder/file", [0, 1, 2])
        try package.write(to: path)
        let deck = try AnkiPackage(path: path)
        #expect(try deck.write(to: folder.file("out.apkg"), newFields: []) { _ in NoteEdit(fields: [0: "z"]) } == 1)
        let (old, new) = (try TableDump(package: path), try TableDump(package: folder.file("out.apkg")))
        #expect(new.schema == old.schema)
        #expect(new["cards"] == old["cards"] && !new["cards"].isEmpty)
        #expect(new["addon"] == old["addon"] && new["addon"].count == 1)
        #expect(new["notes"]["#1"]?["mine"] == "kept")
        let written = try PackageBuilder.read(folder.file("out.apkg"))
        #expect(written.entries.map(\.name) == package.entries.map(\.name))
        for entry in package.entries where entry.name != "collection.anki2" {
            #expect(written.bytes(of: entry.name) == entry.bytes, "\(entry.name)")
        }
    }

    @Test("without changes, the copy is identical byte for byte", arguments: ["new.apkg", "old.apkg"])
    func unchanged(name: String) throws {
        let folder = try TemporaryFolder()
        let path = Fixtures.path("anki/\(name)")
        let deck = try AnkiPackage(path: path)
        let count = try deck.write(to: folder.file("out"), newFields: []) { NoteEdit(fields: [0: $0.fields[0]]) }
        #expect(count == 0)
        #expect(contents(folder.file("out")) == contents(path))
    }

    @Test("writing is deterministic, even over the package itself", arguments: ["new.apkg", "old.apkg"])
    func same(name: String) throws {
        let folder = try TemporaryFolder()
        let original = try #require(contents(Fixtures.path("anki/\(name)")))
        try AtomicFile.write(original, to: folder.file("deck"))
        let deck = try AnkiPackage(path: folder.file("deck"), limits: PackageLimits(), now: { Self.time })
        for output in ["one", "two", "deck"] {
            #expect(try deck.write(to: folder.file(output), newFields: []) { _ in NoteEdit(fields: [1: "x"]) } == 5)
        }
        #expect(contents(folder.file("one")) == contents(folder.file("two")))
        #expect(contents(folder.file("one")) == contents(folder.file("deck")))
        #expect(folder.names() == ["deck", "one", "two"])
        let layout = try PackageBuilder.read(folder.file("one")).entries
        #expect(layout.map(\.name) == (try PackageBuilder.read(Fixtures.path("anki/\(name)"))).entries.map(\.name))
        // The package format stays the same.
        #expect(layout.first?.bytes == [8, name == "new.apkg" ? 3 : 2])
    }

    @Test("invalid UTF-8 is preserved")
    func garbled() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        try PackageBuilder.first([
            PackageBuilder.note(1, "x\u{1F}y"), "UPDATE notes SET flds = CAST(x'61ff1f62006300' AS TEXT)",
        ]).write(to: path)
        _ = try AnkiPackage(path: path).write(to: folder.file("out"), newFields: []) { _ in
            NoteEdit(fields: [1: "a\0b ñ"])
        }
        let bytes = try PackageBuilder.read(folder.file("out")).bytes(of: "collection.anki2")
        let database = try #require(bytes)
        // The invalid field, the separator, and the new field with its NUL.
        let wanted: [UInt8] = [0x61, 0xFF, 0x1F, 0x61, 0x00, 0x62, 0x20, 0xC3, 0xB1]
        #expect(database.indices.contains { database[$0...].starts(with: wanted) })
    }

    @Test("an invalid edit writes nothing")
    func refused() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        let output = folder.file("out.apkg")
        try PackageBuilder.first([PackageBuilder.note(1, "a\u{1F}b"), PackageBuilder.note(2, "one")]).write(to: path)
        try AtomicFile.write([1, 2, 3], to: output)
        let deck = try AnkiPackage(path: path)
        let edits: [(NoteEdit, String)] = [
            (NoteEdit(fields: [2: "x"]), "note 1 has 2 fields; field 3 does not exist"),
            (NoteEdit(fields: [-1: "x"]), "field 0 does not exist"),
            (NoteEdit(fields: [0: "x\u{1F}y"]), "U+001F"),
            (NoteEdit(media: [MediaFile(name: "../x.mp3", path: path)]), "cannot be named '../x.mp3' (note 1)"),
            (NoteEdit(media: [MediaFile(name: "", path: path)]), "cannot be named ''"),
            (NoteEdit(media: [MediaFile(name: "a.mp3", path: folder.file("not there"))]), "no such file"),
            (NoteEdit(media: [MediaFile(name: "a.mp3", path: folder.path)]), "is a directory"),
        ]
        for (edit, message) in edits {
            let error = #expect(throws: ServiceError.self) {
                try deck.write(to: output, newFields: []) { $0.number == 0 ? edit : nil }
            }
            #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        }
        struct Stop: Error {}
        #expect(throws: Stop.self) { try deck.write(to: output, newFields: []) { _ in throw Stop() } }
        let uneven = #expect(throws: ServiceError.self) { try deck.write(to: output, newFields: ["X"]) { _ in nil } }
        #expect(uneven?.message.contains("note 2") == true && uneven?.remedy != nil)
        #expect(contents(output) == [1, 2, 3])
        #expect(folder.names() == ["deck.apkg", "out.apkg"])
        let nowhere = #expect(throws: ServiceError.self) {
            try deck.write(to: folder.file("no/out"), newFields: []) { _ in nil }
        }
        #expect(nowhere?.code == .io)
    }

    @Test("new fields are added in the old schema")
    func newFieldsOld() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        try PackageBuilder.first([PackageBuilder.note(1, "a\u{1F}b"), PackageBuilder.note(2, "c\u{1F}d")]).write(
            to: path
        )
        let result = try Self.edit(path, newFields: ["Ñ \u{1F600}", "Zwei"]) {
            $0.number == 0 ? NoteEdit(fields: [2: "neu"]) : nil
        }
        #expect(result.count == 1)
        #expect(result.new["notes"]["#1"]?["flds"] == "a\u{1F}b\u{1F}neu\u{1F}")
        #expect(result.new["notes"]["#2"]?["flds"] == "c\u{1F}d\u{1F}\u{1F}")
        #expect(result.new["notes"]["#2"]?["mod"] == "#1700000000")
        #expect(result.new["col"]["#1"]?["scm"] == "#1700000000123")
        let models = try #require(result.new["col"]["#1"]?["models"])
        #expect(
            models.contains(
                #"{"name":"Ñ 😀","ord":2,"font":"Liberation","size":13,"media":[]},{"name":"Zwei","ord":3,"font":"Liberation","size":13,"media":[]}]"#
            ),
            "\(models)"
        )
        #expect(models.contains(#""mod":1700000000,"usn":-1"#))
        // No note uses the other type, which stays unchanged.
        #expect(models.contains(#""flds":[{"name":"Text","ord":0},{"name":"Extra","ord":1}]}"#))
        #expect(
            result.differences.subtracting(["col #1 mod", "col #1 scm", "col #1 models"]).allSatisfy {
                $0.hasPrefix("notes") && ["flds", "mod", "usn"].contains($0.split(separator: " ").last)
            },
            "\(result.differences)"
        )
    }

    @Test("new fields are added in the new schema")
    func newFieldsNew() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deck.apkg")
        try PackageBuilder.third([PackageBuilder.note(1, "a\u{1F}b")]).write(to: path)
        let result = try Self.edit(path, newFields: ["Ñ"]) { _ in NoteEdit(fields: [2: "neu"]) }
        #expect(result.count == 1)
        #expect(result.new["notes"]["#1"]?["flds"] == "a\u{1F}b\u{1F}neu")
        let field = try #require(result.new["fields"]["#10/#2"])
        #expect(field["name"] == "Ñ")
        // Of the last field's settings, only the size remains.
        #expect(field["config"] == "20 14")
        #expect(result.new["notetypes"]["#10"]?["mtime_secs"] == "#1700000000")
        #expect(result.new["notetypes"]["#10"]?["usn"] == "#-1")
        #expect(
            result.differences == [
                "notes #1 flds", "notes #1 mod", "notes #1 usn", "fields #10/#2", "notetypes #10 mtime_secs",
                "notetypes #10 usn", "col #1 mod", "col #1 scm",
            ]
        )
    }

    @Test(
        "invalid field names are rejected",
        arguments: ["Back", "back", "", " x", "x ", "a:b", "{{x", "#x", "^x", "/x", "a\"b", "a\nb"]
    )
    func badNames(name: String) throws {
        let folder = try TemporaryFolder()
        for (number, package) in [
            try PackageBuilder.first([PackageBuilder.note(1, "a\u{1F}b")]),
            try .third([PackageBuilder.note(1, "a\u{1F}b")]),
        ].enumerated() {
            try package.write(to: folder.file("\(number)"))
            let deck = try AnkiPackage(path: folder.file("\(number)"))
            let error = #expect(throws: ServiceError.self) {
                try deck.write(to: folder.file("out"), newFields: [name]) { _ in nil }
            }
            #expect(error?.code == .invalidRequest && error?.remedy != nil)
            #expect(!folder.names().contains("out"))
        }
    }
}
