import LanguageServices
import TestSupport
import Testing

struct LanguageTagTests {
    @Test(arguments: [
        ("en", "en"), ("EN", "en"), ("en-us", "en-US"), ("EN_us", "en-US"), ("zh-hant-tw", "zh-Hant-TW"),
        ("ZH-HANT-TW", "zh-Hant-TW"), ("es-419", "es-419"), ("cmn-latn-PINYIN", "cmn-Latn-pinyin"), ("qaa", "qaa"),
        ("de-1996", "de-1996"), ("en-gb-scotland", "en-GB-scotland"), ("en-US-nyc", "en-US-nyc"),
        ("de-DE-u-CO-phonebk", "de-DE-u-co-phonebk"), ("en-x-Mine", "en-x-mine"), ("en-x-a", "en-x-a"),
        ("en-a-bbb-x-a-ccc", "en-a-bbb-x-a-ccc"), ("sl-rozaj-biske", "sl-rozaj-biske"), ("en-x-us", "en-x-us"),
        ("zh-yue-HK", "yue-HK"), ("ZH-CMN-hans-cn", "cmn-Hans-CN"), ("en-Latn-x-latn", "en-Latn-x-latn"),
    ])
    func wellFormedTagsBecomeCanonical(text: String, canonical: String) throws {
        let tag = try #require(LanguageTag(text))
        #expect(tag.text == canonical)
        #expect("\(tag)" == canonical)
        #expect(LanguageTag(canonical) == tag)
    }

    @Test(arguments: [
        "", "-", "_", "e", "1", "12", "e1", "en-", "-en", "en--US", "en-US-", "en us", " en", "en\n", "en-\u{0}",
        "en-ü",
        "ën", "toolonglanguage", "en-toolongsub", "x-mine", "en-x", "en-u", "en-a-b-cc", "en-US-GB", "en-US-a",
        "en-*", "*", "en-US;DROP", "日本", "🇦🇺", String(repeating: "a", count: 65),
        "en" + String(repeating: "-abcde", count: 11), "../en", "en/US", "123", "en-1", "en-12",
    ])
    func malformedTagsAreRejected(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test func theLengthLimitIsInclusive() {
        let longest = "en" + String(repeating: "-abcde", count: 10) + "fg"
        #expect(longest.utf8.count == 64)
        #expect(LanguageTag(longest) != nil)
        #expect(LanguageTag(longest + "h") == nil)
    }

    @Test func partsAreKept() throws {
        let tag = try #require(LanguageTag("zh-hant-tw-x-test"))
        #expect(tag.language == "zh")
        #expect(tag.script == "Hant")
        #expect(tag.region == "TW")
        #expect(tag.others == ["x", "test"])
    }

    @Test(arguments: [
        ("en-AU", "en", true), ("en", "en", true), ("en", "en-GB", false), ("zh-Hant-TW", "zh-TW", true),
        ("zh-Hant-TW", "zh-Hant", true), ("zh-TW", "zh-Hant", false), ("en-AU", "en-GB", false), ("eng", "en", false),
        ("de-DE-1996", "de-1996", true), ("de-DE", "de-1996", false), ("es-419", "es", true),
        ("es-MX", "es-419", false),
    ])
    func matching(tag: String, range: String, isMatch: Bool) throws {
        #expect(try #require(LanguageTag(tag)).isMatch(for: #require(LanguageTag(range))) == isMatch)
    }
}
