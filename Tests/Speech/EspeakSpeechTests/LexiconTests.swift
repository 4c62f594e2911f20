import LanguageServices
import Testing

@testable import EspeakSpeech

@Suite("Lexicon")
struct LexiconTests {
    private func ipa(_ text: String, _ language: String, _ list: String) async throws -> [String] {
        let request = SpeechRequest(
            text: text,
            language: LanguageTag(language),
            pronunciations: try Pronunciation.list(Array(list.utf8), name: "list"),
            marks: [.word]
        )
        let heard = try await EspeakSpeech(voices: Bundled.voices).synthesize(request).collect()
        let scalars = Array(text.unicodeScalars)
        return heard.marks.map { mark in
            let word = scalars[mark.offset..<(mark.offset + mark.length)].map { String($0) }.joined()
            return "\(word) \(mark.ipa ?? "")"
        }
    }

    @Test(
        "words are pronounced as listed, and marked at their positions",
        arguments: [
            (
                "en-GB", "Siobhan's tomato", "siobhan = shi-vawn\ntomato = /təˈmeɪtəʊ/",
                ["Siobhan's ʃɪˈvɔːnz", "tomato təˈmeɪtəʊ"]
            ),
            ("en-AU", "the goat", "goat = /ɡəʊt/", ["the ðə", "goat ˈɡəʉt"]),
            ("en-IE", "the goat", "goat = [ɡoːt]", ["the d̪ə", "goat ˈɡoːt"]),
            ("en-US", "Ross's car", "ross = /ˈɹɑs/", ["Ross's ˈɹɑːsɪz", "car ˈkɑːɹ"]),
            ("en-US", "no change", "[en-GB]\nchange = /ˈtʃɑːndʒ/\n[fr]\nno = oui", ["no ˈnoʊ", "change ˈtʃeɪndʒ"]),
            ("en-GB", "US or us", "US = yoo ess", ["US ˈjuː ˈes", "or ɔːɹ", "us əs"]),
            ("de", "Das Haus", "haus = Hof", ["Das das", "Haus ˈhoːf"]),
        ] as [(String, String, String, [String])]
    )
    func spoken(_ language: String, _ text: String, _ list: String, _ expected: [String]) async throws {
        #expect(try await ipa(text, language, list) == expected)
    }

    @Test("'one' also has its own vowel in numbers, and no other word has it", arguments: ["en-GB", "en-AU", "en-IE"])
    func numbers(_ accent: String) async throws {
        let heard = try await ipa("1 21 100 one want swan", accent, "")
        let vowel = accent == "en-AU" ? "ɐ" : "ʌ"
        #expect(heard.prefix(4).allSatisfy { $0.contains("w\(vowel)n") }, "\(heard)")
        #expect(heard.suffix(2).allSatisfy { !$0.contains(vowel) }, "\(heard)")
    }

    @Test("brackets in the user's text are not read as phonemes, with or without a lexicon")
    func brackets() async throws {
        let text = "x [[h@'loU]] y"
        let plain = try await ipa(text, "en-GB", "")
        let other = try await ipa(text + " tomato", "en-GB", "tomato = /təˈmeɪtəʊ/")
        #expect(other.count > plain.count - 3 && !other.contains { $0.contains("həˈləʊ") })
    }

    @Test("IPA for another language or for a stock voice causes an error with a remedy")
    func refused() async throws {
        for (language, list) in [("en-GB", "a = /ǃa/"), ("en-GB", "a = /./"), ("de", "a = /aː/")] {
            let error = await #expect(throws: ServiceError.self) { _ = try await ipa("a", language, list) }
            #expect(error?.code == .invalidRequest || error?.code == .unsupported)
        }
        let long = "a = /" + String(repeating: "bə", count: 40) + "/"
        await #expect(throws: ServiceError.self) { _ = try await ipa("a", "en-GB", long) }
    }

    @Test("a provider's lexicon is read from its file, and a missing file causes an error")
    func file() async throws {
        let provider = EspeakSpeech(voices: Bundled.voices, lexicon: "/nonexistent/words.txt")
        let request = SpeechRequest(text: "a", language: LanguageTag("en-GB"))
        let error = await #expect(throws: ServiceError.self) { _ = try await provider.synthesize(request) }
        #expect(error?.code == .io)
    }
}
