import JSON
import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@testable import RemoteSpeech

/// The start time of each word, from a service that reports it.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct MarksTests {
    private let server: SpeechServices

    init() throws { server = try SpeechServices() }

    private func speak(
        _ text: String,
        _ kinds: Set<SpeechMark.Kind> = [.word],
        _ how: String = "",
        rate: Double? = nil,
        pronunciations: [Pronunciation] = [],
        limit: Int? = nil
    ) async throws -> SpeechStream.Recording {
        let provider = try server.provider(.elevenlabs, how) { $0.textLimit = limit }
        return try await provider.synthesize(
            SpeechRequest(
                text: text,
                language: LanguageTag("en-US"),
                rate: rate,
                pronunciations: pronunciations,
                marks: kinds
            )
        ).collect()
    }

    /// The marks, each with its text and its time in hundredths of a second.
    private func shown(_ sound: SpeechStream.Recording, _ text: String) -> [String] {
        sound.marks.map { mark in
            let part = mark.range(in: text).map { String(text[$0]) } ?? "?"
            let time = Int((Double(mark.frame) / Double(sound.format.sampleRate) * 100).rounded())
            return "\(mark.kind.rawValue.prefix(1)) \(part) \(time)"
        }
    }

    @Test func wordsAndSentencesAreHeardWhenTheServiceSays() async throws {
        let text = "  Hello there. I see\u{0} 3 cats!"
        let sound = try await speak(text, [.word, .sentence])
        // Each character takes 3 hundredths of a second; the leading space and the NUL are not spoken.
        #expect(
            shown(sound, text) == [
                "s Hello there. 0", "w Hello 0", "w there 18", "s I see\u{0} 3 cats! 39", "w I 39", "w see 45",
                "w 3 57",
                "w cats 63",
            ]
        )
        #expect(
            try await server.log(.elevenlabs).last?.target.hasSuffix("/with-timestamps?output_format=pcm_22050") == true
        )
        #expect(abs(sound.seconds - 0.05 - 0.03 * 26) < 0.01)
    }

    @Test func placesCountInTheTextAsItWasGiven() async throws {
        let text = "e\u{301}te\u{301} – Siobhán's cat"
        let sound = try await speak(
            text,
            pronunciations: [Pronunciation(word: "siobhán", sound: .respelling("shi vawn"))]
        )
        #expect(shown(sound, text) == ["w e\u{301}te\u{301} 0", "w Siobhán's 24", "w cat 57"])
    }

    @Test func marksGoOnFromPartToPart() async throws {
        let text = "This is one. And this is two."
        let sound = try await speak(text, limit: 20)
        #expect(try await server.log(.elevenlabs).count { $0.method == "POST" } == 2)
        // The first part lasts 41 hundredths of a second.
        let wanted = ["w This 0", "w is 15", "w one 24", "w And 41", "w this 53", "w is 68", "w two 77"]
        #expect(shown(sound, text) == wanted)
    }

    @Test(arguments: [0.5, 2])
    func marksMoveWithTheSound(_ rate: Double) async throws {
        let text = "Some words to be heard in time"
        let normal = try await speak(text)
        let sound = try await speak(text, rate: rate)
        #expect(sound.marks.count == normal.marks.count)
        for (moved, mark) in zip(sound.marks, normal.marks) {
            #expect(abs(Double(moved.frame) - Double(mark.frame) / rate) < 1000, "\(moved.frame) of \(mark.frame)")
        }
    }

    @Test func aStreamWithMarksKeepsTheRules() async throws {
        let suite = SpeechConformance(sample: .init(text: "Hello world.", language: "en-US"), timeLimit: .seconds(120))
        let report = await suite.check(try server.provider(.elevenlabs, "late=1"))
        #expect(report.isPassed, "\(report)")
        #expect(report.verdicts.count > 30)
    }

    @Test func timesBehindTheEndStayInTheSound() async throws {
        let sound = try await speak("one two three", [.word], "late=1000000")
        #expect(sound.marks.count == 3)
        #expect(sound.marks.allSatisfy { $0.frame <= sound.samples.count })
    }

    @Test(arguments: [
        ("othertext", "another text"), ("notimes", "without the times"), ("times=words", "invalid times"),
        ("nobase", "without sound"), ("silent", "without sound"), ("json=other", "without sound"),
        ("html", "web page"),
    ])
    func whatIsNotAboutTheTextIsAnError(_ how: String, _ words: String) async throws {
        let error = try #require(await #expect(throws: ServiceError.self) { try await speak("one two", [.word], how) })
        #expect(error.code == .protocolViolation, "\(error)")
        #expect(error.message.contains(words), "\(error)")
        #expect(error.outcomeUnknown)
    }

    @Test func phonemesAreForAnotherProvider() async throws {
        let error = try #require(
            await #expect(throws: ServiceError.self) { try await speak("one", [.word, .phoneme]) }
        )
        #expect(error.code == .unsupported)
        #expect(try await server.log(.elevenlabs).isEmpty)
    }

    @Test(arguments: [
        ("", [] as [UInt8]?), ("TQ==", [77]), ("TWE=", [77, 97]), ("TWFu", [77, 97, 110]),
        ("TW\nFu TQ", [77, 97, 110, 77]),
        ("T", nil), ("T*Fu", nil), ("TQ==TQ==", nil), ("é", nil),
    ])
    func textBecomesBytes(_ text: String, _ bytes: [UInt8]?) {
        #expect(Base64.bytes(text) == bytes)
    }
}
