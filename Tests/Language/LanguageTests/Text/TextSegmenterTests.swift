import Testing

@testable import Language

@Suite("TextSegmenter")
struct TextSegmenterTests {
    private func words(_ text: String, _ language: String? = "en") -> [String] {
        let scalars = Array(text.unicodeScalars)
        return TextSegmenter(language: language).words(in: scalars)
            .filter { $0.kind != .space }
            .map { string(scalars[$0.range]) }
    }

    private func sentences(_ text: String, _ language: String? = "en") -> [String] {
        let scalars = Array(text.unicodeScalars)
        return TextSegmenter(language: language).sentences(in: scalars).map { string(scalars[$0]) }
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    @Test(
        "words",
        arguments: [
            ("in the house", ["in", "the", "house"]),
            ("It's 3.5, don't!", ["It's", "3.5", ",", "don't", "!"]),
            ("a state-of-the-art rock’n’roll", ["a", "state-of-the-art", "rock’n’roll"]),
            ("one - two--three—four", ["one", "-", "two", "-", "-", "three", "—", "four"]),
            ("$1,234.50 & 10%", ["$", "1,234.50", "&", "10", "%"]),
            ("I ❤️ 👩‍👩‍👧", ["I", "❤️", "👩‍👩‍👧"]),
            ("'quoted'", ["'", "quoted", "'"]),
            ("-x-", ["-", "x", "-"]),
            ("", []),
        ]
    )
    func english(_ text: String, _ expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test("scripts without spaces are segmented with ICU's dictionaries")
    func withoutSpaces() {
        #expect(words("我们在学习中文", "zh") == ["我们", "在", "学习", "中文"])
        #expect(words("きょうはいいてんきです", "ja").count > 2)
        #expect(words("สวัสดีครับ", "th") == ["สวัสดี", "ครับ"])
    }

    @Test(
        "sentences",
        arguments: [
            ("Hello. How are you?  Fine.", ["Hello. ", "How are you?  ", "Fine."]),
            ("Dr. Smith met J. S. Bach. Yes.", ["Dr. Smith met J. S. Bach. ", "Yes."]),
            ("It was I. He left.", ["It was I. ", "He left."]),
            ("Ask Dr.\nSmith is here.", ["Ask Dr.\n", "Smith is here."]),
            ("好。很好！", ["好。", "很好！"]),
            ("See https://x.org/a?b now! Go.", ["See https://x.org/a?b now! ", "Go."]),
            ("(Yes.) No.", ["(Yes.) ", "No."]),
            ("", []),
        ]
    )
    func sentences(_ text: String, _ expected: [String]) {
        #expect(sentences(text) == expected)
    }

    @Test(
        "segments have no gaps, for any text and language",
        arguments: [nil, "en", "zz-nonsense-", "", String(repeating: "a", count: 5000), "ja\u{0}", "th-u-ss-standard"]
    )
    func noGaps(_ language: String?) {
        let texts = [
            "\u{0}\u{1}a\u{300}\u{300}", "\u{200D}\u{FE0F}", "🇩🇪🇫🇷x", "a'''b---c", "\u{10FFFF}\u{E000}", "﷽",
            String(repeating: "a\u{301}-", count: 3000), String(repeating: "ไ", count: 3000),
        ]
        let segmenter = TextSegmenter(language: language)
        for text in texts {
            let scalars = Array(text.unicodeScalars)
            for ranges in [segmenter.words(in: scalars).map(\.range), segmenter.sentences(in: scalars)] {
                #expect(ranges.reduce(0) { $0 == $1.lowerBound ? $1.upperBound : -1 } == scalars.count)
            }
        }
    }

    @Test("the default region of a language")
    func likely() {
        for (tag, plain) in [("ja-JP", "ja"), ("zh-CN", "zh"), ("zh-Hans", "zh"), ("it-IT", "it"), ("pt-BR", "pt")] {
            #expect(TextLanguage.isDefault(tag, for: plain), "\(tag)")
        }
        for (tag, plain) in [("de-AT", "de"), ("zh-TW", "zh"), ("en-AU", "en"), ("a\u{0}", "a")] {
            #expect(!TextLanguage.isDefault(tag, for: plain), "\(tag)")
        }
        #expect(TextLanguage.likely(String(repeating: "a-", count: 1000)) == nil)
    }
}
