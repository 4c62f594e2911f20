import DictionaryTestSupport
import Language
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

@Suite struct GlossTests {
    private static let english = MemoryGlossLookup(
        words: [
            "ice": ["Eis"], "cream": ["Sahne"], "ice cream": ["Speiseeis", "Eis"], "i": ["ich"], "look": ["sehen"],
            "for": ["für"], "look for": ["suchen"], "the": ["der"], "dog": ["Hund"], "togo": ["Togo"], "go": ["gehen"],
            "a": ["ein"], "part": ["Teil"], "apart": ["getrennt"], "of": ["von"], "well": ["gut"], "known": ["bekannt"],
            "kick the bucket": ["sterben"], "he": ["er"], "and": ["und"],
        ],
        forms: ["looks for": "look for", "dogs": "dog", "kicked the bucket": "kick the bucket", "the dogs": "dog"]
    )

    private static let chinese = MemoryGlossLookup(
        words: [
            "我": ["I"], "我们": ["we"], "们": ["plural"], "喝": ["to drink"], "水": ["water"], "银行": ["bank"],
            "行": ["to go"],
            "北京": ["Beijing"], "大学": ["university"], "北京大学": ["Peking University"], "大": ["big"], "学生": ["student"],
            "大学生": ["undergraduate"], "生": ["to be born"],
        ],
        readings: ["银行": "yín háng", "水": "shuǐ"]
    )

    private func gloss(
        _ text: String,
        _ lookup: MemoryGlossLookup,
        from source: String = "en",
        to target: String = "de",
        reader: MeCab? = nil
    ) async throws -> GlossResult {
        let result = try await Gloss.make(
            text,
            source: try #require(LanguageTag(source)),
            target: try #require(LanguageTag(target)),
            lookup: lookup,
            reader: reader
        )
        try #require(result.words.map(\.text).joined().unicodeScalars.elementsEqual(text.unicodeScalars))
        return result
    }

    private func pieces(_ result: GlossResult) -> [String] {
        result.words.filter { $0.translation != nil }.map { "\($0.text)=\($0.translation ?? "")" }
    }

    @Test func expressionsComeBeforeWords() async throws {
        let result = try await gloss("I look for the dog, ice cream!", Self.english)
        #expect(pieces(result) == ["I=ich", "look for=suchen", "the=der", "dog=Hund", "ice cream=Speiseeis"])
        #expect(result.text == "ich suchen der Hund, Speiseeis!")
        #expect(result.notes.isEmpty)
        #expect(result.words.last { $0.translation != nil }?.alternatives == ["Eis"])
        #expect(result.words.first?.match == TranslationMatch(step: .letterCase, headword: "i"))
        let forms = try await gloss("He looks for dogs and kicked the bucket", Self.english)
        #expect(pieces(forms) == ["He=er", "looks for=suchen", "dogs=Hund", "and=und", "kicked the bucket=sterben"])
        #expect(forms.words.contains { $0.match == TranslationMatch(step: .lemma, headword: "look for") })
    }

    @Test func expressionsDoNotCrossPunctuationOrLines() async throws {
        #expect(pieces(try await gloss("ice, cream", Self.english)) == ["ice=Eis", "cream=Sahne"])
        #expect(pieces(try await gloss("ice\ncream", Self.english)) == ["ice=Eis", "cream=Sahne"])
        #expect(pieces(try await gloss("ice  cream", Self.english)) == ["ice=Eis", "cream=Sahne"])
        #expect(pieces(try await gloss("the dogs", Self.english)) == ["the=der", "dogs=Hund"])
        #expect(pieces(try await gloss("a part", Self.english)) == ["a=ein", "part=Teil"])
    }

    @Test func unknownWordsStayAndAreListed() async throws {
        let result = try await gloss("The xyzzy dog 😀 12 xyzzy foo", Self.english)
        #expect(result.text == "der xyzzy Hund 😀 12 xyzzy foo")
        #expect(result.unknown == ["xyzzy", "foo"])
        #expect(result.notes == ["not in the dictionary: xyzzy, foo"])
        for text in ["xyzzy foo", "", " ", "12", "😀", "\u{0}"] {
            let error = await #expect(throws: ServiceError.self) { try await gloss(text, Self.english) }
            #expect(error?.code == .notFound)
        }
    }

    @Test func wordsWithHyphensAreSplit() async throws {
        let result = try await gloss("a well-known dog-xyzzy", Self.english)
        #expect(pieces(result) == ["a=ein", "well=gut", "known=bekannt", "dog=Hund"])
        #expect(result.unknown == ["xyzzy"])
        let french = MemoryGlossLookup(words: ["l'": ["the"], "eau": ["water"]])
        #expect(pieces(try await gloss("l'eau", french, from: "fr", to: "en")) == ["l'=the", "eau=water"])
    }

    @Test func chineseIsSplitIntoTheFewestHeadwords() async throws {
        let result = try await gloss("我们喝水。我在银行！", Self.chinese, from: "zh", to: "en")
        #expect(pieces(result) == ["我们=we", "喝=to drink", "水=water", "我=I", "银行=bank"])
        #expect(result.text == "we to drink water. I 在 bank!")
        #expect(result.words.first { $0.text == "银行" }?.reading == "yín háng")
        #expect(result.words.first { $0.text == "喝" }?.reading == "hē")
        #expect(result.unknown == ["在"])
        let ambiguous = try await gloss("北京大学生", Self.chinese, from: "zh", to: "en")
        #expect(pieces(ambiguous) == ["北京=Beijing", "大学生=undergraduate"])
    }

    @Test func thereAreNoSpacesInChinese() async throws {
        let english = MemoryGlossLookup(words: ["i": ["我"], "drink": ["喝"], "water": ["水"]])
        #expect(try await gloss("I drink water.", english, to: "zh").text == "我喝水.")
        #expect(try await gloss("I drink xyz water", english, to: "ja").text == "我喝xyz水")
    }

    @Test("MeCab splits Japanese", .enabled(if: MeCab().isAvailable, "needs libmecab")) func japanese() async throws {
        let words = MemoryGlossLookup(
            words: ["水": ["water"], "飲む": ["to drink"], "私": ["I"], "は": ["(topic)"], "を": ["(object)"]]
        )
        let result = try await gloss("私は水を飲みました。", words, from: "ja", to: "en", reader: MeCab())
        #expect(pieces(result) == ["私=I", "は=(topic)", "水=water", "を=(object)", "飲みました=to drink"])
        #expect(result.words.map(\.reading) == ["わたし", nil, "みず", nil, "のみました", nil])
        #expect(result.words[4].match == TranslationMatch(step: .lemma, headword: "飲む"))
        #expect(result.text == "I (topic) water (object) to drink.")
    }

    @Test func japaneseIsSplitByTheDictionaryWithoutMeCab() async throws {
        let words = MemoryGlossLookup(words: ["水": ["water"], "を": ["(object)"], "飲む": ["to drink"]])
        #expect(
            pieces(try await gloss("水を飲む", words, from: "ja", to: "en")) == ["水=water", "を=(object)", "飲む=to drink"]
        )
    }

    @Test(
        "the running time is proportional to the length of the text",
        arguments: ["I look for the dog ", "ice", "我们喝水", "\u{301}", "-", "a-"]
    )
    func long(_ piece: String) async throws {
        let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
        let lookup = piece.first == "我" ? Self.chinese : Self.english
        do {
            _ = try await gloss(text, lookup, from: piece.first == "我" ? "zh" : "en")
        } catch let error as ServiceError {
            #expect(error.code == .notFound)
        }
        let tooLong = String(repeating: "a", count: Gloss.longest + 1)
        let error = await #expect(throws: ServiceError.self) { try await gloss(tooLong, Self.english) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func anInstalledDictionaryIsEnough() async throws {
        let folder = try TemporaryFolder()
        let en = try #require(LanguageTag("en"))
        let de = try #require(LanguageTag("de"))
        let source = ListSource(
            "a",
            from: en,
            to: de,
            [
                TranslationEntry("the", .determiner, ["der"]), TranslationEntry("dog", .noun, ["Hund"]),
                TranslationEntry("ice cream", .noun, ["Speiseeis"]), TranslationEntry("look for", .verb, ["suchen"]),
                TranslationEntry("away", .adverb, ["weg"]), TranslationEntry("way", .noun, ["Weg"]),
                TranslationEntry("go", .verb, ["gehen"]), TranslationEntry("Togo", .properNoun, ["Togo"]),
            ]
        )
        let path = folder.path + "/a.pdi"
        _ = try DictionaryCompiler.compile(source, to: path)
        let lookup = DictionaryLookup(indexes: [try DictionaryIndex(path: path)], language: en)
        let result = try await Gloss.make(
            "The dogs looked for a way to go, Ice Cream",
            source: en,
            target: de,
            lookup: lookup
        )
        #expect(
            pieces(result) == [
                "The=der", "dogs=Hund", "looked for=suchen", "way=Weg", "go=gehen", "Ice Cream=Speiseeis",
            ]
        )
        #expect(result.unknown == ["a", "to"])
        #expect(try lookup.mayContain("DOG") && !lookup.mayContain("cat") && !lookup.mayContain("…"))
    }

    /// Random texts: the pieces always concatenate to the text.
    ///
    /// `PARLANCE_FUZZ_SECONDS` sets the duration; without it, the test is short.
    @Test func anyText() async throws {
        let tokens = [
            "I", "look", "for", "ice", "cream", "dog", "dogs", " ", "  ", "\n", "-", "'", "’", ".", ",", "我们", "银行",
            "大学", "生",
            "水", "を", "飲む", "ー", "\u{0}", "\u{301}", "😀", "👨‍👩‍👧", "🇩🇪", "שלום", "\u{202E}", "\u{200D}", "ไทย", "12",
            "\u{FEFF}", "é", "ß",
        ]
        var state: UInt64 = 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(FuzzTime.seconds)
        repeat {
            for _ in 0..<100 {
                let text = (0..<random(20)).map { _ in tokens[random(tokens.count)] }.joined()
                let source = ["en", "zh", "ja", "th", "fr"][random(5)]
                do {
                    let result = try await gloss(
                        text,
                        random(2) == 0 ? Self.english : Self.chinese,
                        from: source,
                        to: random(2) == 0 ? "ja" : "de"
                    )
                    try #require(!result.text.isEmpty)
                } catch let error as ServiceError {
                    try #require(error.code == .notFound)
                }
            }
        } while clock.now < end
    }

    private static let german = MemoryGlossLookup(
        words: [
            "ich": ["I"], "dich": ["you"], "rufen": ["shout"], "anrufen": ["call"], "an": ["on"], "und": ["and"],
            "komme": ["come"], "mit": ["with"], "mitkommen": ["come along"], "die": ["the"], "uhr": ["clock"],
            "heute": ["today"], "auf": ["on"], "stehen": ["stand"], "aufstehen": ["get up"],
        ],
        forms: ["rufe": "rufen", "ruf": "rufen", "stehst": "stehen"]
    )

    @Test(
        "a separated German verb is translated as one word",
        arguments: [
            ("Ich rufe dich an.", "I call you."), ("Ruf an!", "call!"),
            ("Ich rufe dich heute an und ich komme mit", "I call you today and I come along"),
            ("stehst auf, ich rufe", "get up, I shout"),
            // The last word of the clause is not a prefix here.
            ("Ich rufe dich an die Uhr", "I shout you on the clock"), ("an", "on"), ("heute mit", "today with"),
        ]
    )
    func separableVerbs(text: String, expected: String) async throws {
        let result = try await gloss(text, Self.german, from: "de", to: "en")
        #expect(result.text == expected)
        #expect(result.unknown.isEmpty)
    }

    @Test func separatedPrefixesHaveNoTranslation() async throws {
        let words = try await gloss("Ich rufe dich an", Self.german, from: "de", to: "en").words
        #expect(words.map(\.translation) == ["I", nil, "call", nil, "you", nil, ""])
        #expect(words.last?.match == TranslationMatch(step: .lemma, headword: "anrufen"))
        #expect(words[2].match == words.last?.match)
        // Other languages have no separable verbs.
        let english = try await gloss("ich rufe dich an", Self.german, from: "nl", to: "en")
        #expect(english.words.last?.translation == "on")
    }

    @Test func longTextsOfParticlesAreFast() async throws {
        let text = (0..<3000).map { _ in "rufe an" }.joined(separator: ", ")
        let result = try await gloss(text, Self.german, from: "de", to: "en")
        #expect(result.words.count { $0.translation == "call" } == 3000)
    }
}

/// A few words in memory, found by their lower-case spelling or through a table of forms.
struct MemoryGlossLookup: GlossLookup {
    var words: [String: [String]]
    var forms: [String: String] = [:]
    var readings: [String: String] = [:]

    func mayContain(_ text: String) -> Bool { words[text.lowercased()] != nil }

    func finding(for text: String, loosestMatch: TranslationMatch.Step) -> GlossFinding? {
        let lower = text.lowercased()
        if let found = words[lower] {
            let step: TranslationMatch.Step = lower == text ? .exact : .letterCase
            return GlossFinding(
                match: TranslationMatch(step: step, headword: lower),
                translations: found,
                reading: readings[lower]
            )
        }
        guard loosestMatch >= .lemma, let lemma = forms[lower], let found = words[lemma] else { return nil }
        return GlossFinding(match: TranslationMatch(step: .lemma, headword: lemma), translations: found)
    }
}

/// The duration of fuzzing: `PARLANCE_FUZZ_SECONDS`.
enum FuzzTime {
    static var seconds: Int { getenv("PARLANCE_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) } ?? 0 }
}
