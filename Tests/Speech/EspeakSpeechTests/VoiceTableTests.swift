import LanguageServices
import Testing

@testable import EspeakSpeech

@Suite("Selection of the voice for a language")
struct VoiceTableTests {
    private func table() async throws -> VoiceTable {
        VoiceTable(
            accents: try AccentDefinition.readAll(in: Bundled.voices).map(\.summary),
            stock: try await EspeakEngine.shared.voices(),
            isBuilt: true
        )
    }

    @Test(
        "each tag selects its voice",
        arguments: [
            ("en-US", "own/en-us"), ("en", "own/en-us"), ("en-GB", "own/en-gb"), ("en-AU", "own/en-au"),
            ("en-IE", "own/en-ie"),
            ("en-GB-scotland", "gmw/en-GB-scotland"),
            ("fr", "roa/fr"), ("fr-BE", "roa/fr-BE"), ("pt", "roa/pt"), ("pt-BR", "roa/pt-BR"), ("es", "roa/es"),
            ("es-MX", "roa/es-419"), ("de", "gmw/de"), ("zh", "sit/cmn-Latn-pinyin"), ("zh-CN", "sit/cmn-Latn-pinyin"),
            ("cmn", "sit/cmn-Latn-pinyin"), ("ja-JP", "jpx/ja"), ("de-DE", "gmw/de"), ("it-IT", "roa/it"),
            ("vi", "aav/vi"), ("no", "gmq/nb"), ("hy", "ine/hy"), ("yue", "sit/yue"),
        ]
    )
    func identifiers(_ tag: String, _ identifier: String) async throws {
        let language = try #require(LanguageTag(tag))
        #expect(try await table().identifier(for: language) == identifier)
    }

    @Test(
        "a missing voice is not replaced with another one",
        arguments: [
            "en-NZ", "en-ZA", "fr-CA", "de-AT", "zh-TW", "qaa", "xx",
        ]
    )
    func missing(_ tag: String) async throws {
        let language = try #require(LanguageTag(tag))
        #expect(try await table().identifier(for: language) == nil)
    }

    @Test("without the bundled accents, none of espeak-ng's English voices is used for en-GB or plain English")
    func withoutAccents() async throws {
        let bare = VoiceTable(accents: [], stock: try await EspeakEngine.shared.voices(), isBuilt: false)
        for tag in ["en-GB", "en"] {
            #expect(bare.identifier(for: try #require(LanguageTag(tag))) == nil)
        }
        #expect(bare.identifier(for: try #require(LanguageTag("en-US"))) == "gmw/en-US")
    }

    @Test("without an overlay, an accent uses the voice named in its definition, if any")
    func unbuilt() async throws {
        let table = VoiceTable(
            accents: try AccentDefinition.readAll(in: Bundled.voices).map(\.summary),
            stock: try await EspeakEngine.shared.voices(),
            isBuilt: false
        )
        for (tag, voice) in [("en-GB", "gmw/en-GB-x-rp"), ("en-US", "gmw/en-US"), ("en-AU", nil), ("en-IE", nil)] {
            #expect(table.identifier(for: try #require(LanguageTag(tag))) == voice)
        }
        #expect(!table.voices(provider: "x").contains { $0.id == "en-AU" || $0.id == "en-GB-female" })
    }

    @Test("voices are selected by accent or identifier")
    func names() async throws {
        let table = try await table()
        #expect(table.identifier(named: "en-GB") == "own/en-gb")
        #expect(table.identifier(named: "EN-au-Female") == "own/en-au-female")
        #expect(table.identifier(named: "own/en-AU") == nil)
        #expect(table.identifier(named: "gmw/en") == "gmw/en")
        #expect(table.identifier(named: "nobody") == nil)
        #expect(table.identifier(named: "!v/f1") == nil)
    }

    @Test("the hint lists every variety of English")
    func hint() async throws {
        let table = try await table()
        let (zealand, unknown) = (try #require(LanguageTag("en-NZ")), try #require(LanguageTag("xx")))
        let hint = try #require(table.hint(for: zealand))
        #expect(hint.contains("en-GB") && hint.contains("en-US"))
        #expect(table.hint(for: unknown) == nil)
    }
}
