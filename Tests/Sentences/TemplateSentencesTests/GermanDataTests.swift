import LanguageServices
import LanguageServicesTesting
import TemplateSentences
import Testing

/// The German templates and lexicon, and German slots.
struct GermanDataTests {
    private let data = LanguageData(code: "de")

    @Test func nothingIsWrongWithTheFiles() throws { try data.expectCleanFiles() }

    @Test func everyFirstTranslationHasARow() throws { try data.expectAllTranslations() }

    @Test func everyWordHasFiveSentencesThatAreWellFormed() throws {
        try data.expectFiveSentences(ofAtLeast: 3_600) { text, label in
            let wrong = [" zu der ", " bei dem ", " ein eine ", " nil "].filter { text.contains($0) && label == "n" }
            return wrong.map { "'\($0)'" } + (text.contains("\"") ? ["quotation marks"] : [])
        }
    }

    @Test func theProviderFindsWordsInAnyForm() async throws {
        let provider = TemplateSentences(folder: EnglishData.dictionaries)
        let words = [
            "Haus": "Haus", "Häuser": "Haus", "Häusern": "Haus", "das Haus": "Haus", "haus": "Haus", "lesen": "lesen",
            "liest": "lesen", "gelesen": "lesen", "schönes": "schön", "aufgestanden": "aufstehen",
            "steht auf": "aufstehen",
            "sich freuen": "sich freuen", "freut": "sich freuen", "Lehrerin": "Lehrerin", "Lehrern": "Lehrer",
            "obwohl": "obwohl",
        ]
        for (word, lemma) in words {
            let request = SentenceRequest(word: word, language: LanguageTag("de"), count: 5)
            let found = try await provider.sentences(for: request).sentences
            #expect(found.count == 5, "\(word)")
            #expect(found.allSatisfy { $0.lemma == lemma }, "\(word): \(found.compactMap(\.lemma))")
        }
    }

    @Test func articlesAndAdjectivesAgreeWithTheWord() async throws {
        let templates = """
            [n thing]
            A1\tIch sehe {den kleinen/word} {word.accusative}.
            A1\tDas {sein/word} {mein/word} {word}.
            [n thing -plural-only]
            A1\tIch wohne neben {einem alten/word} {word.dative}.
            A1\tIch gehe {zum/word} {word.dative}.
            A1\tDa ist {ein frischer/word} {word}, {der/word} mir gefällt.
            A1\tIch spreche mit den {word.plural-dative}.
            """
        let man = try await data.texts("Mann\tn\tm\tA1\t\tthing\tplural=Männer", templates, word: "Mann")
        #expect(
            man == [
                "Da ist ein frischer Mann, der mir gefällt.", "Das ist mein Mann.", "Ich gehe zum Mann.",
                "Ich sehe den kleinen Mann.", "Ich spreche mit den Männern.", "Ich wohne neben einem alten Mann.",
            ]
        )
        let bridge = try await data.texts("Brücke\tn\tf\tA1\t\tthing", templates, word: "Brücke")
        #expect(
            bridge == [
                "Da ist eine frische Brücke, die mir gefällt.", "Das ist meine Brücke.", "Ich gehe zur Brücke.",
                "Ich sehe die kleine Brücke.", "Ich spreche mit den Brücken.", "Ich wohne neben einer alten Brücke.",
            ]
        )
        let boy = try await data.texts("Junge\tn\tm\tA1\t\tthing", templates, word: "Junge")
        #expect(boy.contains("Ich sehe den kleinen Jungen.") && boy.contains("Ich wohne neben einem alten Jungen."))
        let parents = try await data.texts("Eltern\tn\t\tA1\t\tthing plural-only", templates, word: "Eltern")
        #expect(parents == ["Das sind meine Eltern.", "Ich sehe die kleinen Eltern."])
    }

    @Test func verbsComeInTheirParts() async throws {
        let templates = """
            set leute
            A1\tAnna\tf
            A1\tLukas und ich\t1 pl
            [v do]
            A1\t{leute} {word.present/leute} {word.reflexive/leute} heute {word.prefix}.
            A1\t{leute} {word.auxiliary/leute} {word.reflexive/leute} gestern {word.participle}.
            """
        let up = try await data.sentences("aufstehen\tv\t\tA1\t\tdo\tauxiliary=sein", templates, word: "aufstehen")
        #expect(
            up.map(\.text).sorted() == [
                "Anna ist gestern aufgestanden.", "Anna steht heute auf.", "Lukas und ich sind gestern aufgestanden.",
                "Lukas und ich stehen heute auf.",
            ]
        )
        let apart = try #require(up.first { $0.text == "Anna steht heute auf." })
        #expect(apart.wordRanges == [5..<10, 17..<20])
        let done = try #require(up.first { $0.text == "Anna ist gestern aufgestanden." })
        #expect(done.wordRanges == [17..<29])
        let wash = try await data.texts("sich waschen\tv\t\tA1\t\tdo", templates, word: "sich waschen")
        #expect(
            wash == [
                "Anna hat sich gestern gewaschen.", "Anna wäscht sich heute.",
                "Lukas und ich haben uns gestern gewaschen.",
                "Lukas und ich waschen uns heute.",
            ]
        )
    }

    @Test func adjectivesAgreeWithTheirCompany() async throws {
        let templates = """
            [adj thing]
            A1\tDas ist {ein/ding} {word.ein/ding} {ding}.
            A1\tIch spreche von {dem/ding} {word.dem/ding} {ding}.
            """
        let found = try await data.texts(
            "teuer\tadj\t\tA1\t\tthing\t\tding: Ring (m); Uhr (f); Auto (n)",
            templates,
            word: "teuer"
        )
        #expect(
            found == [
                "Das ist ein teurer Ring.", "Das ist ein teures Auto.", "Das ist eine teure Uhr.",
                "Ich spreche von dem teuren Auto.", "Ich spreche von dem teuren Ring.",
                "Ich spreche von der teuren Uhr.",
            ]
        )
    }

    @Test func theRulesOfAllProvidersAreKept() async throws {
        let provider = TemplateSentences(folder: EnglishData.dictionaries)
        for word in ["Haus", "lesen", "freundlich", "aufstehen", "sich freuen"] {
            let report = await SentenceConformance(sample: .init(word: word, language: "de")).check(provider)
            #expect(report.failures.isEmpty, "\(word): \(report.failures)")
        }
    }
}
