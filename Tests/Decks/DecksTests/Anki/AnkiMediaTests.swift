import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite("Media in an Anki package") struct AnkiMediaTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try AtomicFile.write(Array("new".utf8), to: folder.file("new.mp3"))
        try AtomicFile.write(Array("old".utf8), to: folder.file("same.mp3"))
        try AtomicFile.write([], to: folder.file("empty.mp3"))
    }

    private func package(_ isNew: Bool) throws -> AnkiPackage {
        let (old, other) = (Array("old".utf8), [UInt8](repeating: 7, count: 100_000))
        let notes = [PackageBuilder.note(1, "a\u{1F}[sound:old.mp3]"), PackageBuilder.note(2, "b\u{1F}")]
        let package =
            isNew
            ? try PackageBuilder.third(
                notes,
                list: PackageBuilder.list([("old.mp3", old), ("ñ \"q\".mp3", other)]),
                media: ["0": old, "1": other]
            )
            : try PackageBuilder.first(
                notes,
                list: #"{"0": "old.mp3", "11": "\u00f1 \"q\".mp3"}"#,
                media: ["0": old, "11": other]
            )
        try package.write(to: folder.file("deck.apkg"))
        return try AnkiPackage(path: folder.file("deck.apkg"))
    }

    private func file(_ name: String, _ path: String) -> MediaFile { MediaFile(name: name, path: folder.file(path)) }

    @Test("new media is added and listed, and existing media is reused", arguments: [false, true])
    func added(isNew: Bool) throws {
        let deck = try package(isNew)
        #expect(deck.info.mediaCount == 2)
        let output = folder.file("out.apkg")
        let count = try deck.write(to: output, newFields: []) { note in
            NoteEdit(
                fields: [1: "[sound:ü.mp3]"],
                media: [
                    file("ü.mp3", "new.mp3"), file("old.mp3", "same.mp3"), file("ü.mp3", "new.mp3"),
                    file("empty.mp3", "empty.mp3"),
                ]
            )
        }
        #expect(count == 2)
        let written = try AnkiPackage(path: output)
        #expect(written.info.mediaCount == 4)
        #expect(written.info.notices == [])
        let items = written.contents.media.items
        #expect(items.map(\.name) == ["old.mp3", "ñ \"q\".mp3", "ü.mp3", "empty.mp3"])
        #expect(items.map(\.entry) == (isNew ? ["0", "1", "2", "3"] : ["0", "11", "12", "13"]))
        let (old, new) = (try PackageBuilder.read(folder.file("deck.apkg")), try PackageBuilder.read(output))
        for item in items.prefix(2) { #expect(new.bytes(of: item.entry) == old.bytes(of: item.entry)) }
        let sounds = try items.suffix(2).map { item in
            let bytes = try #require(new.bytes(of: item.entry))
            return isNew ? try PackageBuilder.unpacked(bytes) : bytes
        }
        #expect(sounds == [Array("new".utf8), []])
        if isNew {
            #expect(items[2].size == 3 && items[2].hash == SecureHash1.of(Array("new".utf8)))
        } else {
            #expect(
                new.bytes(of: "media")
                    == Array(#"{"0":"old.mp3","11":"ñ \"q\".mp3","12":"ü.mp3","13":"empty.mp3"}"#.utf8)
            )
        }
    }

    @Test("adding only media leaves the notes unchanged", arguments: [false, true])
    func alone(isNew: Bool) throws {
        let deck = try package(isNew)
        let count = try deck.write(to: folder.file("out.apkg"), newFields: []) { _ in
            NoteEdit(media: [file("x.mp3", "new.mp3")])
        }
        #expect(count == 0)
        #expect(try TableDump(package: folder.file("out.apkg")) == TableDump(package: folder.file("deck.apkg")))
        #expect(try AnkiPackage(path: folder.file("out.apkg")).info.mediaCount == 3)
    }

    @Test("two files with the same name but different content are rejected", arguments: [false, true])
    func clash(isNew: Bool) throws {
        let deck = try package(isNew)
        let edits: [(Note) -> [MediaFile]] = [
            { _ in [file("old.mp3", "new.mp3")] },
            { [file("x.mp3", $0.number == 0 ? "new.mp3" : "same.mp3")] },
        ]
        for media in edits {
            let error = #expect(throws: ServiceError.self) {
                try deck.write(to: folder.file("out.apkg"), newFields: []) { NoteEdit(media: media($0)) }
            }
            #expect(error?.code == .invalidRequest && error?.remedy != nil)
            #expect(!folder.names().contains("out.apkg"))
        }
    }

    @Test("media that is listed but missing is never treated as identical, and its number is not reused")
    func holes() throws {
        let path = folder.file("deck.apkg")
        let notes = [PackageBuilder.note(1, "a\u{1F}b")]
        try PackageBuilder.first(notes, list: #"{"0":"old.mp3"}"#).write(to: path)
        var error = #expect(throws: ServiceError.self) {
            try AnkiPackage(path: path).write(to: folder.file("out"), newFields: []) { _ in
                NoteEdit(media: [file("old.mp3", "same.mp3")])
            }
        }
        #expect(error?.message.contains("'old.mp3' with different content") == true)
        try PackageBuilder.third(notes, media: ["0": [1]]).write(to: path)
        error = #expect(throws: ServiceError.self) {
            try AnkiPackage(path: path).write(to: folder.file("out"), newFields: []) { _ in
                NoteEdit(media: [file("x.mp3", "same.mp3")])
            }
        }
        #expect(error?.message.contains("an entry '0' that is not in its media list") == true)
        #expect(!folder.names().contains("out"))
    }

    @Test("a package without a media list gets one")
    func noList() throws {
        let path = folder.file("deck.apkg")
        try PackageBuilder.first([PackageBuilder.note(1, "a\u{1F}b")]).replacing("media", nil).write(to: path)
        _ = try AnkiPackage(path: path).write(to: folder.file("out"), newFields: []) { _ in
            NoteEdit(media: [file("x.mp3", "new.mp3")])
        }
        #expect(try AnkiPackage(path: folder.file("out")).contents.media.items.map(\.entry) == ["0"])
    }
}
