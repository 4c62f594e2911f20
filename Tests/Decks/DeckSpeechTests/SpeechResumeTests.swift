import Audio
import DeckSpeech
import Decks
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Speaking a deck in several runs") struct SpeechResumeTests {
    private static let rows = (0..<40).map { ["word \($0)", "palabra \($0 / 2)", ""] }

    @Test("a text that cannot be spoken fails only its own note")
    func failing() async throws {
        let bench = try SpeechBench([["water", "agua", ""], ["bad", "malo", ""], ["fire", "bad", ""]])
        let failing = CountingSpeech(failing: { $0 == "bad" ? ServiceError(.providerFailed, "no voice for it") : nil })
        let reports = SpeechReports()
        let summary = try await bench.speak(failing, [english("Front"), english("Back")], reports: reports)
        #expect(summary.isWritten && !summary.isComplete && summary.notesFailed == 2)
        #expect(reports.all.map(\.outcome) == [.ok, .failed, .failed])
        #expect(try bench.notes()[1].fields == ["bad", "malo", ""])
        // Only the failed text is requested again, and only when retries are enabled.
        let second = CountingSpeech()
        try await bench.speak(second, [english("Front"), english("Back")])
        #expect(second.requests.isEmpty)
        try await bench.speak(
            second,
            [english("Front"), english("Back")],
            options: BatchOptions(retriesFailed: true)
        )
        #expect(second.asked == ["en-GB bad"])
        #expect(Set(bench.media) == Set(try bench.sounds()))
    }

    @Test("an error that affects every text ends the run, and the next run resumes")
    func ends() async throws {
        let bench = try SpeechBench(Self.rows)
        var spoken: Set<String> = []
        for _ in 0..<20 {
            let count = CallCounter()
            let provider = CountingSpeech(failing: { _ in
                count.next() > 9 ? ServiceError(.unsupported, "there is no such voice") : nil
            })
            let summary = try await bench.speak(provider, [english("Front"), spanish("Back")])
            let asked = provider.asked.count
            let new = Set(provider.asked)
            if summary.isWritten {
                #expect(summary.interruption == nil)
                #expect(asked <= 9)
                break
            }
            #expect(summary.interruption?.code == .unsupported)
            spoken.formUnion(new)
        }
        #expect(try bench.sounds().count == 80)
        #expect(bench.media.count == 60)
    }

    @Test("existing sounds are reused without a journal, and missing ones are generated again")
    func forgotten() async throws {
        let bench = try SpeechBench(Self.rows)
        let failing = CountingSpeech(failing: { $0 == "word 7" ? ServiceError(.providerFailed, "no") : nil })
        try await bench.speak(failing, [english("Front")])
        let deck = contents(bench.output)
        #expect(bench.media.count == 39)
        // The journal stays, but two sounds are deleted.
        let gone = Array(bench.media.prefix(2))
        for name in gone { unlink(bench.folder.file("out.media/\(name)")) }
        let second = CountingSpeech()
        try await bench.speak(second, [english("Front")])
        #expect(second.requests.count == 2)
        #expect(contents(bench.output) == deck)
        #expect(bench.media.count == 39)
        // The journal is deleted, but the sounds stay.
        let journal = try #require(bench.folder.names().first { $0.hasSuffix("parlance-journal") })
        unlink(bench.folder.file(journal))
        let third = CountingSpeech()
        try await bench.speak(third, [english("Front")])
        #expect(third.asked == ["en-GB word 7"])
        #expect(!bench.folder.names().contains { $0.hasSuffix("parlance-journal") })
    }

    @Test("partial files from a killed run are removed, and an empty file is not a sound")
    func leftovers() async throws {
        let bench = try SpeechBench([["water", "", ""]])
        try await bench.speak(CountingSpeech(), [english("Front")])
        let name = try #require(bench.media.first)
        let part = bench.folder.file("out.media/.\(name).part-1a2b3c")
        let other = bench.folder.file("out.media/.mine.mp3.part-1a2b3c")
        for path in [part, other, bench.folder.file("out.media/keep.mp3")] {
            try AtomicFile.write(Array("x".utf8), to: path)
        }
        try AtomicFile.write([], to: bench.folder.file("out.media/\(name)"))
        let provider = CountingSpeech()
        try await bench.speak(provider, [english("Front")])
        #expect(provider.requests.count == 1)
        #expect(bench.media == [".mine.mp3.part-1a2b3c", "keep.mp3", name].sorted())
        #expect(contents(bench.folder.file("out.media/\(name)"))?.isEmpty == false)
    }

    @Test("a sound with a problem is generated again, and replaced once the cause is fixed")
    func notices() async throws {
        for samples in [1000, 1_100_000] {
            let bench = try SpeechBench([["water", "", ""]])
            let halting = { @Sendable in CountingSpeech(samples: samples, notices: { _ in ["kanji were spelled"] }) }
            try await bench.speak(halting(), [english("Front")])
            let poor = try bench.sounds()
            #expect(bench.media == poor)
            let again = halting()
            try await bench.speak(again, [english("Front")], of: bench.output)
            #expect(again.requests.count == 1)
            #expect(try bench.sounds() == poor)
            let repaired = CountingSpeech(samples: samples)
            try await bench.speak(repaired, [english("Front")], of: bench.output)
            let good = try bench.sounds()
            #expect(good.count == 1 && good != poor)
            let last = CountingSpeech(samples: samples)
            try await bench.speak(last, [english("Front")], of: bench.output)
            #expect(last.requests.isEmpty)
        }
    }

    @Test("a folder that cannot be written ends the run with one error")
    func unwritable() async throws {
        let bench = try SpeechBench(Self.rows)
        try AtomicFile.write(Array("x".utf8), to: bench.folder.file("out.media"))
        let error = await #expect(throws: ServiceError.self) { try await bench.speak(CountingSpeech()) }
        #expect(error?.code == .io)
        #expect(!WholeFile.exists(bench.output))
    }
}
