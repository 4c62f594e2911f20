import Foundation
import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@testable import EspeakSpeech

@Suite("EspeakSpeech")
struct EspeakSpeechTests {
    private let provider = EspeakSpeech(voices: Bundled.voices)

    private func speak(_ text: String, _ language: String = "en-GB", rate: Double? = nil) async throws
        -> SpeechStream.Recording
    {
        let request = SpeechRequest(text: text, language: LanguageTag(language), rate: rate)
        return try await provider.synthesize(request).collect()
    }

    private func failure(_ request: SpeechRequest) async throws -> ServiceError {
        try await #require(throws: ServiceError.self) { _ = try await provider.synthesize(request).collect() }
    }

    @Test("passes the conformance suite")
    func conformance() async {
        let sample = SpeechSample(text: "Hello world, how are you?", language: "en-GB")
        let report = await SpeechConformance(sample: sample, timeLimit: .seconds(60)).check(provider)
        #expect(report.isPassed, "\(report)")
    }

    @Test("a sentence is spoken in mono at 22,050 Hz")
    func sentence() async throws {
        let recording = try await speak("Hello world")
        #expect(recording.format == AudioFormat(sampleRate: 22_050, channels: 1))
        #expect((Duration.milliseconds(500)...Duration.milliseconds(1500)).contains(recording.duration))
        #expect(recording.samples.contains { abs(Int($0)) > 5000 })
        #expect(recording.report.answeredBy == "espeak")
    }

    @Test("the rate changes the duration")
    func rate() async throws {
        let text = "This is a sentence of some length, spoken at several speeds."
        let slow = try await speak(text, rate: 0.5).duration
        let normal = try await speak(text).duration
        let fast = try await speak(text, rate: 2).duration
        #expect(slow > normal * 1.5)
        #expect(fast < normal * 0.7)
    }

    @Test(
        "at every rate, a gap has the requested duration, and the volume is a factor",
        arguments: [0.3, 0.5, 1, 2, 3]
    )
    func gapAndVolume(_ rate: Double) async throws {
        var request = SpeechRequest(text: "one two three", language: LanguageTag("en-GB"), rate: rate)
        request.isDeterministic = true
        let plain = try await provider.synthesize(request).collect()
        request.wordGap = .seconds(1)
        request.marks = [.word]
        let spaced = try await provider.synthesize(request).collect()
        let added = (spaced.duration - plain.duration) / .seconds(1)
        #expect((1.95...2.05).contains(added), "\(added) s at \(rate)")
        for mark in spaced.marks.dropFirst() {
            let before = spaced.samples[max(0, mark.frame - 11_025)..<max(0, mark.frame - 2205)]
            #expect(before.allSatisfy { abs(Int($0)) < 50 }, "\(rate)")
        }
        (request.wordGap, request.marks, request.volume) = (nil, [], 0)
        #expect(try await provider.synthesize(request).collect().samples.allSatisfy { $0 == 0 })
        request.volume = 0.01
        let soft = try await provider.synthesize(request).collect()
        #expect(abs(soft.samples.count - plain.samples.count) < 2205)
    }

    @Test("there is also a gap between two pieces of a long text")
    func gapBetweenPieces() async throws {
        // The first piece ends after the sentence in the middle.
        let text = String(repeating: "go ", count: 250) + "on. " + String(repeating: "stay ", count: 60)
        var request = SpeechRequest(text: text, language: LanguageTag("en-GB"), marks: [.word])
        request.isDeterministic = true
        let plain = try await provider.synthesize(request).collect()
        request.wordGap = .milliseconds(500)
        let spaced = try await provider.synthesize(request).collect()
        let words = plain.marks.count
        try #require(words == 311 && spaced.marks.count == words)
        #expect(abs(spaced.samples.count - plain.samples.count - (words - 1) * 11_025) < 11_025 / 2)
        // Each word is delayed by one gap for each word before it.
        for (index, (one, other)) in zip(plain.marks, spaced.marks).enumerated() {
            #expect(other.frame - one.frame == index * 11_025, "\(index)")
        }
    }

    @Test("speech below espeak-ng's minimum speed is stretched together with its marks")
    func verySlow() async throws {
        let text = "one two three four five six seven eight"
        func hear(_ rate: Double) async throws -> SpeechStream.Recording {
            let request = SpeechRequest(text: text, language: LanguageTag("en-GB"), rate: rate, marks: [.word])
            return try await provider.synthesize(request).collect()
        }
        let slow = try await hear(0.5)
        let slower = try await hear(0.3)
        let ratio = slower.duration / slow.duration
        #expect((1.5...1.8).contains(ratio), "\(ratio)")
        #expect(slower.marks.count == 8)
        for (one, other) in zip(slow.marks, slower.marks) {
            #expect(one.offset == other.offset)
            #expect(abs(Double(other.frame) - Double(one.frame) * ratio) < 22_050 / 5)
        }
    }

    @Test(
        "a request for a missing accent causes an error that lists the available ones",
        arguments: ["en-NZ", "en-ZA"]
    )
    func missingAccent(_ tag: String) async throws {
        let error = try await failure(SpeechRequest(text: "mate", language: LanguageTag(tag)))
        #expect(error.code == .unsupported)
        #expect(error.message == "there is no voice for \(tag)")
        #expect(error.remedy?.contains("en-AU, en-GB") ?? false)
    }

    @Test("both speakers speak each bundled accent", arguments: Fixture.accents)
    func ownAccents(_ tag: String) async throws {
        let byTag = try await speak("mate", tag)
        #expect(byTag.samples.contains { abs(Int($0)) > 5000 })
        #expect(byTag.report.notices.isEmpty)
        let female = SpeechRequest(text: "mate", voice: "\(tag)-female")
        #expect(try await provider.synthesize(female).collect().samples != byTag.samples)
    }

    @Test("each accent has a male and a female voice")
    func genders() async throws {
        let voices = try await provider.voices(matching: VoiceQuery(language: LanguageTag("en")))
        for tag in Fixture.accents {
            #expect(voices.first { $0.id == tag }?.gender == .male)
            #expect(voices.first { $0.id == "\(tag)-female" }?.gender == .female)
        }
        let women = try await provider.voices(matching: VoiceQuery(gender: .female))
        #expect(Set(women.map(\.id)) == Set(Fixture.accents.map { "\($0)-female" }))
        #expect(!voices.contains { $0.id.hasPrefix("own/") })
    }

    @Test("is ready when all accents are linked")
    func status() async {
        #expect(await provider.status() == .ready)
    }

    @Test("a request without a language and a voice is rejected")
    func nothingNamed() async throws {
        #expect(try await failure(SpeechRequest(text: "hi")).code == .invalidRequest)
    }

    @Test("a voice name must match exactly")
    func voices() async throws {
        _ = try await provider.synthesize(SpeechRequest(text: "hi", voice: "gmw/en-GB-scotland")).collect()
        let error = try await failure(SpeechRequest(text: "hi", voice: "gmw/en-GB-scotlan"))
        #expect(error.code == .unsupported)
        #expect(error.message.hasSuffix("did you mean 'gmw/en-GB-scotland'?"))
    }

    @Test("a text without audible content causes an error", arguments: ["...", "-", "—", "\u{200B}", "\u{E000}"])
    func silence(_ text: String) async throws {
        #expect(try await failure(SpeechRequest(text: text, language: LanguageTag("en-GB"))).code == .invalidRequest)
    }

    @Test(
        "texts that crash the library do not affect this process",
        arguments: [
            (String(repeating: "s'", count: 70), "en-GB"), (String(repeating: "a.", count: 90), "en-GB"),
            ("B." + String(repeating: "x", count: 170), "en-GB"), ("“-I", "vi"),
            (String(repeating: "😀", count: 300), "hi"),
            (String(repeating: "a.a.a.a.a. ", count: 40), "en-US"), (String(repeating: "e.g., ", count: 90), "zh"),
        ]
    )
    func nasty(_ text: String, _ language: String) async throws {
        do {
            _ = try await speak(text, language)
        } catch let error as ServiceError {
            #expect(error.code == .providerFailed)
        }
        #expect(try await speak("still here").samples.isEmpty == false)
    }

    @Test("a word that had to be split is reported")
    func notice() async throws {
        let report = try await speak(String(repeating: "x", count: 172)).report
        #expect(report.notices == ["a word of 172 characters was split because it is too long for espeak-ng"])
    }

    @Test("a text that exceeds the limit is rejected, and a shorter one is streamed")
    func limits() async throws {
        let sentence = "This is a sentence, and it talks about the weather. "
        let tooLong = String(repeating: sentence, count: 20_000)
        let error = try await failure(SpeechRequest(text: tooLong, language: LanguageTag("en-GB")))
        #expect(error.code == .limitExceeded)

        let long = String(repeating: sentence, count: 100)
        let one = try await speak(sentence).duration
        let all = try await speak(long).duration
        #expect((one * 80...one * 130).contains(all))
    }

    @Test("200 simultaneous requests get 200 correct answers")
    func concurrency() async throws {
        let words = ["water", "bottle", "thought", "beautiful", "goose", "mouth", "square", "nurse"]
        var expected: [String: Int] = [:]
        for word in words { expected[word] = try await speak(word).samples.count }
        let lengths = try await withThrowingTaskGroup(of: (String, Int).self) { group in
            for index in 0..<200 {
                let word = words[index % words.count]
                group.addTask { (word, try await speak(word).samples.count) }
            }
            return try await group.reduce(into: [(String, Int)]()) { $0.append($1) }
        }
        #expect(lengths.count == 200)
        for (word, length) in lengths {
            // The duration varies by some samples, depending on what the library spoke before.
            let wanted = try #require(expected[word])
            #expect(abs(length - wanted) <= 100, "\(word): \(length) instead of \(wanted)")
        }
    }

    @Test("a cancelled request ends, and the next one is served")
    func cancellation() async throws {
        let text = String(repeating: "This is a long text, and nobody will hear all of it. ", count: 1500)
        let task = Task { try await speak(text) }
        // When another request has been served, the first piece has certainly started.
        _ = try await speak("meanwhile")
        task.cancel()
        let error = await #expect(throws: ServiceError.self) { _ = try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try await speak("and on").samples.isEmpty == false)
    }

    @Test("a killed worker is replaced", .enabled(if: WorkerProcesses.canBeFound, "needs /proc"))
    func killedWorker() async throws {
        for _ in 0..<5 {
            _ = try await speak("hello")
            WorkerProcesses.killAll()
            #expect(try await speak("hello again").samples.isEmpty == false)
        }
    }

    @Test("damaged accent definitions cause an error, not a fallback to another accent")
    func damagedDefinitions() async throws {
        let broken = EspeakSpeech(voices: "/no/such/folder")
        guard case .degraded = await broken.status() else {
            Issue.record("the status does not say that the definitions are missing")
            return
        }
        await #expect(throws: ServiceError.self) {
            _ = try await broken.synthesize(SpeechRequest(text: "hi", language: LanguageTag("en-GB"))).collect()
        }
    }

    @Test("an error in an accent affects only that accent, regardless of the names of other folders")
    func otherMistake() async throws {
        let folder = try TemporaryFolder()
        // Errors contain the path, which includes the folder name of another language.
        let voices = try folder.folder("zxx") + "/Voices"
        try FileManager.default.copyItem(atPath: Bundled.voices, toPath: voices)
        try Data("name\n".utf8).write(to: URL(fileURLWithPath: "\(voices)/en-AU/voice.txt"))
        let provider = EspeakSpeech(voices: voices)
        for (language, code) in [("en-AU", ServiceError.Code.configuration), ("zxx", .unsupported)] {
            let request = SpeechRequest(text: "hi", language: LanguageTag(language))
            let error = await #expect(throws: ServiceError.self) { _ = try await provider.synthesize(request) }
            #expect(error?.code == code, "\(language): \(error?.message ?? "")")
        }
    }

    @Test("the note about the installed library is valid as long as the library's file is unchanged")
    func note() throws {
        let folder = try TemporaryFolder()
        let library = folder.file("libespeak-ng.so")
        try Data([1]).write(to: URL(fileURLWithPath: library))
        var setup = try EspeakWorker().setup
        setup.library = library
        let note = InstalledDataNote(locations: [OverlayLocation(path: folder.path)])
        #expect(note.content == nil)
        note.write(setup)
        let content = try #require(note.content)
        #expect(content == (setup.version, setup.dataFolder))
        try Data([1, 2]).write(to: URL(fileURLWithPath: library))
        #expect(note.content == nil)
    }
}
