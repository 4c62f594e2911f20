import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite("Malformed Anki packages") struct AnkiHostileTests {
    private let folder: TemporaryFolder
    private static let note = PackageBuilder.note(1, "a\u{1F}b")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Expects a one-line error with a remedy, either on opening or on writing.
    private func refused(
        _ package: PackageBuilder,
        _ message: String,
        code: ServiceError.Code = .invalidRequest,
        limits: PackageLimits = PackageLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try package.write(to: folder.file("deck.apkg"))
        try refused(message, code: code, limits: limits, sourceLocation: sourceLocation)
    }

    private func refused(
        _ message: String,
        code: ServiceError.Code = .invalidRequest,
        limits: PackageLimits = PackageLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = folder.names()
        let error = #expect(throws: ServiceError.self, sourceLocation: sourceLocation) {
            let deck = try AnkiPackage(path: folder.file("deck.apkg"), limits: limits, now: { 0 })
            _ = try deck.write(to: folder.file("out.apkg"), newFields: []) { _ in NoteEdit(fields: [0: "x"]) }
        }
        #expect(
            error?.code == code && error?.message.contains(message) == true,
            "\(String(describing: error))",
            sourceLocation: sourceLocation
        )
        #expect(error?.message.contains("\n") == false && error?.remedy != nil, sourceLocation: sourceLocation)
        #expect(folder.names() == before, sourceLocation: sourceLocation)
    }

    @Test("a package that unpacks to too much data is rejected during unpacking")
    func bombs() throws {
        var limits = PackageLimits()
        limits.allowance = 1 << 20
        limits.ratio = 10
        let zeros = [UInt8](repeating: 0, count: 8 << 20)
        let first = try PackageBuilder.first([Self.note])
        // The second entry that PackageBuilder writes is deflated.
        let deflated = PackageBuilder(entries: [("x", []), ("collection.anki2", zeros)])
        try refused(deflated, "unpacks to more than", code: .limitExceeded, limits: limits)
        let third = try PackageBuilder.third([Self.note])
        let packed = try PackageBuilder.packed(zeros)
        for name in ["collection.anki21b", "media"] {
            try refused(
                third.replacing(name, packed),
                "'\(name)' unpacks to more",
                code: .limitExceeded,
                limits: limits
            )
        }
        // An entry that is never read is checked only when it is copied.
        try refused(
            first.adding("pad").adding("x", zeros),
            "unpacks to more than",
            code: .limitExceeded,
            limits: limits
        )
        limits = PackageLimits()
        limits.collection = 1 << 12
        try refused(first, "larger than 4 KiB", code: .limitExceeded, limits: limits)
        limits = PackageLimits()
        limits.entries = 3
        try refused(first.adding("a").adding("b"), "more than 3 entries", code: .limitExceeded, limits: limits)
    }

    @Test("a value above the limit is rejected")
    func values() throws {
        var limits = PackageLimits()
        limits.value = 1 << 20
        let large = "UPDATE notes SET flds = printf('%.2000000c', 'x') || char(31)"
        try refused(.first([Self.note, large]), "a value larger than 1 MiB", code: .limitExceeded, limits: limits)
        limits.fields = 100
        let wide = "UPDATE notes SET flds = replace(printf('%.1000c', 'x'), 'x', char(31))"
        try refused(.third([Self.note, wide]), "note 1 has more than 100 fields", code: .limitExceeded, limits: limits)
        let list = "{\"0\":\"\(String(repeating: "x", count: 2 << 20))\"}"
        try refused(
            .first([Self.note], list: list),
            "'media' is larger than 1 MiB",
            code: .limitExceeded,
            limits: limits
        )
    }

    @Test(
        "an entry outside the folder is rejected",
        arguments: ["../x", "/etc/x", "a/../../x", "..\\x", "\\x", "C:\\x", "..", "a/..", "a\nb"]
    )
    func names(name: String) throws {
        try refused(.first([Self.note]).adding(name, [1]), "outside the target folder")
    }

    @Test(
        "a media file outside the folder is rejected",
        arguments: ["../x", "/etc/x", "a/b", "..\\x", "\\x", "C:\\x", "..", ".", "", "a\u{0}b", "a\nb"]
    )
    func mediaNames(name: String) throws {
        let list = "{\"0\":\(MediaList.quoted(name))}"
        try refused(.first([Self.note], list: list, media: ["0": [1]]), "points outside the media folder")
        try refused(.third([Self.note], list: PackageBuilder.list([(name, [1])])), "points outside the media folder")
    }

    @Test("an invalid media list is rejected")
    func mediaLists() throws {
        let depth = String(repeating: "[", count: 100_000)
        let lists = [
            "", "[]", "7", "null", "{", "{\"0\":}", "nonsense", depth, "{\"0\":\(depth)", "{\"0\":7}", "{\"0\":{}}",
            "{\"0\":null}", "{\"0\":\"a\"}x",
        ]
        for list in lists.dropFirst() { try refused(.first([Self.note], list: list), "its media list") }
        for bytes: [UInt8] in [
            [0x0A], [0x0A, 0xFF], [0x0F], [0x0A, 0x02, 0x0A, 0x7F], [UInt8](repeating: 0xFF, count: 99),
        ] {
            try refused(.third([Self.note], list: bytes), "its media list cannot be read")
        }
    }

    @Test("a file that is not a zip, or is truncated, is rejected")
    func notZips() throws {
        let path = folder.file("deck.apkg")
        for (bytes, message) in [
            ([], "is empty"), (Array("PK".utf8), "so it is incomplete"),
            (Array("just a text\n".utf8), "it is not a zip"),
            ([UInt8](repeating: 0, count: 5000), "it is not a zip"),
            (Array("SQLite format 3\0".utf8), "is an Anki collection"),
        ] as [([UInt8], String)] {
            try AtomicFile.write(bytes, to: path)
            try refused(message)
        }
        try PackageBuilder.first([Self.note]).write(to: path)
        let whole = try #require(contents(path))
        for count in stride(from: 1, to: whole.count, by: whole.count / 37) {
            try AtomicFile.write(Array(whole.prefix(count)), to: path)
            try refused("'\(path)'")
        }
        try refused(PackageBuilder(entries: [("a", [])]), "a zip without a collection")
        try refused(PackageBuilder.first().adding("media"), "two entries named 'media'")
        try refused(PackageBuilder(entries: [("collection.anki2/", [])]), "a zip without a collection")
        try refused(
            PackageBuilder(entries: [("meta", [8, 2]), ("collection.anki2", [])]),
            "'collection.anki21' is missing"
        )
    }

    @Test("an encrypted package is rejected")
    func encrypted() throws {
        let path = folder.file("deck.apkg")
        try PackageBuilder.first([Self.note]).write(to: path)
        var bytes = try #require(contents(path))
        for index in bytes.indices.dropLast(10) {
            // Bit 0 of the flags, in the local headers and in the central directory.
            if bytes[index...].starts(with: [0x50, 0x4B, 3, 4]) { bytes[index + 6] |= 1 }
            if bytes[index...].starts(with: [0x50, 0x4B, 1, 2]) { bytes[index + 8] |= 1 }
        }
        try AtomicFile.write(bytes, to: path)
        try refused("is encrypted")
    }

    @Test("an unknown version is rejected")
    func versions() throws {
        let package = try PackageBuilder.third([Self.note])
        for meta: [UInt8] in [[8, 4], [8, 0], [], [16, 3]] {
            try refused(package.replacing("meta", meta), "of the Anki package format, which is not supported")
        }
        try refused(package.replacing("meta", [8]), "'meta' cannot be read")
        try refused(package.replacing("meta", [8, 2]), "'collection.anki21' is missing")
    }

    @Test("corrupt Zstandard data is rejected")
    func zstandard() throws {
        let package = try PackageBuilder.third([Self.note])
        let packed = try #require(package.bytes(of: "collection.anki21b"))
        for bytes in [
            Array(packed.prefix(packed.count / 2)), Array(packed.dropLast()), packed.map { $0 ^ 0x10 }, [], [1],
        ] {
            try refused(package.replacing("collection.anki21b", bytes), "'collection.anki21b' cannot be unpacked")
        }
        var damaged = packed
        damaged[packed.count / 2] ^= 0xFF
        try refused(package.replacing("collection.anki21b", damaged), "is damaged")
        // The uncompressed collection from an old package in place of the compressed one.
        let plain = try PackageBuilder.collection(PackageBuilder.schema18)
        try refused(package.replacing("collection.anki21b", plain), "not compressed with Zstandard")
        try refused(package.replacing("media", Array("{}".utf8)), "'media' cannot be unpacked")
    }

    @Test("a collection that is not a database, or is damaged, is rejected")
    func databases() throws {
        let package = try PackageBuilder.first((1...200).map { PackageBuilder.note($0, "word \($0)\u{1F}b") })
        let collection = try #require(package.bytes(of: "collection.anki2"))
        for bytes in [[], [0], Array("SQLite format 3\0".utf8), Array(collection.prefix(collection.count / 2))] {
            try refused(package.replacing("collection.anki2", bytes), "is damaged")
        }
        var damaged = collection
        for index in stride(from: 5000, to: damaged.count, by: 4096) { damaged[index] = 0xFF }
        for index in 8192..<min(8300, damaged.count) { damaged[index] = 0xEE }
        try refused(package.replacing("collection.anki2", damaged), "its collection")
    }

    @Test(
        "tables that are not Anki's are rejected",
        arguments: [
            ("DROP TABLE notes", "no table 'notes'"), ("DROP TABLE cards", "no table 'cards'"),
            ("DROP TABLE col", "no table 'col'"), ("DELETE FROM col", "no row in the table 'col'"),
            ("ALTER TABLE notes RENAME COLUMN flds TO fields", "no table 'notes'"),
            ("ALTER TABLE col DROP COLUMN models", "no note types"),
            ("UPDATE col SET models = '{'", "its collection cannot be read: malformed JSON"),
            ("DROP TABLE notes; CREATE VIEW notes AS SELECT * FROM cards", "no table 'notes'"),
            (
                "DROP TABLE notes; CREATE VIRTUAL TABLE notes USING fts5(id, guid, mid, mod, usn, tags, flds, sfld, csum)",
                "no table 'notes'"
            ),
            (
                "DROP TABLE notes; CREATE TABLE notes (id, guid, mid, mod, usn, tags, flds, sfld, csum)",
                "note ids in its collection are not unique"
            ),
            (
                "DROP TABLE notes; CREATE TABLE notes (id text primary key, guid, mid, mod, usn, tags, flds, sfld, csum) without rowid",
                "note ids in its collection are not unique"
            ),
            (
                "DROP TABLE notes; CREATE TABLE notes (id integer primary key, guid, mid, mod, usn, tags, flds AS (printf('%.999999999c', 'x')), sfld, csum); INSERT INTO notes (id) VALUES (1)",
                "no table 'notes'"
            ),
            ("UPDATE notes SET mid = 'ten'", "note 1 has no note type"),
            ("ALTER TABLE notes ADD COLUMN x CHECK (flds <> 'x' || char(31) || 'b')", "CHECK constraint failed"),
            (
                "DROP TABLE notes; PRAGMA ignore_check_constraints = ON; CREATE TABLE notes (id integer primary key, guid, mid, mod, usn, tags, flds, sfld, csum, CHECK (load_extension(flds) IS NULL)); INSERT INTO notes VALUES (1, 'g', 10, 0, 0, '', 'a', '', 0)",
                "its collection cannot be read"
            ),
        ]
    )
    func schemas(sql: String, message: String) throws {
        try refused(.first([Self.note, sql]), message)
    }

    @Test("unusual values are read as far as possible")
    func oddValues() throws {
        let path = folder.file("deck.apkg")
        try PackageBuilder.first([
            Self.note, PackageBuilder.note(2, "c\u{1F}d"),
            "UPDATE notes SET flds = 12, guid = x'00', tags = 7, mod = 'x' WHERE id = 1",
            "UPDATE notes SET flds = CAST('e' || char(31) || 'f' AS BLOB) WHERE id = 2",
            "UPDATE cards SET did = 'x', nid = 1.5 WHERE nid = 2",
            #"UPDATE col SET models = '{"10":{"name":7,"flds":[{"name":null},5,{"ord":"x","name":"B"}],"sortf":-3},"x":{},"20":4}', decks = '[]'"#,
        ]).write(to: path)
        let deck = try AnkiPackage(path: path)
        #expect(deck.info.noteTypes == [NoteType(name: "7", fields: ["", "B"])] || deck.info.noteTypes.count == 1)
        #expect(try AnkiReadingTests.notes(deck).map(\.fields) == [["12"], ["e", "f"]])
        #expect(try deck.write(to: folder.file("out"), newFields: []) { _ in NoteEdit(fields: [0: "new"]) } == 2)
        #expect(
            try AnkiReadingTests.notes(AnkiPackage(path: folder.file("out"))).map(\.fields) == [["new"], ["new", "f"]]
        )
    }

    @Test("a file that cannot be opened gives an error")
    func files() throws {
        let path = folder.file("deck.apkg")
        try refused("no such file", code: .io)
        _ = try folder.folder("deck.apkg")
        try refused("is a directory", code: .io)
        rmdir(path)
        try #require(mkfifo(path, 0o600) == 0)
        try refused("is not a regular file", code: .io)
        unlink(path)
        #expect(throws: ServiceError.self) { try AnkiPackage(path: "deck\0.apkg") }
        #expect(throws: ServiceError.self) { try AnkiPackage(path: "") }
    }

    @Test("a file without read permission gives an error", .enabled(if: geteuid() != 0, "root can read every file"))
    func permissions() throws {
        try PackageBuilder.first().write(to: folder.file("deck.apkg"))
        chmod(folder.file("deck.apkg"), 0)
        try refused("permission denied", code: .io)
    }

    @Test("unusual file names work")
    func oddNames() throws {
        for name in ["a b's \"deck\"?.apkg", "zeile\neins.apkg", "file:x?mode=memory.apkg", "日本#1%41.apkg"] {
            try PackageBuilder.third([Self.note]).write(to: folder.file(name))
            let deck = try AnkiPackage(path: folder.file(name))
            #expect(try deck.write(to: folder.file(name), newFields: []) { _ in NoteEdit(fields: [0: "x"]) } == 1)
            #expect(try AnkiReadingTests.notes(AnkiPackage(path: folder.file(name))).map(\.fields) == [["x", "b"]])
            #expect(folder.names() == [name])
            unlink(folder.file(name))
        }
    }

    @Test("a package with damage anywhere is either rejected or read, without a crash", arguments: [1, 2])
    func damage(seed: UInt64) throws {
        let originals = try [
            PackageBuilder.first([Self.note], list: #"{"0":"a.mp3"}"#, media: ["0": [1, 2, 3]]),
            PackageBuilder.third([Self.note], list: PackageBuilder.list([("a.mp3", [1])]), media: ["0": [1]]),
        ]
        var chance = seed
        func below(_ limit: Int) -> Int {
            chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((chance >> 33) % UInt64(max(limit, 1)))
        }
        var (refused, read) = (0, 0)
        for round in 0..<60 {
            let package = originals[round % originals.count]
            let path = folder.file("deck.apkg")
            if round % 3 == 0 {
                // Damages the zip structure itself.
                try package.write(to: path)
                var bytes = try #require(contents(path))
                for _ in 0...below(4) { bytes[below(bytes.count)] ^= UInt8(1 << below(8)) }
                try AtomicFile.write(bytes, to: path)
            } else {
                // Damages the content of an entry, whose checksum stays correct.
                let entry = package.entries[below(package.entries.count)]
                var bytes = entry.bytes
                let isPacked = ["collection.anki21b", "media"].contains(entry.name) && package.entries.count > 3
                if isPacked { bytes = try PackageBuilder.unpacked(bytes) }
                for _ in 0...below(8) where !bytes.isEmpty {
                    bytes[below(min(bytes.count, 6000))] = UInt8(below(256))
                }
                if isPacked { bytes = try PackageBuilder.packed(bytes) }
                try package.replacing(entry.name, bytes).write(to: path)
            }
            do {
                let deck = try AnkiPackage(path: path)
                _ = try deck.write(to: folder.file("out"), newFields: round % 2 == 0 ? ["Neu"] : []) { note in
                    note.fields.isEmpty ? nil : NoteEdit(fields: [0: "x"])
                }
                read += 1
            } catch let error as ServiceError {
                #expect(!error.message.isEmpty && !error.message.contains("\n"), "\(error)")
                refused += 1
            }
        }
        #expect(refused > 0 && read > 0)
    }
}
