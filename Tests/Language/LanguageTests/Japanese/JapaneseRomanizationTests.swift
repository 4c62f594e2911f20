import LanguageServices
import Testing

@testable import Language

@Suite struct JapaneseRomanizationTests {
    @Test(
        "MeCab reads sentences",
        .enabled(if: MeCab().isAvailable, "needs libmecab"),
        arguments: [
            ("東京へ行きました。", "tōkyō e ikimashita."), ("水", "mizu"), ("私は学生です", "watashi wa gakusei desu"),
            ("思う", "omou"), ("「水」を飲む", "“mizu” o nomu"), ("iPhoneを買った", "iPhone o katta"),
        ]
    )
    func sentences(_ text: String, _ latin: String) throws {
        let reader = MeCab()
        #expect(try reader.romanization(of: text) == latin)
    }

    @Test("text without Japanese has no romanisation", .enabled(if: MeCab().isAvailable, "needs libmecab"))
    func others() throws {
        let reader = MeCab()
        for text in ["", "water", "\u{0}", "😀"] {
            #expect(try reader.romanization(of: text) == nil)
        }
        #expect(try reader.words(of: Array("行きました".unicodeScalars)).first?.lemma == "行く")
    }

    @Test func wordsThatCannotBeReadGiveNothing() {
        let scalars = Array("水と火".unicodeScalars)
        let water = JapaneseWord(range: 0..<1, kana: "ミズ", isEnding: false)
        #expect(JapaneseWord.romanization(of: scalars, words: [water]) == nil)
        let fire = JapaneseWord(range: 2..<3, kana: "ヒ", isEnding: false)
        #expect(JapaneseWord.romanization(of: scalars, words: [water, fire]) == "mizuto hi")
    }
}
