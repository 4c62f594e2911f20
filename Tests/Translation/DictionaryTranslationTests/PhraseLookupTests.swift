import DictionaryTestSupport
import LanguageServices
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// Words as people type them: with pronouns, separated, combined, in another script.
@Suite("Words in phrases") struct PhraseLookupTests {
    @Test(
        "Spanish reflexive verbs",
        arguments: [
            ("me levanto", "lemma levantarse: aufstehen, heben"), ("me levanté", "lemma levantarse: aufstehen, heben"),
            ("yo me levanto", "lemma levantarse: aufstehen, heben"),
            ("se levantan", "lemma levantarse: aufstehen, heben"),
            ("levántate", "lemma levantarse: aufstehen"),
            ("levantándose", "lemma levantarse: aufstehen, heben"),
            // Somebody else is the subject.
            ("me levantas", "lemma levantar: heben"), ("te levanto", "lemma levantar: heben"),
            ("levantarte", "lemma levantar: heben"), ("levántame", "lemma levantar: heben, aufstehen"),
            ("levantarse", "exact levantarse: aufstehen"),
            // The dictionary has no reflexive form of the verb.
            ("me canto", "lemma cantar: singen"), ("se me levanto x", nil), ("me", nil), ("se", nil),
            ("casita", "lemma casa: Haus, Fall"),
        ] as [(String, String?)]
    )
    func spanish(_ text: String, _ expected: String?) throws {
        let lookup = try TestLookup(
            "es",
            [
                TranslationEntry("levantar", .verb, ["heben"]), TranslationEntry("levantarse", .verb, ["aufstehen"]),
                TranslationEntry("cantar", .verb, ["singen"]), TranslationEntry("casa", .noun, ["Haus"]),
                TranslationEntry("caso", .noun, ["Fall"]),
            ]
        )
        #expect(try lookup.answer(text, furthest: .lemma) == expected)
    }

    @Test(
        "Italian imperatives and reflexive verbs",
        arguments: [
            ("dammi", "lemma dare: geben"), ("dammelo", "lemma dare: geben"), ("dimmi", "lemma dire: sagen"),
            ("mi alzo", "lemma alzarsi: aufstehen, heben"), ("alzati", "lemma alzarsi: aufstehen, heben"),
            ("si alza", "lemma alzarsi: aufstehen, heben"), ("mi alza", "lemma alzare: heben"),
            ("dammx", nil), ("damm", nil), ("dammme", nil),
        ] as [(String, String?)]
    )
    func italian(_ text: String, _ expected: String?) throws {
        let lookup = try TestLookup(
            "it",
            [
                TranslationEntry("dare", .verb, ["geben"]), TranslationEntry("dire", .verb, ["sagen"]),
                TranslationEntry("alzare", .verb, ["heben"]), TranslationEntry("alzarsi", .verb, ["aufstehen"]),
            ]
        )
        #expect(try lookup.answer(text, furthest: .lemma) == expected)
    }

    @Test(
        "Portuguese and German reflexive verbs",
        arguments: [
            ("pt", "levanta-se", "lemma levantar-se: aufstehen, heben"),
            ("pt", "levanto-me", "lemma levantar-se: aufstehen, heben"),
            ("pt", "me levanto", "lemma levantar-se: aufstehen, heben"), ("pt", "levanta-o", "lemma levantar: heben"),
            ("de", "ich freue mich", "lemma sich freuen: be glad"), ("de", "freut sich", "lemma sich freuen: be glad"),
            // The object of the verb is not part of the verb.
            ("de", "liebe dich", nil), ("de", "liebt sich", nil), ("de", "ich", nil),
        ] as [(String, String, String?)]
    )
    func others(_ language: String, _ text: String, _ expected: String?) throws {
        let lookup = try TestLookup(
            language,
            [
                TranslationEntry("levantar", .verb, ["heben"]), TranslationEntry("levantar-se", .verb, ["aufstehen"]),
                TranslationEntry("sich freuen", .verb, ["be glad"]), TranslationEntry("lieben", .verb, ["love"]),
            ]
        )
        #expect(try lookup.answer(text, furthest: .lemma) == expected)
    }

    @Test(
        "English",
        arguments: [
            ("turned it off", "lemma turn off: ausschalten"), ("Turn them off", "lemma turn off: ausschalten"),
            ("turn the light off", nil),
            // A known form whose lemma is not in any dictionary is not a misspelling.
            ("wound", nil), ("woud", "spelling would: würde"),
            // A word that differs in its first letter is not a misspelling either.
            ("barks", "spelling bark: Rinde"), ("mark", nil), ("barck", "spelling bark: Rinde"),
            ("U.S.", nil), ("U.S.A.", "punctuation USA: Vereinigte Staaten"), ("us", "exact us: uns, wir"),
        ] as [(String, String?)]
    )
    func english(_ text: String, _ expected: String?) throws {
        let lookup = try TestLookup(
            "en",
            [
                TranslationEntry("turn off", .verb, ["ausschalten"]), TranslationEntry("turn", .verb, ["drehen"]),
                TranslationEntry("would", .verb, ["würde"]), TranslationEntry("bark", .adverb, ["Rinde"]),
                TranslationEntry("us", .pronoun, ["uns"]), TranslationEntry("we", .pronoun, ["wir"]),
                TranslationEntry("USA", .noun, ["Vereinigte Staaten"]),
            ]
        )
        #expect(try lookup.answer(text) == expected)
    }

    @Test("a form of a verb that is only a noun in the better dictionary") func nounOnly() throws {
        let lookup = try TestLookup(
            "en",
            [TranslationEntry("tear", .noun, ["Träne", "Zähre", "Tropfen"])],
            [TranslationEntry("tears", .noun, ["Tränen"]), TranslationEntry("tear", .verb, ["reißen"])]
        )
        #expect(try lookup.answer("tears")?.hasPrefix("exact tears: Tränen") == true)
    }

    @Test("infinitives come first for a verb form without parts of speech") func infinitives() throws {
        let folder = try TemporaryFolder()
        let entry = TranslationEntry("bark", ["barco"], ["corteza"], ["ponerse a ladrar"], ["ladrar"])
        let spanish = try #require(LanguageTag("es"))
        _ = try DictionaryCompiler.compile(
            ListSource("d", from: try Tags.en(), to: spanish, [entry]),
            to: folder.file("d.pdi"),
            keepsOrder: true
        )
        let lookup = DictionaryLookup(
            indexes: [try DictionaryIndex(path: folder.file("d.pdi"))],
            language: try Tags.en()
        )
        func words(_ text: String) throws -> [String]? { try lookup.find(text)?.translations.map(\.word.text) }
        #expect(try words("barked") == ["ponerse a ladrar", "ladrar", "barco", "corteza"])
        #expect(try words("bark") == ["barco", "corteza", "ponerse a ladrar", "ladrar"])
    }

    @Test(
        "verbs in compound tenses",
        arguments: [
            ("de", "ich habe gegessen", "lemma essen: eat"), ("de", "hat gespielt", "lemma spielen: play"),
            ("de", "ist gut", nil), ("de", "ich habe Haus", nil), ("de", "ist spielen", nil),
            ("fr", "j'ai mangé", "lemma manger: essen"), ("fr", "elle est allée", "lemma aller: gehen"),
            ("fr", "il est petit", nil), ("es", "he comido", "lemma comer: essen"),
            ("es", "yo he comido", "lemma comer: essen"), ("it", "ho mangiato", "lemma mangiare: essen"),
            ("it", "sono stanco", nil), ("pt", "tinha comido", "lemma comer: essen"),
            ("en", "I've seen", "lemma see: sehen"), ("en", "they had played", "lemma play: spielen"),
            ("en", "have a dog played", nil),
        ] as [(String, String, String?)]
    )
    func perfect(_ language: String, _ text: String, _ expected: String?) throws {
        let verbs = ["manger", "aller", "comer", "mangiare", "stancare", "see", "play", "essen", "spielen"]
        let meanings = ["essen", "gehen", "essen", "essen", "ermüden", "sehen", "spielen", "eat", "play"]
        let lookup = try TestLookup(
            language,
            zip(verbs, meanings).map { TranslationEntry($0, .verb, [$1]) } + [
                TranslationEntry("gut", nil, ["good"]), TranslationEntry("Haus", .noun, ["house"]),
                TranslationEntry("petit", .adjective, ["klein"]), TranslationEntry("have", .verb, ["haben"]),
            ]
        )
        #expect(try lookup.answer(text, furthest: .lemma) == expected)
    }

    @Test(
        "intentional accents, elisions and capitals",
        arguments: [
            ("fr", "préfère", "lemma préférer: vorziehen, Liebling"), ("fr", "prefere", "accents préféré: Liebling"),
            ("fr", "qu'elle", nil), ("fr", "quelle", "exact quelle: welche"), ("fr", "lorsqu'elle", nil),
            ("en", "english", "exact English: Englisch, Drehbewegung"), ("en", "English", "exact English: Englisch"),
            ("en", "march", "exact march: Gang"), ("en", "March", "exact March: März, Märzmonat"),
        ] as [(String, String, String?)]
    )
    func meant(_ language: String, _ text: String, _ expected: String?) throws {
        let lookup = try TestLookup(
            language,
            [
                TranslationEntry("préféré", .adjective, ["Liebling"]),
                TranslationEntry("préférer", .verb, ["vorziehen"]),
                TranslationEntry("quelle", .determiner, ["welche"]), TranslationEntry("elle", .pronoun, ["sie"]),
                TranslationEntry("lorsque", .conjunction, ["als"]), TranslationEntry("English", .noun, ["Englisch"]),
                TranslationEntry("March", .properNoun, ["März"]),
            ],
            [
                TranslationEntry("english", .noun, ["Drehbewegung"]),
                TranslationEntry("English", .noun, ["Englisch"]),
                TranslationEntry("march", nil, ["Gang"]),
                TranslationEntry("March", nil, ["Märzmonat"]),
            ]
        )
        let answer = try lookup.answer(text, furthest: .lemma)
        #expect(answer == expected)
    }

    @Test("an elided French word is a separate word in a gloss") func elision() async throws {
        let lookup = try TestLookup(
            "fr",
            [
                TranslationEntry("lorsque", .conjunction, ["als"]), TranslationEntry("elle", .pronoun, ["sie"]),
                TranslationEntry("eau", .noun, ["Wasser"]),
            ]
        )
        let french = try #require(LanguageTag("fr"))
        for (text, expected) in [("lorsqu'elle", "als sie"), ("lorsqu’elle", "als sie"), ("l'eau", "Wasser")] {
            let result = try await Gloss.make(text, source: french, target: Tags.de(), lookup: lookup.search)
            #expect(result.text == expected)
            #expect(result.words.map(\.text).joined() == text)
        }
    }

    @Test("a form that a later dictionary lists with a reference belongs to the lemma")
    func referred() throws {
        var tomatoes = TranslationEntry("tomatoes", .noun, ["Paradeiser"])
        tomatoes.seeAlso = ["tomato"]
        var stood = TranslationEntry("stood up", ["aufgestanden"])
        stood.seeAlso = ["stand up"]
        var customs = TranslationEntry("customs", .noun, ["Zoll"])
        customs.seeAlso = ["border"]
        let lookup = try TestLookup(
            "en",
            [
                TranslationEntry("tomato", .noun, ["Tomate"]), TranslationEntry("stand up", .verb, ["aufstehen"]),
                TranslationEntry("custom", .noun, ["Brauch"]),
            ],
            [tomatoes, stood, customs]
        )
        #expect(try lookup.answer("tomatoes") == "lemma tomato: Tomate, Paradeiser")
        #expect(try lookup.answer("stood up") == "lemma stand up: aufstehen, aufgestanden")
        #expect(try lookup.answer("customs") == "exact customs: Zoll")
        // In its own dictionary, it is a headword.
        #expect(try TestLookup("en", [tomatoes]).answer("tomatoes") == "exact tomatoes: Paradeiser")
    }

    @Test("a translation that has lost its spaces is a duplicate") func lostSpaces() throws {
        let lookup = try TestLookup(
            "de",
            [TranslationEntry("zu Bett gehen", .verb, ["go to bed"])],
            [TranslationEntry("zu Bett gehen", .verb, ["gotobed", "retire"])]
        )
        #expect(try lookup.answer("zu Bett gehen") == "exact zu Bett gehen: go to bed, retire")
    }

    @Test(
        "another script",
        arguments: [
            ("zh", "學習", "accents 学习: lernen"), ("zh", "xue2xi2", "accents xuéxí: lernen"),
            ("zh", "xue2 xi2", "accents xuéxí: lernen"), ("zh", "ni3hao3", "accents nǐ hǎo: hallo"),
            ("zh", "9999", nil), ("zh", "學", nil), ("zh", "x2", nil),
            ("ja", "taberu", "accents たべる: essen"), ("ja", "TABERU", "accents たべる: essen"),
            ("ja", "toukyou", "accents とうきょう: Tokio"), ("ja", "tōkyō", "accents とうきょう: Tokio"),
            ("ja", "konnichiwa", "accents こんにちは: hallo"), ("ja", "on'na", nil), ("ja", "お水", "lemma 水: Wasser"),
            ("ja", "お", nil),
            ("ja", "qqq xx", nil), ("ja", "おと", nil), ("ja", "taberu123", nil),
        ] as [(String, String, String?)]
    )
    func scripts(_ language: String, _ text: String, _ expected: String?) throws {
        let lookup = try TestLookup(
            language,
            [
                TranslationEntry("学习", .verb, ["lernen"]), TranslationEntry("xuéxí", .verb, ["lernen"]),
                TranslationEntry("nǐ hǎo", .phrase, ["hallo"]), TranslationEntry("たべる", .verb, ["essen"]),
                TranslationEntry("とうきょう", .properNoun, ["Tokio"]), TranslationEntry("こんにちは", .phrase, ["hallo"]),
                TranslationEntry("水", .noun, ["Wasser"]), TranslationEntry("と", .particle, ["und"]),
            ]
        )
        #expect(try lookup.answer(text, furthest: .lemma) == expected)
    }

    @Test(
        "German compounds",
        arguments: [
            ("Kühlschranktür", ["refrigerator", "door"]), ("kühlschranktüren", ["refrigerator", "door"]),
            ("Haustürschlüssel", ["front door", "key"]), ("Bahnhofsplatz", ["station", "square"]),
            ("Schulbus", ["school", "bus"]), ("Waschküche", ["wash", "kitchen"]), ("Großstadt", ["big", "city"]),
            // The whole word is looked up first, and only real compounds are split.
            ("Türkisch", []), ("Busbusx", []), ("Tür", []), ("Tür-Bus", []), ("", []), ("laufenbus", []),
            (String(repeating: "Bus", count: 4), ["bus", "bus", "bus", "bus"]),
            (String(repeating: "Bus", count: 5), []), (String(repeating: "Bus", count: 30), []),
            (String(repeating: "ö", count: 64), []),
        ] as [(String, [String])]
    )
    func compounds(_ text: String, _ expected: [String]) throws {
        let lookup = try TestLookup(
            "de",
            [
                TranslationEntry("Kühlschrank", .noun, ["refrigerator"]),
                TranslationEntry("Tür", .noun, ["door"]), TranslationEntry("Haustür", .noun, ["front door"]),
                TranslationEntry("Haus", .noun, ["house"]), TranslationEntry("Schlüssel", .noun, ["key"]),
                TranslationEntry("Bahnhof", .noun, ["station"]), TranslationEntry("Platz", .noun, ["square"]),
                TranslationEntry("Schule", .noun, ["school"]), TranslationEntry("Bus", .noun, ["bus"]),
                TranslationEntry("waschen", .verb, ["wash"]), TranslationEntry("Küche", .noun, ["kitchen"]),
                TranslationEntry("groß", .adjective, ["big"]), TranslationEntry("Stadt", .noun, ["city"]),
                TranslationEntry("kisch", .adverb, ["x"]),
            ]
        )
        #expect(try lookup.search.compound(text).compactMap(\.translations.first) == expected)
    }

    @Test("a compound in a text is a single piece") func glossedCompound() async throws {
        let lookup = try TestLookup(
            "de",
            [
                TranslationEntry("die", .determiner, ["the"]), TranslationEntry("Kühlschrank", .noun, ["refrigerator"]),
                TranslationEntry("Tür", .noun, ["door"]),
            ]
        )
        let result = try await Gloss.make(
            "die Kühlschranktür!",
            source: Tags.de(),
            target: Tags.en(),
            lookup: lookup.search
        )
        #expect(result.text == "the refrigerator door!")
        #expect(result.words.map(\.text) == ["die", " ", "Kühlschranktür", "!"])
        #expect(result.words[2].match == TranslationMatch(step: .gloss, headword: "Kühlschrank + Tür"))
        #expect(result.unknown.isEmpty)
    }

    @Test("traditional characters are split like simplified ones") func traditional() async throws {
        let lookup = try TestLookup(
            "zh",
            [TranslationEntry("我们", .pronoun, ["wir"]), TranslationEntry("学习", .verb, ["lernen"])]
        )
        let chinese = try #require(LanguageTag("zh"))
        let result = try await Gloss.make("我們學習", source: chinese, target: Tags.de(), lookup: lookup.search)
        #expect(result.words.map(\.text) == ["我們", "學習"])
        #expect(result.words.map(\.translation) == ["wir", "lernen"])
    }
}
