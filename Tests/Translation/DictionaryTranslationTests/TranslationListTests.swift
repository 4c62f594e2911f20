import DictionaryTestSupport
import Language
import LanguageServices
import Testing

@testable import DictionaryTranslation

/// The translations from several dictionaries in one list.
@Suite struct TranslationListTests {
    @Test("spelling variants of a word appear once") func once() throws {
        let german = try TestLookup(
            "en",
            [TranslationEntry("house", .noun, ["Haus"]), TranslationEntry("ask", .verb, ["fragen", "bitten"])],
            [
                TranslationEntry("house", .noun, ["das Haus", "Haus.", "HAUS", "Gebäude"]),
                TranslationEntry("ask", .verb, ["jdn./etw. fragen", "jdn fragen", "jdn. bitten", "sich erkundigen"]),
            ]
        )
        #expect(try german.answer("house") == "exact house: Haus, Gebäude")
        #expect(try german.answer("ask") == "exact ask: fragen, bitten, sich erkundigen")
    }

    @Test("verbs have an infinitive marker if the first verb does") func marks() throws {
        let bare = TranslationEntry("gehen", .verb, ["go"])
        let marked = TranslationEntry("gehen", .verb, ["to go", "to walk"])
        #expect(try TestLookup("de", [bare], [marked]).answer("gehen") == "exact gehen: go, walk")
        #expect(try TestLookup("de", [marked], [bare]).answer("gehen") == "exact gehen: to go, to walk")
        // Other parts of speech keep their first word.
        let phrase = TranslationEntry("gehen", .phrase, ["to be fair"])
        #expect(try TestLookup("de", [bare], [phrase]).answer("gehen") == "exact gehen: go, to be fair")
    }

    @Test(
        "punctuation and placeholders alone are kept",
        arguments: ["…", "?!", "sb.", "sth./sb.", "the", "to", "."]
    )
    func signs(word: String) throws {
        let lookup = try TestLookup("de", [TranslationEntry("x", nil, ["one", word])])
        #expect(try lookup.search.find("x")?.translations.map(\.word.text).contains(word) == true)
    }

    @Test("the best translation is the first, and the only one if no others are requested") func best() async throws {
        let entries = [
            TranslationEntry("bark", .noun, ["Rinde", "Borke"]), TranslationEntry("bark", .verb, ["bellen"]),
            TranslationEntry("go", .verb, ["gehen", "laufen"]), TranslationEntry("bare", nil, ["to x", "bloß"]),
        ]
        let lookup = try TestLookup("en", entries, [TranslationEntry("bark", .verb, ["kläffen", "bellen"])])
        for text in ["bark", "barks", "barked", "to bark", "going", "the go", "bare", "BARK"] {
            for part in [nil, PartOfSpeech.noun, .verb, .adverb] {
                let found = try #require(try lookup.search.find(text, partOfSpeech: part))
                #expect(found.best.text == found.translations.first?.text)
                #expect(found.match.headword == found.translations.first?.headword)
            }
        }
        let session = LookupSession(
            lookups: [
                (
                    LanguagePair(source: try #require(LanguageTag("en")), target: try #require(LanguageTag("de"))),
                    lookup.search
                )
            ],
            request: TranslationRequest(texts: [], wantsAlternatives: false),
            provider: "test",
            romanizer: Romanizer()
        )
        let alone = try await session.translation(of: "bark").get()
        #expect(alone.text == "Rinde" && alone.alternatives.isEmpty && alone.groups.isEmpty)
        #expect(alone.match == TranslationMatch(step: .exact, headword: "bark"))
    }

    @Test("a translation into Japanese has no romanisation if MeCab cannot read it")
    func brokenMeCab() async throws {
        let lookup = try TestLookup("en", [TranslationEntry("water", .noun, ["水"])])
        let japanese = try #require(LanguageTag("ja"))
        var session = LookupSession(
            lookups: [(LanguagePair(source: try Tags.en(), target: japanese), lookup.search)],
            request: TranslationRequest(texts: [], target: japanese, romanizes: true),
            provider: "test",
            romanizer: Romanizer()
        )
        for broken in [MeCab(library: "/nonexistent/libmecab.so.2"), MeCab(settings: "/nonexistent/mecabrc")] {
            session.mecab = broken
            let translation = try await session.translation(of: "water").get()
            #expect(translation.text == "水" && translation.romanization == nil)
        }
    }

    @Test("many translations") func many() throws {
        let words = (0..<200).map { "w\($0)" }
        let lookup = try TestLookup(
            "de",
            [TranslationEntry("x", .noun, words)],
            [TranslationEntry("x", .noun, words.map { "the \($0)" } + ["other"])]
        )
        let found = try #require(try lookup.search.find("x")).translations.map(\.word.text)
        #expect(found.count == 201 && Set(found) == Set(words + ["other"]))
    }

    @Test("the most common forms precede headwords with their spelling") func preferredForms() throws {
        let french = try TestLookup(
            "fr",
            [
                TranslationEntry("est", .noun, ["Osten"]), TranslationEntry("été", .noun, ["Sommer"]),
                TranslationEntry("être", .verb, ["sein"]),
            ]
        )
        #expect(try french.answer("est") == "lemma être: sein, Osten")
        #expect(try french.answer("été") == "exact été: Sommer, sein")
        // In German, a word with an initial capital is a different word, and so is a word in capitals.
        let german = try TestLookup(
            "de",
            [TranslationEntry("Hast", .noun, ["haste"]), TranslationEntry("haben", .verb, ["have"])]
        )
        #expect(try german.answer("Hast") == "exact Hast: haste, have")
        #expect(try german.answer("hast") == "lemma haben: have, haste" || german.answer("hast") == "lemma haben: have")
    }

    @Test("a form of a verb that has many translations") func frequentLemma() throws {
        let better = [TranslationEntry("go", .verb, ["gehen"]), TranslationEntry("park", .verb, ["parken"])]
        let lesser = [
            TranslationEntry("go", .verb, ["fahren", "laufen", "weggehen"]),
            TranslationEntry("going", .noun, ["Weggang"]),
            TranslationEntry("parking", .noun, ["Parkplatz"]), TranslationEntry("park", .verb, ["abstellen"]),
        ]
        let lookup = try TestLookup("en", better, lesser)
        #expect(try lookup.answer("going") == "lemma go: gehen, fahren, laufen, weggehen, Weggang")
        #expect(try lookup.answer("parking")?.hasPrefix("exact parking: Parkplatz") == true)
        #expect(try lookup.answer("going", .noun)?.hasPrefix("exact going: Weggang") == true)
        // If the better dictionary contains the headword, the headword is used.
        let other = try TestLookup("en", better + [TranslationEntry("going", .noun, ["Weggang"])], lesser)
        #expect(try other.answer("going")?.hasPrefix("exact going: Weggang") == true)
    }
}
