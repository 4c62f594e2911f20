import DeckSpeech
import Decks
import LanguageServices
import TestSupport
import Testing

@Suite("A run whose output is in use by another run") struct RefusedSpeechTests {
    /// The names in the sound folder, once a file is being written.
    private func beginning(_ folder: String) async throws -> [String] {
        for _ in 0..<20_000 {
            let names = TemporaryFolder.names(in: folder)
            if names.contains(where: { $0.contains(".part-") }) { return names }
            try await Task.sleep(for: .milliseconds(5))
        }
        return []
    }

    @Test("the second run is rejected and leaves the first run's files alone", arguments: [false, true])
    func refused(isPackage: Bool) async throws {
        let bench = try isPackage ? SpeechBench(package: "new.apkg") : SpeechBench([["water", "", ""]])
        let provider = HeldSpeech()
        defer { provider.release() }
        let first = Task { try await bench.speak(provider, [english("Front")]) }
        let folder = try bench.soundFolder().path
        let before = try await beginning(folder)
        #expect(!before.isEmpty)
        let beside = bench.folder.names()
        let second = CountingSpeech()
        let error = await #expect(throws: ServiceError.self) { try await bench.speak(second, [english("Front")]) }
        #expect(error?.code == .unavailable)
        #expect(second.requests.isEmpty)
        #expect(Set(TemporaryFolder.names(in: folder)).isSuperset(of: before))
        #expect(bench.folder.names() == beside)
        provider.release()
        let summary = try await first.value
        #expect(summary.isComplete && summary.notesFailed == 0)
        let sounds = try bench.sounds(isHTML: isPackage)
        #expect(!sounds.isEmpty)
        if !isPackage { #expect(bench.media == sounds) }
    }

    @Test("no journal is left when the sound folder cannot be created")
    func folderless() async throws {
        let bench = try SpeechBench([["water", "", ""]])
        let file = bench.folder.file("out.media")
        try bench.write([["water", "", ""]], to: file)
        let names = bench.folder.names()
        await #expect(throws: ServiceError.self) { try await bench.speak(CountingSpeech()) }
        #expect(bench.folder.names() == names)
    }
}
