import Audio
import DeckSpeech
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

/// Runs Anki itself on the decks we write.
@Suite("Anki accepts spoken decks", .enabled(if: AnkiJudge.python != nil, AnkiJudge.missing))
struct AnkiSpeechTests {
    @Test("Anki finds our changes and no others", arguments: [SoundFormat.mp3, .wav])
    func spoken(format: SoundFormat) async throws {
        let folder = try TemporaryFolder()
        for name in try AnkiJudge.make(in: folder, notes: 0) {
            let bench = SpeechBench(folder, input: name, output: "spoken-\(name)")
            let fields =
                name == "genanki.apkg"
                ? [spanish("Question"), english("2", into: "Answer")]
                : [spanish("Front"), english("Back"), english("Text", into: "Back Extra")]
            try await bench.speak(CountingSpeech(), fields, overwrites: true, style: SpeechStyle(format: format))
            let before = try bench.deck()
            let after = try AnkiPackage(path: bench.output)
            var expected = ""
            for (old, new) in zip(try notes(before), try notes(after)) {
                for (index, value) in new.fields.enumerated() where value != old.fields[index] {
                    let id = old.position.description.dropFirst(5)
                    expected += "\(id) \(index) \(AnkiJudge.hexadecimal(Array(value.utf8)))\n"
                }
            }
            #expect(!expected.isEmpty)
            for file in after.contents.media.items where !before.mediaNames.contains(file.name) {
                let copy = folder.file("sound")
                let reader = try ZipReader(after.file, limits: after.limits)
                while let entry = try reader.next() {
                    guard entry.name == file.entry else { continue }
                    var bytes: [UInt8] = []
                    try reader.read(entry) { bytes += $0 }
                    try AtomicFile.write(bytes, to: copy)
                }
                var hash = try PrivateFile.fingerprint(copy).hash
                // For a compressed entry, the hash is in the media list.
                if let listed = file.hash { hash = listed }
                expected += "media \(AnkiJudge.hexadecimal(Array(file.name.utf8))) \(AnkiJudge.hexadecimal(hash))\n"
            }
            try AtomicFile.write(Array(expected.utf8), to: folder.file("expected"))
            let output = try AnkiJudge.run(["compare", bench.input, bench.output, folder.file("expected")])
            #expect(output.status == 0, "\(name): \(output.text)")
            if name.hasSuffix(".apkg") {
                let check = try AnkiJudge.run(["sounds", bench.output])
                #expect(check.status == 0, "\(name): \(check.text)")
            }
        }
    }

    private func notes(_ deck: any Deck) throws -> [Note] {
        var notes: [Note] = []
        try deck.readNotes { note in
            notes.append(note)
            return true
        }
        return notes
    }
}
