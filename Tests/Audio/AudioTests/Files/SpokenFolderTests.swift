import Audio
import LanguageServices
import LanguageServicesTesting
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("A folder of spoken files")
struct SpokenFolderTests {
    /// Speaks, counts the requests, and fails for certain texts.
    private final class Counting: SpeechProvider {
        private let voice = InMemorySpeech(id: "voice")
        private let asked = Mutex<[String]>([])

        var texts: [String] { asked.withLock { $0 }.sorted() }
        var descriptor: ProviderDescriptor { voice.descriptor }

        func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

        func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
            asked.withLock { $0.append(request.text) }
            if request.text == "bad" { throw ServiceError(.providerFailed, "no") }
            return try await voice.synthesize(request)
        }
    }

    private let folder: TemporaryFolder
    private let provider = Counting()

    init() throws { folder = try TemporaryFolder() }

    /// Speaks texts and returns a line for each: the name of its file and whether it was kept.
    private func write(
        _ texts: [String],
        overwrites: Bool = false,
        settings: String = "",
        target: SoundTarget = SoundTarget()
    ) async throws -> [String] {
        let writer = SpeechFileWriter(ProcessedSpeechSource(provider, SpeechPostprocessing()), target: target)
        let request = SpeechRequest(text: "", language: LanguageTag("en"))
        let spoken = try SpokenFolder(
            folder.file("out"),
            request: request,
            by: writer,
            overwrites: overwrites,
            settings: settings
        )
        var lines: [String] = []
        try await spoken.write(texts) { text, result in
            switch result {
            case .success(let spoken):
                lines.append("\(AtomicFile.split(spoken.file ?? "").name)\(spoken.isKept ? " kept" : "")")
            case .failure(let error): lines.append("\(text): \(ServiceError(error).message)")
            }
        }
        return lines
    }

    @Test("each distinct text has a file, and results follow the order of the texts")
    func order() async throws {
        let lines = try await write(["tea", "bad", "milk", "tea", "bad"])
        #expect(lines == ["tea.wav", "bad: no", "milk.wav", "tea.wav", "bad: no"])
        #expect(provider.texts == ["bad", "milk", "tea"])
        #expect(folder.names() == ["out"])
        #expect(TemporaryFolder.names(in: folder.file("out")) == [SpokenFolder.recordName, "milk.wav", "tea.wav"])
    }

    @Test("a second run keeps files that are up to date, and speaks the others")
    func resumed() async throws {
        _ = try await write(["tea", "milk"])
        #expect(try await write(["tea", "milk", "salt"]) == ["tea.wav kept", "milk.wav kept", "salt.wav"])
        #expect(provider.texts == ["milk", "salt", "tea"])
        #expect(try await write(["tea"], settings: "another voice") == ["tea.wav"])
        #expect(try await write(["tea"], settings: "another voice") == ["tea.wav kept"])
        #expect(try await write(["milk"], overwrites: true) == ["milk.wav"])
    }

    @Test("an incomplete file is overwritten")
    func damaged() async throws {
        _ = try await write(["tea"])
        let path = folder.file("out/tea.wav")
        let size = contents(path)?.count
        try #require(truncate(path, 20) == 0)
        #expect(try await write(["tea"]) == ["tea.wav"])
        #expect(contents(path)?.count == size)
    }

    @Test("an item without text keeps its position")
    func items() async throws {
        let writer = SpeechFileWriter(ProcessedSpeechSource(provider, SpeechPostprocessing()))
        let request = SpeechRequest(text: "", language: LanguageTag("en"))
        let spoken = try SpokenFolder(folder.file("out"), request: request, by: writer)
        let remainder = Mutex<[String?]>(["tea", nil, "milk"])
        var order: [String] = []
        try await spoken.write {
            remainder.withLock { $0.isEmpty ? nil : .some($0.removeFirst()) }
        } text: {
            $0
        } receive: { item, result in
            #expect((item == nil) == (result == nil))
            order.append(item ?? "-")
        }
        #expect(order == ["tea", "-", "milk"])
    }

    @Test("an error thrown by the receiver ends the run, and written files stay recorded")
    func ended() async throws {
        let writer = SpeechFileWriter(ProcessedSpeechSource(provider, SpeechPostprocessing()))
        let request = SpeechRequest(text: "", language: LanguageTag("en"))
        let spoken = try SpokenFolder(folder.file("out"), request: request, by: writer)
        await #expect(throws: ServiceError.self) {
            try await spoken.write(["tea", "bad", "milk"]) { _, result in _ = try result.get() }
        }
        #expect(try await write(["tea"]) == ["tea.wav kept"])
    }

    @Test("a folder that cannot be created is an error before anything is spoken")
    func refused() {
        let writer = SpeechFileWriter(ProcessedSpeechSource(provider, SpeechPostprocessing()))
        #expect(throws: ServiceError.self) {
            try SpokenFolder("/dev/null/out", request: SpeechRequest(text: ""), by: writer)
        }
        #expect(provider.texts.isEmpty)
    }

    @Test("several texts in one file follow each other with a pause")
    func recording() async throws {
        let writer = SpeechFileWriter(ProcessedSpeechSource(provider, SpeechPostprocessing()))
        let path = folder.file("a.wav")
        func source(_ text: String) async throws -> SpeechSource {
            try await SpeechSource(provider.synthesize(SpeechRequest(text: text, language: LanguageTag("en"))))
        }
        let first = try await source("tea")
        var recording = try SpeechRecording(path, titled: "tea", format: first.format, by: writer)
        let spoken = [try await recording.append(first), try await recording.append(try await source("milk"))]
        #expect(spoken[0].start == .zero && spoken.map(\.file) == [path, path])
        #expect(spoken[1].start == spoken[0].duration + .milliseconds(300))
        #expect(recording.duration == spoken[1].start + spoken[1].duration)
        #expect(contents(path) == nil)
        try recording.finish()
        #expect(contents(path)?.isEmpty == false)
    }
}
