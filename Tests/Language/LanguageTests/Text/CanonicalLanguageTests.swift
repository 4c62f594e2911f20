import Language
import Testing

@Suite struct CanonicalLanguageTests {
    @Test(arguments: [
        ("deu", "de"), ("ger", "de"), ("eng", "en"), ("swh", "sw"), ("kmr", "ku"), ("ckb", "ckb"), ("epo", "eo"),
        ("iw", "he"),
        ("zh-TW", "zh-TW"), ("srp-Latn", "sr-Latn"), ("cmn-Hans", "zh-Hans"),
    ])
    func codesOfThreeLettersBecomeTheUsualOnes(code: String, tag: String) {
        #expect(TextLanguage.canonical(code) == tag)
    }

    @Test(arguments: ["", "x_y", "a\0b", String(repeating: "a", count: 200), "-", "12"])
    func whatIsNoTagIsNone(code: String) {
        #expect(TextLanguage.canonical(code) == nil)
    }

    @Test func otherEncodingsAreRead() {
        #expect(CharacterEncoding.utf8([0xB2, 0xC8, 0x0A][...], from: "EUC-JP") == Array("家\n".utf8))
        #expect(CharacterEncoding.utf8([0xFF, 0x41][...], from: "EUC-JP") == Array("\u{FFFD}A".utf8))
        #expect(CharacterEncoding.utf8([][...], from: "EUC-JP") == [])
        #expect(CharacterEncoding.utf8([0x41][...], from: "no such encoding") == nil)
    }
}
