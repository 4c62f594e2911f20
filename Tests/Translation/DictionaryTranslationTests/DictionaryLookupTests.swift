import DictionaryImport
import DictionaryTestSupport
import DictionaryTranslation
import Language
import LanguageServices
import TestSupport
import Testing

@Suite struct DictionaryLookupTests {
    static let english = [
        TranslationEntry("house", .noun, ["Haus"], ["Gebäude", "haus"]), TranslationEntry("go", .verb, ["gehen"]),
        TranslationEntry("polish", .verb, ["polieren"]), TranslationEntry("Polish", .adjective, ["polnisch"]),
        TranslationEntry("naïve", .adjective, ["naiv"]), TranslationEntry("ice cream", .noun, ["Eis"]),
        TranslationEntry("kick the bucket", .phrase, ["den Löffel abgeben"]), TranslationEntry("see", .verb, ["sehen"]),
        TranslationEntry("saw", .noun, ["Säge"]), TranslationEntry("leaf", .noun, ["Blatt"]),
        TranslationEntry("leave", .verb, ["verlassen"]), TranslationEntry("new", .adjective, ["neu"]),
        TranslationEntry("news", .noun, ["Nachrichten"]), TranslationEntry("Togo", .properNoun, ["Togo"]),
        TranslationEntry("away", .adverb, ["fort"]), TranslationEntry("way", .noun, ["Weg"]),
        TranslationEntry("child", .noun, forms: ["children"], ["Kind"]), TranslationEntry("good", .adjective, ["gut"]),
        TranslationEntry("well", .adverb, ["gut", "wohl"]), TranslationEntry("we'll", .phrase, ["wir werden"]),
        TranslationEntry("do not", .phrase, ["nicht tun"]), TranslationEntry("give up", .verb, ["aufgeben"]),
        TranslationEntry("light", .noun, ["Licht"]), TranslationEntry("light", .adjective, ["leicht", "hell"]),
        TranslationEntry("rain", .noun, ["Regen"]), TranslationEntry("rain", .verb, ["regnen"]),
        TranslationEntry("find", .verb, ["finden"]), TranslationEntry("found", .verb, ["gründen"]),
        TranslationEntry("nice", .adjective, ["nett"]), TranslationEntry("bus", .noun, ["Bus"]),
    ]

    @Test(
        "English",
        arguments: [
            ("house", "exact house: Haus, Gebäude"), ("House", "case house: Haus, Gebäude"),
            ("polish", "exact polish: polieren"),
            ("Polish", "exact Polish: polnisch"), ("POLISH", nil), ("naive", "accents naïve: naiv"),
            ("ice-cream", "punctuation ice cream: Eis"), ("icecream", "punctuation ice cream: Eis"),
            (" ice  cream ", "exact ice cream: Eis"),
            ("went", "lemma go: gehen"), ("saw", "exact saw: Säge, sehen"), ("found", "exact found: gründen, finden"),
            ("news", "exact news: Nachrichten"), ("leaves", "lemma leaf: Blatt, verlassen"),
            ("children", "lemma child: Kind"),
            ("better", "lemma good: gut, wohl"), ("houses?", "lemma house: Haus, Gebäude"),
            ("house's", "lemma house: Haus, Gebäude"),
            ("“house”", "punctuation house: Haus, Gebäude"), ("¿the houses?", "lemma house: Haus, Gebäude"),
            ("'leaves'", "lemma leaf: Blatt, verlassen"), ("(went)…", "lemma go: gehen"), ("to go", "lemma go: gehen"),
            ("the house", "lemma house: Haus, Gebäude"),
            ("The houses", "lemma house: Haus, Gebäude"), ("a way", "lemma way: Weg"), ("away", "exact away: fort"),
            ("we’ll", "exact we'll: wir werden"), ("well", "exact well: gut, wohl"),
            ("don't", "lemma do not: nicht tun"),
            ("gave up", "lemma give up: aufgeben"), ("ice creams", "lemma ice cream: Eis"),
            ("kicked the bucket", "lemma kick the bucket: den Löffel abgeben"),
            ("my uncle kicked the bucket", "expression kick the bucket: den Löffel abgeben"),
            ("the rest of a long sentence about ice cream", nil), ("to rain", "lemma rain: regnen, Regen"),
            ("the rain", "lemma rain: Regen, regnen"), ("it rains", "lemma rain: regnen"),
            ("nicely", "lemma nice: nett"),
            ("zzzz", nil), ("?", nil), ("1234567890", nil),
        ] as [(String, String?)]
    )
    func english(_ text: String, _ expected: String?) throws {
        let lookup = try TestLookup("en", Self.english)
        let answer = try lookup.answer(text)
        // Both spellings differ equally from the capitals.
        if text == "POLISH" {
            #expect(answer == "case polish: polieren, polnisch" || answer == "case Polish: polnisch, polieren")
        } else {
            #expect(answer == expected)
        }
    }

    @Test(
        "German",
        arguments: [
            ("fest", "exact fest: firm"), ("Fest", "exact Fest: festival"), ("FEST", "case fest: firm, festival"),
            ("schoen", "accents schön: beautiful"), ("Haeuser", "lemma Haus: house, the indoors"),
            ("Häuser", "lemma Haus: house, the indoors"),
            ("das Haus", "lemma Haus: house, the indoors"), ("strasse", "accents Straße: street"),
            ("machte", "lemma machen: make, mights"),
            ("mächte", "case Mächte: mights"), ("sich freuen", "exact sich freuen: be glad"),
            ("freut sich", "lemma sich freuen: be glad"),
            ("er macht sich", nil),
            ("steht auf", "lemma aufstehen: get up"), ("aufgestanden", "lemma aufstehen: get up"),
            ("den Häusern", "lemma Haus: house, the indoors"),
            ("schönes", "lemma schön: beautiful"), ("ich machte", "lemma machen: make"),
            ("schon", "exact schon: already"),
        ] as [(String, String?)]
    )
    func german(_ text: String, _ expected: String?) throws {
        let lookup = try TestLookup(
            "de",
            [
                TranslationEntry("fest", .adjective, ["firm"]), TranslationEntry("Fest", .noun, ["festival"]),
                TranslationEntry("schön", .adjective, ["beautiful"]), TranslationEntry("schon", .adverb, ["already"]),
                TranslationEntry("Haus", .noun, ["house"]), TranslationEntry("das Haus", nil, ["the indoors"]),
                TranslationEntry("Straße", .noun, ["street"]), TranslationEntry("Mächte", .noun, ["mights"]),
                TranslationEntry("machen", .verb, ["make"]), TranslationEntry("sich freuen", .verb, ["be glad"]),
                TranslationEntry("aufstehen", .verb, ["get up"]),
            ]
        )
        let answer = try lookup.answer(text)
        // Both spellings differ equally from the capitals.
        #expect(answer == expected || text == "FEST" && answer == "case Fest: festival, firm")
    }

    @Test func theMatchLimitIsRespected() throws {
        let lookup = try TestLookup("en", Self.english)
        let steps = TranslationMatch.Step.allCases
        for (text, step) in [
            ("house", TranslationMatch.Step.exact), ("House", .letterCase), ("naive", .accents),
            ("icecream", .punctuation),
            ("went", .lemma), ("the house", .lemma), ("children", .lemma), ("my uncle kicked the bucket", .expression),
            ("recieve", .spelling),
        ] {
            let entries = Self.english + [TranslationEntry("receive", .verb, ["bekommen"])]
            let lookup = text == "recieve" ? try TestLookup("en", entries) : lookup
            for furthest in steps {
                let found = try lookup.search.find(text, loosestMatch: furthest)
                #expect(found?.match.step == (furthest >= step ? step : nil), "\(text) \(furthest)")
            }
        }
    }

    @Test func earlierDictionariesComeFirst() throws {
        let lookup = try TestLookup(
            "en",
            [TranslationEntry("water", .noun, ["Wasser"])],
            [TranslationEntry("water", .verb, ["gießen", "wasser"]), TranslationEntry("Water", .noun, ["Gewässer"])],
            [TranslationEntry("water", .noun, ["Gewässer", "Wasser"])]
        )
        #expect(try lookup.answer("water") == "exact water: Wasser, gießen, Gewässer")
        let found = try #require(try lookup.search.find("water"))
        #expect(found.translations.map(\.dictionary) == [0, 1, 2])
        #expect(try found.entries().map(\.headword) == ["water", "water", "water"])
        // A closer headword in a later dictionary still takes precedence, unless only an initial capital, as at the
        // start of a sentence, makes it closer.
        #expect(try lookup.answer("WATER") == "case water: Wasser, gießen, Gewässer")
        #expect(try lookup.answer("Water") == "case water: Wasser, Gewässer")
    }

    @Test func theRequestedPartOfSpeechComesFirst() throws {
        let lookup = try TestLookup("en", Self.english)
        let noun = try #require(try lookup.search.find("light", partOfSpeech: .noun))
        #expect(noun.translations.map(\.word.text).first == "Licht")
        #expect(noun.translations.count == 3)
        let adjective = try #require(try lookup.search.find("light", partOfSpeech: .adjective))
        #expect(adjective.translations.map(\.word.text).prefix(2).sorted() == ["hell", "leicht"])
        #expect(adjective.translations.last?.word.text == "Licht")
        // The part of speech is a preference, not a condition.
        #expect(try lookup.search.find("light", partOfSpeech: .verb)?.translations.count == 3)
        // An explicit part of speech outweighs an article.
        #expect(try lookup.answer("the rain", .verb) == "lemma rain: regnen, Regen")
    }

    @Test func otherWritingsOfAJapaneseWordAreExact() throws {
        var word = TranslationEntry("家", .noun, forms: ["屋"], ["Haus"])
        word.reading = "いえ"
        let lookup = try TestLookup("ja", [word, TranslationEntry("ガラス", .noun, ["Glas"])])
        #expect(try lookup.answer("家") == "exact 家: Haus")
        #expect(try lookup.answer("屋") == "exact 家: Haus")
        #expect(try lookup.answer("いえ")?.hasPrefix("exact") == true)
        #expect(try lookup.answer("イエ")?.hasPrefix("accents") == true)
        #expect(try lookup.answer("がらす") == "accents ガラス: Glas")
        #expect(try lookup.answer("ｶﾞﾗｽ") == "case ガラス: Glas")
    }

    @Test func lemmatizersAreUsedIfTheRulesFindNothing() throws {
        struct Known: Lemmatizer {
            func lemmas(of form: String) -> [Lemma] { form == "frobs" ? [Lemma("xyzzy"), Lemma("house")] : [] }
        }
        let lookup = try TestLookup("en", Self.english, lemmatizers: [Known()])
        #expect(try lookup.answer("frobs") == "lemma house: Haus, Gebäude")
        #expect(try lookup.answer("went") == "lemma go: gehen")
        #expect(try lookup.answer("frobz") == nil)
    }

    @Test func emptyTextsAreRejected() throws {
        let lookup = try TestLookup("en", Self.english)
        for text in ["", " ", "\n\t", "\u{200B}\u{FEFF}", "\u{0}"] {
            let error = try #require(throws: ServiceError.self) { try lookup.search.find(text) }
            #expect(error.code == .invalidRequest)
        }
    }

    @Test("any input gives a result or a clear one-line error", arguments: ["en", "de", "fr", "ja", "ar"])
    func hostile(_ language: String) throws {
        let lookup = try TestLookup(language, Self.english)
        for text in HostileWords.all {
            do throws(ServiceError) {
                let found = try lookup.result(text)
                #expect(!found.translations.isEmpty)
            } catch {
                #expect(error.code == .notFound || error.code == .invalidRequest)
                #expect(error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                #expect(error.message.unicodeScalars.count <= 100)
                #expect(error.remedy?.isEmpty == false)
            }
        }
    }

    @Test func noDictionariesFindNothing() throws {
        let english = try #require(LanguageTag("en"))
        let lookup = DictionaryLookup(indexes: [], language: english)
        #expect(try lookup.find("house") == nil)
        #expect(throws: ServiceError.self) { try lookup.result(for: "house") }
    }

    @Test("a form in the table precedes a headword that only a later dictionary has")
    func sureForms() throws {
        let better = [
            TranslationEntry("be", .verb, ["sein"]), TranslationEntry("find", .verb, ["finden"]),
            TranslationEntry("he'll", .phrase, ["er wird"]), TranslationEntry("don't", .phrase, ["nicht"]),
            TranslationEntry("we're", .phrase, ["wir sind"]),
        ]
        let larger = [TranslationEntry("is", .noun, ["west"]), TranslationEntry("found", .verb, ["gründen"])]
        let lookup = try TestLookup("en", better, larger)
        #expect(try lookup.answer("is") == "lemma be: sein, west")
        #expect(try lookup.answer("found") == "lemma find: finden, gründen")
        #expect(try lookup.answer("were") == "lemma be: sein")
        #expect(try lookup.answer("hell") == nil)
        #expect(try lookup.answer("dont") == "punctuation don't: nicht")
        #expect(try lookup.answer("s") == nil)
        let german = try TestLookup(
            "de",
            [TranslationEntry("sein", .verb, ["be"])],
            [TranslationEntry("WAR", .abbreviation, ["Wassermann reaction"])]
        )
        #expect(try german.answer("war") == "lemma sein: be")
        #expect(try german.answer("WAR") == "exact WAR: Wassermann reaction, be")
    }

    @Test("an initial capital may mark the start of a sentence")
    func capital() throws {
        let better = [TranslationEntry("ich", .pronoun, ["I"]), TranslationEntry("Essen", .noun, ["food"])]
        let larger = [
            TranslationEntry("Ich", .noun, ["the self"]), TranslationEntry("essen", .verb, ["eat"]),
            TranslationEntry("Essen", .noun, ["meal"]),
        ]
        let lookup = try TestLookup("de", better, larger)
        #expect(try lookup.answer("Ich") == "case ich: I, the self")
        #expect(try lookup.answer("ich") == "exact ich: I")
        #expect(try lookup.answer("Essen") == "exact Essen: food, meal")
        // Within a single dictionary, the spelling decides.
        #expect(try TestLookup("de", larger).answer("Ich") == "exact Ich: the self")
    }
}

extension TestLookup {
    fileprivate func result(_ text: String) throws(ServiceError) -> LookupResult {
        do { return try search.result(for: text) } catch { throw ServiceError(error) }
    }
}

/// A lookup in small dictionaries compiled for a test.
struct TestLookup {
    let search: DictionaryLookup
    private let folder: TemporaryFolder

    init(_ language: String, _ dictionaries: [TranslationEntry]..., lemmatizers: [any Lemmatizer] = []) throws {
        let folder = try TemporaryFolder()
        let source = try #require(LanguageTag(language))
        let target = try #require(LanguageTag(language == "de" ? "en" : "de"))
        let indexes = try dictionaries.enumerated().map { place, entries in
            let path = "\(folder.path)/\(place).pdi"
            _ = try DictionaryCompiler.compile(ListSource("d\(place)", from: source, to: target, entries), to: path)
            return try DictionaryIndex(path: path)
        }
        search = DictionaryLookup(indexes: indexes, language: source, lemmatizers: lemmatizers)
        self.folder = folder
    }

    /// The result for a text: the step, the headword and the translations.
    func answer(
        _ text: String,
        _ partOfSpeech: PartOfSpeech? = nil,
        furthest: TranslationMatch.Step = .gloss
    ) throws -> String? {
        try search.find(text, partOfSpeech: partOfSpeech, loosestMatch: furthest).map { found in
            let words = found.translations.map(\.word.text).joined(separator: ", ")
            return "\(found.match.step.rawValue) \(found.match.headword): \(words)"
        }
    }
}
