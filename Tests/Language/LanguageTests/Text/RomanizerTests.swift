import Language
import Testing

@Suite struct RomanizerTests {
    private struct Word: Sendable, CustomTestStringConvertible {
        let text: String
        let language: String
        let latin: String
        var testDescription: String { "\(text) (\(language))" }

        init(_ text: String, _ language: String, _ latin: String) {
            (self.text, self.language, self.latin) = (text, language, latin)
        }
    }

    private static let words = [
        Word("水", "zh", "shuǐ"), Word("你好", "zh", "nǐhǎo"), Word("我们喝水。", "zh", "wǒmen hēshuǐ."),
        Word("西安", "zh", "xī'ān"), Word("这里有3本书。", "zh-Hans", "zhèlǐ yǒu 3 běn shū."),
        Word("みず", "ja", "mizu"), Word("とうきょう", "ja", "tōkyō"), Word("がっこう", "ja", "gakkō"),
        Word("しんいち", "ja", "shin'ichi"), Word("マッチ", "ja", "matchi"), Word("コーヒー", "ja", "kōhī"),
        Word("パーティー", "ja", "pātī"), Word("ヴァイオリン", "ja", "vaiorin"), Word("おおさか", "ja", "ōsaka"),
        Word("つづく", "ja", "tsuzuku"), Word("きゅうり", "ja", "kyūri"), Word("えんぴつ", "ja", "enpitsu"),
        Word("ﾃﾚﾋﾞ", "ja", "terebi"), Word("おねえさん", "ja", "onēsan"), Word("ジュース", "und", "jūsu"),
        Word("вода", "ru", "voda"), Word("хорошо", "ru", "khorosho"), Word("щука", "ru", "shchuka"),
        Word("щастя", "uk", "shchastya"), Word("България", "bg", "Bŭlgariya"), Word("Љубав", "sr", "Ljubav"),
        Word("вада", "be", "vada"), Word("дом", "os", "dom"),
        Word("νερό", "el", "neró"), Word("ευχαριστώ", "el", "efcharistó"),
        Word("مرحبا", "ar", "mrḥbā"), Word("كِتَاب", "ar", "kitāb"), Word("شَمْس", "ar", "shams"),
        Word("שלום", "he", "shlwm"), Word("물", "ko", "mul"), Word("한국", "ko", "hanguk"),
        Word("국민", "ko", "gungmin"), Word("독립", "ko", "dongnip"), Word("좋아요", "ko", "joayo"),
        Word("같이", "ko", "gachi"), Word("신라", "ko", "silla"), Word("종로", "ko", "jongno"),
        Word("안녕하세요", "ko", "annyeonghaseyo"), Word("값이", "ko", "gapsi"), Word("좋다", "ko", "jota"),
        Word("감사합니다", "ko", "gamsahamnida"), Word("읽다", "ko", "ikda"), Word("않는", "ko", "anneun"),
        Word("पानी", "hi", "pānī"), Word("নদী", "bn", "nadī"), Word("தமிழ்", "ta", "tamiḻ"),
        Word("น้ำ", "th", "n̂ả"), Word("წყალი", "ka", "tsʼqʼali"), Word("ջուր", "hy", "ǰur"),
        Word("ውሃ", "am", "wǝhā"),
    ]

    @Test("words of many scripts", arguments: words)
    private func word(_ word: Word) {
        #expect(Romanizer().romanization(of: word.text, language: word.language) == word.latin)
    }

    @Test(
        "Latin text has no romanisation",
        arguments: ["water", "Häuser", "naïve", "", " ", "123", "😀", "—"]
    )
    func latin(_ text: String) {
        #expect(Romanizer().romanization(of: text, language: "ru") == nil)
        #expect(Romanizer().romanization(of: text, language: "") == nil)
    }

    @Test func aReadingComesBeforeTheCharacters() {
        let romanizer = Romanizer()
        #expect(romanizer.romanization(of: "银行", language: "zh", reading: "yin2 hang2") == "yínháng")
        #expect(romanizer.romanization(of: "银行", language: "zh", reading: "yín háng") == "yínháng")
        #expect(romanizer.romanization(of: "绿色", language: "zh", reading: "lu:4 se4") == "lǜsè")
        #expect(romanizer.romanization(of: "玩儿", language: "zh", reading: "wan2 r5")?.hasPrefix("wánr") == true)
        #expect(romanizer.romanization(of: "吃了", language: "zh", reading: "chi1 le5")?.hasSuffix("le") == true)
        #expect(romanizer.romanization(of: "酒", language: "zh", reading: "jiu3") == "jiǔ")
        #expect(romanizer.romanization(of: "贵", language: "zh", reading: "gui4") == "guì")
        #expect(romanizer.romanization(of: "水", language: "ja", reading: "みず") == "mizu")
        #expect(romanizer.romanization(of: "思う", language: "ja", reading: "おもう", isVerb: true) == "omou")
        #expect(romanizer.romanization(of: "王", language: "ja", reading: "おう") == "ō")
        // The kana of a word whose pronunciation differs from its spelling.
        #expect(Romanizer.spokenKana("コンニチワ") == "konnichiwa")
        #expect(Romanizer.spokenKana("オモウ") == "omou")
        #expect(Romanizer.spokenKana("トーキョー") == "tōkyō")
    }

    @Test func charactersWithoutAReadingAreNotGuessed() {
        let romanizer = Romanizer()
        #expect(romanizer.romanization(of: "水", language: "ja") == nil)
        #expect(romanizer.romanization(of: "食べる", language: "ja") == nil)
        #expect(romanizer.romanization(of: "食べる", language: "ja", reading: "食べる") == nil)
        #expect(romanizer.romanization(of: "水", language: "yue") == nil)
        #expect(romanizer.romanization(of: "水", language: "ko") == nil)
        #expect(romanizer.romanization(of: "水", language: "yue", reading: "seoi2") == "seoi2")
    }

    @Test(
        "any text is processed without failure",
        arguments: [
            "\u{0}", "ー", "っ", "ンー", "ッッッ", "\u{FFFD}", "\u{202E}שלום", "한\u{0}국", "ﷺ", "𠮷野家", "ก์์์์", "e\u{301}\u{301}",
            "水" + String(repeating: "\u{301}", count: 3000), String(repeating: "ッ", count: 3000),
            "\u{1100}\u{1161}\u{11A8}",
            "🇯🇵🇨🇳", "ゟヿ", "〇〻", "\u{3099}\u{309A}",
        ]
    )
    func hostile(_ text: String) {
        let romanizer = Romanizer()
        for language in ["zh", "ja", "ko", "ru", "ar", "th", "", "xx-\u{0}", String(repeating: "x", count: 500)] {
            for reading in [nil, "ni3", ":5", "55555", "u:", "みず", "", "v:4"] as [String?] {
                let result = romanizer.romanization(of: text, language: language, reading: reading)
                #expect(result != "")
            }
        }
    }

    @Test func manyThreadsShareOne() async {
        let romanizer = Romanizer()
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let word = Self.words[index % Self.words.count]
                    return romanizer.romanization(of: word.text, language: word.language) == word.latin
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test(
        "the time for a long text is proportional to its length",
        arguments: ["вода и хлеб ", "我们喝水。", "がっこう", "국민", "ماء "]
    )
    func long(_ piece: String) throws {
        let text = String(repeating: piece, count: 20_000)
        let result = try #require(Romanizer().romanization(of: text, language: piece.first == "我" ? "zh" : ""))
        #expect(result.unicodeScalars.count > 50_000)
    }
}
