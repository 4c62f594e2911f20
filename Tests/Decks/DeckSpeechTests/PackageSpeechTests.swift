import Audio
import DeckSpeech
import Decks
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Speaking an Anki package", .serialized) struct PackageSpeechTests {
    private static let fields = [english("Back", into: "Front")]

    private func media(_ path: String) throws -> Set<String> { try DeckOpening.open(path: path).mediaNames }

    @Test("sounds are added to the package and its media list", arguments: ["new.apkg", "old.apkg"])
    func taken(name: String) async throws {
        let bench = try SpeechBench(package: name)
        let before = contents(bench.input)
        let old = try media(bench.input)
        let provider = CountingSpeech()
        let summary = try await bench.speak(provider, [spanish("Front"), english("Back")])
        #expect(summary.notesChanged > 0 && summary.isComplete)
        let ours = Set(try bench.sounds(isHTML: true)).subtracting(old)
        #expect(ours.count == provider.requests.count)
        #expect(try media(bench.output) == old.union(ours))
        #expect(bench.folder.names() == ["out.apkg"])
        #expect(contents(bench.input) == before)
        // When it runs on its own output, there is nothing to do.
        let again = CountingSpeech()
        let second = try await bench.speak(again, [spanish("Front"), english("Back")], of: bench.output)
        #expect(again.requests.isEmpty && second.notesChanged == 0)
    }

    @Test("a sound already in the package is reused, even if it would differ now")
    func present() async throws {
        let bench = try SpeechBench(package: "new.apkg")
        try await bench.speak(CountingSpeech(), [english("Back")])
        let first = try bench.notes().map(\.fields)
        let names = try media(bench.output)
        // The sound is removed from a note, and the text would now be spoken differently.
        let stripped = bench.folder.file("stripped.apkg")
        _ = try bench.deck(bench.output).write(to: stripped, newFields: []) { note in
            NoteEdit(fields: [
                1: FieldMarkup(note.fields[1], isHTML: true).inserting(sounds: []) { $0.hasSuffix(".wav") }
            ]
            )
        }
        let provider = CountingSpeech(samples: 2000)
        try await bench.speak(provider, [english("Back")], of: stripped)
        #expect(provider.requests.isEmpty)
        #expect(try media(bench.output) == names)
        let sounds = try bench.notes().map { FieldMarkup($0.fields[1], isHTML: true).sounds }
        #expect(sounds == first.map { FieldMarkup($0[1], isHTML: true).sounds })
    }

    @Test("sounds are kept beside the output until the package is complete")
    func staged() async throws {
        let bench = try SpeechBench(package: "new.apkg")
        let staging = ".out.apkg.parlance-media"
        let count = CallCounter()
        let ending = CountingSpeech(failing: { _ in
            count.next() > 2 ? ServiceError(.quotaExceeded, "enough for today") : nil
        })
        let summary = try await bench.speak(ending, [spanish("Front"), english("Back")])
        #expect(!summary.isWritten)
        #expect(bench.folder.names() == [".out.apkg.parlance-journal", staging])
        let kept = TemporaryFolder.names(in: bench.folder.file(staging))
        #expect(kept.count == 2)
        // A run may have been killed while writing the package.
        try AtomicFile.write([1], to: bench.folder.file(".out.apkg.part-1a2b3c"))
        let provider = CountingSpeech()
        try await bench.speak(provider, [spanish("Front"), english("Back")])
        #expect(Set(ending.asked.filter { provider.asked.contains($0) }).count <= ending.requests.count - 2)
        #expect(bench.folder.names() == ["out.apkg"])
        #expect(try media(bench.output).isSuperset(of: kept))
    }

    @Test("a sound that would reveal hidden cloze text gives a warning")
    func cloze() throws {
        let bench = try SpeechBench(package: "new.apkg")
        func notices(_ fields: [SpokenField]) throws -> [String] {
            try DeckSpeech(bench.deck(), fields: fields, provider: CountingSpeech(), folder: bench.soundFolder()).notes
                .notices
        }
        #expect(try notices([english("Text")]).count == 1)
        #expect(try notices([english("Text", into: "Back Extra")]).isEmpty)
        #expect(try notices([english("Front")]).isEmpty)
    }

    @Test("a note that has fewer fields than its type is skipped")
    func short() throws {
        let bench = try SpeechBench(package: "new.apkg")
        let notes = try DeckSpeech(
            bench.deck(),
            fields: [english("Front", into: "Back")],
            provider: CountingSpeech(),
            folder: bench.soundFolder()
        ).notes
        let type = try #require(bench.deck().info.noteTypes.firstIndex { $0.fields == ["Front", "Back"] })
        func assignment(_ fields: String...) -> NoteAssignment {
            notes.assignment(for: Note(number: 0, position: "here", type: type, fields: fields))
        }
        #expect(assignment("water") == .skip(.noField))
        guard case .work(let texts) = assignment("water", "") else {
            Issue.record("an intact note is not spoken")
            return
        }
        #expect(texts.count == 1)
    }

    @Test("a sound folder is rejected for packages, and required when the output is a pipe")
    func folders() throws {
        #expect(throws: ServiceError.self) { try SoundFolder(for: .apkg, output: "a.apkg", named: "sounds") }
        #expect(throws: ServiceError.self) { try SoundFolder(for: .tsv, output: "/dev/stdout") }
        #expect(try SoundFolder(for: .tsv, output: "/dev/stdout", named: "s/").path == "s")
        #expect(try SoundFolder(for: .tsv, output: "a/b.c.tsv").path == "a/b.c.media")
        #expect(try SoundFolder(for: .tsv, output: "a.b/.tsv").path == "a.b/.tsv.media")
        #expect(try SoundFolder(for: .apkg, output: "a/b.apkg").path == "a/.b.apkg.parlance-media")
        let first = try SoundFolder(for: .apkg, output: "/dev/null")
        try first.make()
        var status = stat()
        #expect(stat(first.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        first.finish(isComplete: false)
        #expect(!Folder.exists(first.path))
    }
}
