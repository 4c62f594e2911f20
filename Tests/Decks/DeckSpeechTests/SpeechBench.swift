import Audio
import DeckSpeech
import Decks
import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

/// A deck in a folder, and runs that speak it.
struct SpeechBench {
    let folder: TemporaryFolder
    let input: String
    let output: String

    /// A table with the columns Front, Back and Audio.
    init(_ rows: [[String]]) throws {
        folder = try TemporaryFolder()
        input = folder.file("words.tsv")
        output = folder.file("out.tsv")
        try write(rows)
    }

    /// The files in a folder.
    init(_ folder: TemporaryFolder, input: String, output: String) {
        self.folder = folder
        self.input = folder.file(input)
        self.output = folder.file(output)
    }

    /// A package written by Anki.
    init(package name: String) throws {
        folder = try TemporaryFolder()
        input = Repository.path("Tests/Decks/DecksTests/Fixtures/anki/\(name)")
        output = folder.file("out.apkg")
    }

    func write(_ rows: [[String]], to path: String? = nil) throws {
        let lines = [["Front", "Back", "Audio"]] + rows
        try AtomicFile.write(Array(lines.map { $0.joined(separator: "\t") + "\n" }.joined().utf8), to: path ?? input)
    }

    func deck(_ path: String? = nil) throws -> any Deck {
        try DeckOpening.open(path: path ?? input, options: .init(header: .present, hasMarkup: false))
    }

    func soundFolder(_ named: String? = nil) throws -> SoundFolder {
        try SoundFolder(for: deck().info.format, output: output, named: named)
    }

    /// Speaks this deck or another one, and removes temporary files.
    @discardableResult
    func speak(
        _ provider: any SpeechProvider,
        _ fields: [SpokenField] = [SpokenField("Front")],
        of path: String? = nil,
        newFields: [String] = [],
        overwrites: Bool = false,
        style: SpeechStyle = SpeechStyle(format: .wav),
        options: BatchOptions = BatchOptions(),
        reports: SpeechReports = SpeechReports()
    ) async throws -> BatchSummary {
        let folder = try soundFolder()
        let speech = try DeckSpeech(
            deck(path),
            fields: fields,
            newFields: newFields,
            overwrites: overwrites,
            provider: provider,
            style: style,
            folder: folder,
            options: options
        )
        return try await speech.batch.run(output: output, report: reports.add)
    }

    /// The notes in the written deck.
    func notes() throws -> [Note] {
        var notes: [Note] = []
        try deck(output).readNotes { note in
            notes.append(note)
            return true
        }
        return notes
    }

    /// One field from all notes in the written deck.
    func field(_ index: Int) throws -> [String] { try notes().map { $0.fields[index] } }

    /// The sounds that the written deck plays.
    func sounds(isHTML: Bool = false) throws -> [String] {
        try notes().flatMap(\.fields).flatMap { FieldMarkup($0, isHTML: isHTML).sounds }
    }

    /// The names in the media folder, including hidden ones.
    var media: [String] { TemporaryFolder.names(in: folder.file("out.media")) }
}

/// Collects a batch's reports on the notes.
final class SpeechReports: Sendable {
    private let state = Mutex<[NoteReport]>([])
    var all: [NoteReport] { state.withLock { $0 } }
    @Sendable func add(_ report: NoteReport) { state.withLock { $0.append(report) } }
}

func english(_ source: String, into destination: String? = nil) -> SpokenField {
    SpokenField(source, into: destination, voice: FieldVoice(language: LanguageTag("en-GB")))
}

func spanish(_ source: String, into destination: String? = nil) -> SpokenField {
    SpokenField(source, into: destination, voice: FieldVoice(language: LanguageTag("es")))
}
