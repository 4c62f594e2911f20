import JSON
import LanguageServices
import RemoteSpeech
import TestSupport
import Testing

/// The processing of a text before it is sent.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct TextTests {
    private let server: SpeechServices

    init() throws { server = try SpeechServices() }

    private func inputs(_ how: String = "") async throws -> [String] {
        try await server.log(.openai, how).filter { $0.method == "POST" }
            .map { try #require(try $0.json["input"]?.string) }
    }

    @Test func aLongTextIsCutBehindSentencesAndHeardAsOne() async throws {
        let how = "limit=40,piece=999"
        let provider = try server.provider(.openai, how) { $0.textLimit = 40 }
        let text =
            "Dr. Smith is in. He has time now. Come, please, and bring your papers along with you, will you?  Good."
        let sound = try await provider.say(text)
        let parts = try await inputs(how)
        #expect(
            parts == [
                "Dr. Smith is in. He has time now.", "Come, please, and bring your papers",
                "along with you, will you?", "Good.",
            ]
        )
        let wanted = parts.reduce(0.0) { $0 + 0.05 + 0.03 * Double($1.count) }
        #expect(abs(sound.seconds - wanted) < 0.01, "\(sound.seconds) of \(wanted)")
        #expect(sound.report.attempts.count == 1)
        #expect(sound.report.notices.isEmpty, "speech that meets the request causes no notice")
    }

    @Test func whatCannotBeCutBetweenWordsIsCutAnywhere() async throws {
        let how = "limit=20"
        let provider = try server.provider(.openai, how) { $0.textLimit = 20 }
        _ = try await provider.say(String(repeating: "abcdefg", count: 10))
        let parts = try await inputs(how)
        #expect(parts.joined() == String(repeating: "abcdefg", count: 10))
        #expect(parts.allSatisfy { $0.count <= 20 })
    }

    @Test func theUsualLimitIsThatOfTheService() async throws {
        let text = Array(repeating: "Nine words are in it, and then a stop.", count: 120).joined(separator: " ")
        #expect(text.count > 4096)
        let stream = try await server.provider(.openai).synthesize(
            SpeechRequest(text: text, language: LanguageTag("en-US"))
        )
        var iterator = stream.makeAsyncIterator()
        _ = try await iterator.next()
        let parts = try await inputs()
        #expect(parts.count == 1, "nothing is requested before it is needed")
        #expect(parts.first.map { $0.count > 3900 && $0.count <= 4096 && $0.hasSuffix(".") } == true)
    }

    @Test func partsOfAnotherFormAreNoSpeech() async throws {
        // The first part arrives at 24,000 Hz, and the second one at 8,000 Hz.
        let provider = try server.provider(.openai, "after=1,rate=8000") { $0.textLimit = 20 }
        let error = await provider.failure("This is one. And this is another.")
        #expect(error?.code == .protocolViolation, "\(String(describing: error))")
    }

    @Test func wordsAreRespelled() async throws {
        let provider = try server.provider(.openai)
        var request = SpeechRequest(text: "Siobhán's cat, SIOBHÁN and a siobhánite.", language: LanguageTag("en-US"))
        request.pronunciations = [
            Pronunciation(word: "siobhán", sound: .respelling("wrong")),
            Pronunciation(word: "siobhán", sound: .respelling("shi-vawn")),
            Pronunciation(word: "cat", sound: .respelling("hund"), language: LanguageTag("de")),
            // An entry for a word that is not in the text is harmless.
            Pronunciation(word: "tomato", sound: .ipa("təˈmɑːtəʊ")),
        ]
        _ = try await provider.synthesize(request).collect()
        #expect(try await inputs() == ["shi-vawn's cat, shi-vawn and a siobhánite."])
    }

    @Test(arguments: ["\u{1}\u{2}", "\u{200B}", "\n\t "])
    func whatOnlyLooksLikeATextIsNotSent(_ text: String) async throws {
        let error = await (try server.provider(.openai)).failure(text)
        #expect(error?.code == .invalidRequest, "\(String(describing: error))")
        #expect(try await inputs() == [])
    }

    @Test func silenceInsteadOfAStopIsTheTextsFault() async throws {
        let provider = try server.provider(.openai, "silent")
        #expect(await provider.failure("… ?!")?.code == .invalidRequest)
        #expect(await provider.failure("word")?.code == .protocolViolation)
    }

    @Test func aTextOfHoursIsRefused() async throws {
        let error = await (try server.provider(.openai)).failure(String(repeating: "a ", count: 50_001))
        #expect(error?.code == .limitExceeded)
        #expect(try await inputs() == [])
    }
}
