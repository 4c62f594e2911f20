import LanguageServices
import Testing

@testable import EspeakSpeech

@Suite("Which voice speaks a language")
struct VoiceTableTests {
    private func table() async throws -> VoiceTable {
        VoiceTable(
            accents: try AccentDefinition.readAll(in: Bundled.voices),
            stock: try await EspeakEngine.shared.start().voices
        )
    }

    @Test(
        "each tag gets the voice that is meant",
        arguments: [
            ("en-US", "gmw/en-US"), ("en", "gmw/en-US"), ("en-GB", "gmw/en-GB-x-rp"),
            ("en-GB-scotland", "gmw/en-GB-scotland"),
            ("fr", "roa/fr"), ("fr-BE", "roa/fr-BE"), ("pt", "roa/pt"), ("pt-BR", "roa/pt-BR"), ("es", "roa/es"),
            ("es-MX", "roa/es-419"), ("de", "gmw/de"), ("zh", "sit/cmn-Latn-pinyin"), ("zh-CN", "sit/cmn-Latn-pinyin"),
            ("cmn", "sit/cmn-Latn-pinyin"), ("vi", "aav/vi"), ("no", "gmq/nb"), ("hy", "ine/hy"), ("yue", "sit/yue"),
        ]
    )
    func identifiers(_ tag: String, _ identifier: String) async throws {
        let language = try #require(LanguageTag(tag))
        #expect(try await table().identifier(for: language) == identifier)
    }

    @Test(
        "the accents say 'bath' and 'dance' with their own vowel",
        .enabled(if: EspeakProgram.isInstalled, "the program espeak-ng is not installed"),
        arguments: [("en-GB", "ɑː", "æ"), ("en-US", "æ", "ɑː")]
    )
    func vowels(_ tag: String, _ vowel: String, _ other: String) async throws {
        // The voice that the table names is the one that is heard: the worker verifies its identifier.
        let language = try #require(LanguageTag(tag))
        let identifier = try #require(try await table().identifier(for: language))
        for word in ["bath", "dance"] {
            let phonemes = EspeakProgram.phonemes(of: word, voice: identifier)
            #expect(phonemes.contains(vowel) && !phonemes.contains(other), "\(tag) \(word): \(phonemes)")
        }
    }

    @Test(
        "no other voice is put in the place of one that is not there",
        arguments: [
            "en-AU", "en-IE", "en-NZ", "fr-CA", "de-AT", "zh-TW", "qaa", "xx",
        ]
    )
    func missing(_ tag: String) async throws {
        let language = try #require(LanguageTag(tag))
        #expect(try await table().identifier(for: language) == nil)
    }

    @Test("without our accents, no English of espeak-ng's calls itself en-GB or plain English")
    func withoutAccents() async throws {
        let bare = VoiceTable(accents: [], stock: try await EspeakEngine.shared.start().voices)
        for tag in ["en-GB", "en"] {
            #expect(bare.identifier(for: try #require(LanguageTag(tag))) == nil)
        }
        #expect(bare.identifier(for: try #require(LanguageTag("en-US"))) == "gmw/en-US")
    }

    @Test("voices are named by accent or identifier")
    func names() async throws {
        let table = try await table()
        #expect(table.identifier(named: "en-GB") == "gmw/en-GB-x-rp")
        #expect(table.identifier(named: "gmw/en") == "gmw/en")
        #expect(table.identifier(named: "nobody") == nil)
        #expect(table.identifier(named: "!v/f1") == nil)
    }

    @Test("the hint names every English there is")
    func hint() async throws {
        let table = try await table()
        let (australian, unknown) = (try #require(LanguageTag("en-AU")), try #require(LanguageTag("xx")))
        let hint = try #require(table.hint(for: australian))
        #expect(hint.contains("en-GB") && hint.contains("en-US"))
        #expect(table.hint(for: unknown) == nil)
    }
}
