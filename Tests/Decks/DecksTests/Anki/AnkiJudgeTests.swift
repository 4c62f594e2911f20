import Foundation
import TestSupport
import Testing

@testable import Decks

/// Runs Anki itself on the packages we write. `.ci/anki-check.sh` installs it and sets the variable.
@Suite(
    "Anki accepts",
    .enabled(if: AnkiJudge.python != nil, AnkiJudge.missing)
)
struct AnkiJudgeTests {
    @Test("packages with filled fields", arguments: [0, 1])
    func filled(run: Int) throws {
        try AnkiJudge.judge { note in
            guard (note.number + run) % 2 == 0 else { return nil }
            let last = note.fields.count - 1
            return NoteEdit(fields: [last: "\(note.fields[last])<b>ñandú</b> &amp; 日本 \u{1F600}"])
        }
    }

    @Test("packages with changed first and sort fields")
    func sorted() throws {
        let hard = [
            "0123", "AT&T", "a &lt; b &#x41; &nbsp;c", "<!-- x --> <img src='a b.jpg'>y<style>p {}</style>z", "x < y",
            "<audio src=a.mp3 controls><div>1</div> ", "<IMG alt=\"no\" SRC=\"Bild.png\"> <br>", "&unknown; <i>t</i>",
            "Ünï <script>if (a > b) {}</script>côdé", "<img><b>q</b>", "[sound:a.mp3]",
            "<object data=\"x.svg\"></object>",
        ]
        var index = 0
        for _ in 0..<3 {
            try AnkiJudge.judge { note in
                defer { index += 1 }
                return NoteEdit(fields: [0: hard[index % hard.count], 1: hard[(index + 1) % hard.count]])
            }
        }
    }

    @Test("packages with new media")
    func media() throws {
        let folder = try TemporaryFolder()
        try Data("ID3 new".utf8).write(to: URL(fileURLWithPath: folder.file("né w.mp3")))
        try Data().write(to: URL(fileURLWithPath: folder.file("empty.mp3")))
        let files = ["né w.mp3", "empty.mp3"].map { MediaFile(name: $0, path: folder.file($0)) }
        try AnkiJudge.judge(media: files) { note in
            NoteEdit(fields: [1: note.fields[1] + files.map { "[sound:\($0.name)]" }.joined()], media: files)
        }
    }

    @Test("packages without any change")
    func unchanged() throws {
        try AnkiJudge.judge { note in NoteEdit(fields: [0: note.fields[0]]) }
    }

    @Test("a large deck")
    func large() throws {
        try AnkiJudge.judge(notes: 20_000, only: ["new.apkg", "old.apkg"]) { note in
            note.fields[1].isEmpty ? NoteEdit(fields: [1: "casa \(note.number)"]) : nil
        }
    }

    @Test("packages with a new field, into a collection without the old ones")
    func newField() throws {
        let folder = try TemporaryFolder()
        let names = try AnkiJudge.make(in: folder, notes: 0)
        for name in names {
            let deck = try AnkiPackage(path: folder.file(name))
            let edited = folder.file("edited-\(name)")
            let count = try deck.write(to: edited, newFields: ["Übersetzung", "Zwei"]) { note in
                note.number == 0 ? NoteEdit(fields: [note.fields.count: "neu"]) : nil
            }
            #expect(count == 1)
            let output = try AnkiJudge.run(["fields", edited, "Übersetzung", "Zwei"])
            #expect(output.status == 0, "\(name): \(output.text)")
        }
    }
}

extension AnkiJudge {
    /// Edits packages of every kind and has Anki compare each with its original.
    static func judge(
        notes: Int = 0,
        only: [String]? = nil,
        media: [MediaFile] = [],
        _ edit: (Note) -> NoteEdit?
    ) throws {
        let folder = try TemporaryFolder()
        let names = try make(in: folder, notes: notes)
        for name in only ?? names {
            var expected = ""
            for file in media {
                let hash = try PrivateFile.fingerprint(file.path).hash
                expected += "media \(hexadecimal(Array(file.name.utf8))) \(hexadecimal(hash))\n"
            }
            var changed = 0
            let deck = try AnkiPackage(path: folder.file(name))
            let edited = folder.file("edited-\(name)")
            let count = try deck.write(to: edited, newFields: []) { note in
                let edit = edit(note)
                let values = (edit?.fields ?? [:]).filter { $0.value != note.fields[$0.key] }
                for (index, value) in values {
                    expected += "\(note.position.description.dropFirst(5)) \(index) \(hexadecimal(Array(value.utf8)))\n"
                }
                changed += values.isEmpty ? 0 : 1
                return edit
            }
            #expect(count == changed)
            try Data(expected.utf8).write(to: URL(fileURLWithPath: folder.file("expected")))
            let output = try run(["compare", folder.file(name), edited, folder.file("expected")])
            #expect(output.status == 0, "\(name): \(output.text)")
        }
    }
}

/// The files that the tests read.
enum Fixtures {
    static func path(_ name: String, file: String = #filePath) -> String {
        URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/\(name)").path
    }
}
