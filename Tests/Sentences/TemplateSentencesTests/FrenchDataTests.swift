import LanguageServices
import LanguageServicesTesting
import TemplateSentences
import Testing

/// The French templates and lexicon, and French slots.
struct FrenchDataTests {
    private let data = LanguageData(code: "fr")

    private func texts(_ row: String, _ templates: String, word: String) async throws -> [String] {
        // No-break spaces have a separate test.
        try await data.sentences(row, templates, word: word)
            .map { $0.text.split(separator: "\u{A0}").joined(separator: " ") }.sorted()
    }

    @Test func nothingIsWrongWithTheFiles() throws { try data.expectCleanFiles() }

    @Test func everyFirstTranslationHasARow() throws { try data.expectAllTranslations() }

    @Test func everyWordHasFiveSentencesThatAreWellFormed() throws {
        try data.expectFiveSentences(ofAtLeast: 3_500) { text, _ in
            Self.wrong.filter { text.contains($0) }.map { "'\($0)'" }
                + zip(text.dropFirst(), text).filter { "?!:;»".contains($0) && $1 != "\u{A0}" }
                .map { "no space before \($0.0)" }
        }
    }

    /// French contractions and elisions.
    private static let wrong = [
        " de le ", " de les ", " à le ", " à les ", " le a", " la a", " la é", " le é", " que il", " que elle", " je a",
        " de a", " de é", " ne a", " ce a", " ma a", " ma é", "' ", " si il", " des un", " du l'", " de des ",
        " le eau",
    ]

    @Test func theProviderFindsWordsInAnyForm() async throws {
        let provider = TemplateSentences(folder: EnglishData.dictionaries)
        for word in [
            "maison", "maisons", "la maison", "une bouteille", "yeux", "journaux", "manger", "mangeons", "achète",
            "se lever",
            "belle", "parce que", "souvent", "deuxième",
        ] {
            let request = SentenceRequest(word: word, language: LanguageTag("fr"), count: 5)
            let found = try await provider.sentences(for: request).sentences
            #expect(found.count == 5, "\(word)")
        }
    }

    @Test func articlesAndAdjectivesAgreeWithTheWord() async throws {
        let templates = """
            [n thing]
            A1\tNous parlons de {le/word} {word}, et {il/word} {être/word} {beau/word}.
            A1\tIl va {au/word} {word} avec {mon/word} {nouveau/word} {word}.
            A1\tIl pense à {ce/word} {word}.
            [n thing -plural-only]
            A1\tJ'ai vu {des/word} {word.plural} {blanc.plural/word}.
            """
        let park = try await texts("parc\tn\tm\tA1\t\tthing", templates, word: "parc")
        #expect(
            park == [
                "Il pense à ce parc.", "Il va au parc avec mon nouveau parc.", "J'ai vu des parcs blancs.",
                "Nous parlons du parc, et il est beau.",
            ]
        )
        let school = try await texts("école\tn\tf\tA1\t\tthing", templates, word: "école")
        #expect(
            school == [
                "Il pense à cette école.", "Il va à l'école avec ma nouvelle école.", "J'ai vu des écoles blanches.",
                "Nous parlons de l'école, et elle est belle.",
            ]
        )
        let friend = try await texts("arbre\tn\tm\tA1\t\tthing", templates, word: "arbre")
        #expect(
            friend == [
                "Il pense à cet arbre.", "Il va à l'arbre avec mon nouvel arbre.", "J'ai vu des arbres blancs.",
                "Nous parlons de l'arbre, et il est beau.",
            ]
        )
        let glasses = try await texts("lunettes\tn\tf\tA1\t\tthing plural-only", templates, word: "lunettes")
        #expect(
            glasses == [
                "Il pense à ces lunettes.", "Il va aux lunettes avec mes nouvelles lunettes.",
                "Nous parlons des lunettes, et elles sont belles.",
            ]
        )
        let hero = try await texts("héros\tn\tm\tA1\t\tthing", templates, word: "héros")
        #expect(hero.contains("Nous parlons du héros, et il est beau."))
        #expect(hero.contains("Il pense à ce héros."))
    }

    @Test func verbsAndPronounsAgreeWithSets() async throws {
        let templates = """
            set gens
            A1\tAnna\tf
            A1\tmes parents\tm pl
            A1\tje\t1 sg m
            [v move]
            A1\tJe crois que {gens} ne {word.present/gens} pas.
            A1\tHier, {gens} {word.perfect/gens}.
            A1\tOn dit que {il/gens} {vouloir/gens} {word.infinitive/gens} chez {moi/gens}: {gens}.
            """
        let found = try await texts("s'habiller\tv\t\tA1\t\tmove", templates, word: "s'habiller")
        #expect(
            found
                == [
                    "Hier, Anna s'est habillée.", "Hier, je me suis habillé.", "Hier, mes parents se sont habillés.",
                    "Je crois que je ne m'habille pas.", "Je crois que mes parents ne s'habillent pas.",
                    "Je crois qu'Anna ne s'habille pas.", "On dit que je veux m'habiller chez moi : je.",
                    "On dit qu'elle veut s'habiller chez elle : Anna.",
                    "On dit qu'ils veulent s'habiller chez eux : mes parents.",
                ].sorted()
        )
    }

    @Test func wordsThatChangeBeforeVowels() async throws {
        let templates = """
            set je
            A1\tje\t1 sg m
            set ami
            A1\tami\tm
            A1\tvoisine\tf
            [v move]
            A1\tMoi, {je} {word.present/je} {ce/ami} {ami}.
            A1\tMoi, {je} viens de {word} avec {mon/ami} {ami}.
            = penser à\tv
            A1\tPour {=penser à} le faire, {je} parle de {le/ami} {ami}.
            """
        #expect(
            try await texts("aimer\tv\t\tA1\t\tmove", templates, word: "aimer") == [
                "Moi, j'aime cet ami.", "Moi, j'aime cette voisine.", "Moi, je viens d'aimer avec ma voisine.",
                "Moi, je viens d'aimer avec mon ami.",
            ]
        )
        #expect(
            try await texts("penser à\tv\t\tA1\t\tnone", templates, word: "penser à") == [
                "Pour penser à le faire, je parle de l'ami.", "Pour penser à le faire, je parle de la voisine.",
            ]
        )
    }

    @Test func spacesBeforeMarks() async throws {
        let folder = try SmallFolder(templates: "", language: "fr")
        try folder.write("headword\tpos\tgender\tlevel\tkinds\nmot\tn\tm\tA1\tthing\n", "fr/sentences/words.tsv")
        let templates = "[n thing]\nA1\tOui ; un « {word} »: quel {word}?\nA1\tQuel beau {word} !\n"
        try folder.write(templates, "fr/sentences/words.txt")
        let request = SentenceRequest(word: "mot", language: LanguageTag("fr"), count: 5)
        let found = try await folder.provider.sentences(for: request).sentences
        let space = "\u{A0}"
        let expected = ["Oui\(space); un «\(space)mot\(space)»\(space): quel mot\(space)?", "Quel beau mot\(space)!"]
        #expect(found.map(\.text).sorted() == expected.sorted())
        // The ranges are correct even though the text has become longer.
        for sentence in found {
            let scalars = Array(sentence.text.unicodeScalars)
            for range in sentence.wordRanges {
                #expect(String(String.UnicodeScalarView(scalars[range])) == "mot")
            }
        }
    }

    @Test func theRulesOfAllProvidersAreKept() async throws {
        let provider = TemplateSentences(folder: EnglishData.dictionaries)
        for word in ["maison", "école", "manger", "heureux", "parce que"] {
            let report = await SentenceConformance(sample: .init(word: word, language: "fr")).check(provider)
            #expect(report.failures.isEmpty, "\(word): \(report.failures)")
        }
    }
}
