import Testing

@testable import Language

@Suite("HeadwordFolding")
struct HeadwordFoldingTests {
    private func key(_ text: String, _ language: String = "en") -> String {
        HeadwordFolding(language: language).key(text)
    }

    @Test(
        "keys",
        arguments: [
            // ASCII
            ("house", "house"), ("House", "house"), ("HOUSE", "house"), ("ice cream", "icecream"),
            ("ice-cream", "icecream"), ("don't", "dont"), ("3.5", "35"), ("C++", "c++"), ("A$", "a$"),
            ("a\u{0}b", "ab"),
            ("a\tb\r\nc", "abc"), ("rock 'n' roll", "rocknroll"), ("(to) go!", "togo"),
            // Latin
            ("naïve", "naive"), ("nai\u{308}ve", "naive"), ("Straße", "strasse"), ("STRAẞE", "strasse"),
            ("cœur", "coeur"), ("CŒUR", "coeur"), ("Ærø", "aero"), ("Łódź", "lodz"), ("Đà Nẵng", "danang"),
            ("ðóttir", "dottir"),
            ("Þór", "thor"), ("ﬁn", "fin"), ("ＡＢＣ", "abc"), ("don’t", "dont"), ("donʼt", "dont"), ("l’été", "lete"),
            ("co\u{AD}operate", "cooperate"), ("über\u{2011}haupt", "uberhaupt"), ("niño", "nino"), ("Ħal", "hal"),
            ("ŋ", "n"), ("col·legi", "collegi"), ("x²", "x2"), ("§ 5", "5"), ("ĳs", "ijs"),
            // Turkish: one key for dotted and dotless
            ("İstanbul", "istanbul"), ("Isparta", "isparta"), ("ısparta", "isparta"), ("ISPARTA", "isparta"),
            // Greek
            ("Λόγος", "λογοσ"), ("ΛΟΓΟΣ", "λογοσ"), ("ᾳδῃ", "αδη"), ("ΐ", "ι"),
            // Cyrillic
            ("ёлка", "елка"), ("Ёлка", "елка"), ("йод", "йод"), ("за́мок", "замок"), ("їжак", "їжак"),
            ("м'ята", "мята"), ("мʼята", "мята"), ("ўсё", "ўсе"), ("ќерка", "ќерка"), ("и\u{306}од", "йод"),
            // Hebrew and Arabic
            ("שָׁלוֹם", "שלום"), ("מַ־ה", "מה"), ("صه״יל", "صهיל"), ("كِتَابٌ", "كتاب"), ("كـتـاب", "كتاب"), ("أُمّ", "ام"),
            ("إلى", "الي"), ("مدرسة", "مدرسه"), ("ﻻ", "لا"), ("کتاب", "كتاب"),
            // Marks that are letters
            ("ガラス", "ガラス"), ("ｶﾞﾗｽ", "ガラス"), ("か\u{3099}", "が"), ("ラーメン", "ラーメン"), ("ひらがな", "ひらがな"),
            ("アイス・クリーム", "アイスクリーム"), ("हिन्दी", "हिन्दी"), ("น้ำ", "น\u{E49}ํา"), ("한국어", "한국어"),
            ("\u{1112}\u{1161}\u{11AB}", "한"), ("தமிழ்", "தமிழ்"), ("日本語", "日本語"), ("你好！", "你好"), ("々", "々"),
            // Nothing but punctuation
            ("", ""), ("   ", ""), ("\u{0}\u{1}", ""), ("\u{200B}\u{AD}", ""), ("?", "?"), (" ?! ", "?!"), ("…", "..."),
            ("\u{301}", "\u{301}"), ("-", "-"), ("👩‍👩‍👧", "👩👩👧"), ("❤️", "❤"),
        ] as [(String, String)]
    )
    func keys(_ text: String, _ expected: String) {
        let key = key(text)
        #expect(Array(key.unicodeScalars) == Array(expected.unicodeScalars), "\(text)")
    }

    @Test("folding is idempotent", arguments: HostileTexts.all)
    func idempotence(_ text: String) {
        let once = key(text)
        #expect(key(once) == once)
    }

    @Test("case makes no difference", arguments: HostileTexts.all)
    func letterCase(_ text: String) {
        // Swift's case mapping is that of the root locale, so Turkish texts are excluded.
        #expect(key(text.lowercased()) == key(text))
    }

    @Test("a key has no white space", arguments: HostileTexts.all)
    func spaces(_ text: String) {
        #expect(!key(text).unicodeScalars.contains { $0.properties.isWhitespace })
    }

    @Test("long texts")
    func long() {
        let letters = String(repeating: "Ab ", count: 400_000)
        #expect(key(letters).utf8.count == 800_000)
        let accents = String(repeating: "é ", count: 400_000)
        #expect(key(accents).utf8.count == 400_000)
        // Many marks in non-canonical order take only linear time.
        let flood = "x" + String(repeating: "\u{301}\u{323}", count: 300_000)
        #expect(key(flood) == "x")
        #expect(key(String(flood.dropFirst())).unicodeScalars.count <= 30)
    }

    @Test("can be used concurrently")
    func threads() async {
        let folding = HeadwordFolding(language: "de")
        let keys = await withTaskGroup(of: String.self) { group in
            for _ in 0..<64 { group.addTask { folding.key("Füße-Größe") } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(keys == ["fussegrosse"])
    }

    @Test(
        "an invalid language is harmless",
        arguments: ["", "x", "\u{0}", "de-AT", "zz_ZZ", String(repeating: "a", count: 999)]
    )
    func languages(_ language: String) {
        #expect(key("Häuser", language) == "hauser")
    }
}
