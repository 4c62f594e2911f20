import LanguageServices
import LanguageServicesTesting
import TemplateSentences
import Testing

/// The Spanish templates and lexicon, and Spanish slots.
struct SpanishDataTests {
    private let data = LanguageData(code: "es")

    @Test func nothingIsWrongWithTheFiles() throws { try data.expectCleanFiles() }

    @Test func everyFirstTranslationHasARow() throws { try data.expectAllTranslations() }

    @Test func everyWordHasFiveSentencesThatAreWellFormed() throws {
        try data.expectFiveSentences(ofAtLeast: 3_400) { text, _ in
            [("¿", "?"), ("¡", "!")].filter { text.contains($0) != text.contains($1) }.map { "no \($0.0)" }
                + [" a el ", " de el ", " y i", " la agua ", "¿ ", "¡ "].filter { text.contains($0) }.map { "'\($0)'" }
        }
    }

    @Test func theProviderFindsWordsInAnyForm() async throws {
        let provider = TemplateSentences(folder: EnglishData.dictionaries)
        for word in [
            "botella", "botellas", "la botella", "comer", "comemos", "rojas", "aunque", "levantarse", "¿qué tal?",
        ] {
            let request = SentenceRequest(word: word, language: LanguageTag("es"), count: 5)
            let found = try await provider.sentences(for: request).sentences
            #expect(found.count == 5, "\(word)")
        }
    }

    @Test func aReflexiveVerbIsFoundWithItsPronounApart() async throws {
        let provider = TemplateSentences(folder: EnglishData.dictionaries)
        for (word, lemma) in [
            ("me levanto", "levantarse"), ("se ha levantado", "levantarse"), ("nos vamos", "irse"),
            ("se dio cuenta de", "darse cuenta de"), ("levántate", "levantarse"), ("médica", "médico"),
        ] {
            let request = SentenceRequest(word: word, language: LanguageTag("es"), count: 3)
            let found = try await provider.sentences(for: request).sentences
            #expect(found.count == 3 && found.allSatisfy { $0.lemma == lemma }, "\(word): \(found.map(\.text))")
        }
        let request = SentenceRequest(word: "me levanto", language: LanguageTag("es"), count: 1)
        let first = try #require(try await provider.sentences(for: request).sentences.first)
        let range = try #require(first.wordRanges.first)
        let marked = String(String.UnicodeScalarView(Array(first.text.unicodeScalars)[range]))
        #expect(["me", "se", "nos"].contains { marked.lowercased().hasPrefix($0 + " levant") }, "\(marked)")
    }

    @Test func inSpainSeveralAreVosotros() async throws {
        let templates =
            "set gente\nA1\tAna y tú\t2 pl m\n[v move]\nA1\t{gente} {word.present/gente} con {sus/gente} hijos."
        let folder = try SmallFolder(templates: "", language: "es")
        try folder.write("headword\tpos\tlevel\tkinds\nsentarse\tv\tA1\tmove\n", "es/sentences/words.tsv")
        try folder.write(templates, "es/sentences/words.txt")
        for (tag, text) in [
            ("es", "Ana y tú se sientan con sus hijos."), ("es-ES", "Ana y tú os sentáis con vuestros hijos."),
        ] {
            let request = SentenceRequest(word: "sentarse", language: LanguageTag(tag), count: 1)
            #expect(try await folder.provider.sentences(for: request).sentences.map(\.text) == [text])
        }
    }

    @Test func articlesAndAdjectivesAgreeWithTheWord() async throws {
        let templates = """
            [n thing]
            A1\t¿{ser/word} {nuevo/word} {este/word} {word}?
            A1\tVamos a {el/word} {word}.
            A1\tMira el color de {el/word} {word}, que {ser/word} {bonito/word}.
            [n thing -plural-only]
            A1\tVi {unos/word} {word.plural} {pequeño.plural/word}.
            """
        let car = try await data.texts("coche\tn\tm\tA1\t\tthing", templates, word: "coche")
        #expect(
            car == [
                "Mira el color del coche, que es bonito.", "Vamos al coche.", "Vi unos coches pequeños.",
                "¿Es nuevo este coche?",
            ]
        )
        let table = try await data.texts("mesa\tn\tf\tA1\t\tthing", templates, word: "mesa")
        #expect(
            table == [
                "Mira el color de la mesa, que es bonita.", "Vamos a la mesa.", "Vi unas mesas pequeñas.",
                "¿Es nueva esta mesa?",
            ]
        )
        let glasses = try await data.texts("gafas\tn\tf\tA1\t\tthing plural-only", templates, word: "gafas")
        #expect(
            glasses == [
                "Mira el color de las gafas, que son bonitas.", "Vamos a las gafas.", "¿Son nuevas estas gafas?",
            ]
        )
        let eagle = try await data.texts("águila\tn\tf\tA1\t\tthing", templates, word: "águila")
        #expect(
            eagle == [
                "Mira el color del águila, que es bonita.", "Vamos al águila.", "Vi unas águilas pequeñas.",
                "¿Es nueva esta águila?",
            ]
        )
    }

    @Test func verbsAndPronounsAgreeWithSets() async throws {
        let templates = """
            set gente
            A1\tAna\tf
            A1\tmis padres\tm pl
            A1\tLuis y yo\t1 pl m
            [v move]
            A1\t{gente} {word.present/gente}, y {le/gente} gusta.
            A1\tTambién {él/gente} {querer/gente} {word.infinitive/gente}: {gente}.
            """
        let found = try await data.texts("levantarse\tv\t\tA1\t\tmove", templates, word: "levantarse")
        #expect(
            found == [
                "Ana se levanta, y le gusta.", "Luis y yo nos levantamos, y nos gusta.",
                "Mis padres se levantan, y les gusta.", "También ella quiere levantarse: Ana.",
                "También ellos quieren levantarse: mis padres.", "También nosotros queremos levantarnos: Luis y yo.",
            ]
        )
    }

    @Test func wordsThatChangeBeforeOthers() async throws {
        let templates = "[n thing]\nA1\tEs arte y {word}.\nA1\tEs siete o {word}.\nA1\tUna cosa y {el/word} {word}."
        #expect(
            try await data.texts("historia\tn\tf\tA1\t\tthing", templates, word: "historia")
                == ["Es arte e historia.", "Es siete o historia.", "Una cosa y la historia."]
        )
        #expect(
            try await data.texts("oro\tn\tm\tA1\t\tthing", templates, word: "oro")
                == ["Es arte y oro.", "Es siete u oro.", "Una cosa y el oro."]
        )
        #expect(
            try await data.texts("hielo\tn\tm\tA1\t\tthing", templates, word: "hielo")
                == ["Es arte y hielo.", "Es siete o hielo.", "Una cosa y el hielo."]
        )
    }

    @Test func aGenderThatIsNone() throws {
        let folder = try SmallFolder(templates: "", language: "es")
        try folder.write("headword\tpos\tgender\tlevel\tkinds\ncoche\tn\tx\tA1\tthing\n", "es/sentences/words.tsv")
        let read = try DataFolder(path: folder.path + "/es/sentences", language: try #require(LanguageTag("es")))
        #expect(read.problems.contains { $0.line == 2 && $0.message.contains("'x' is not a gender") })
    }

    @Test func theRulesOfAllProvidersAreKept() async throws {
        let provider = TemplateSentences(folder: EnglishData.dictionaries)
        for word in ["botella", "comer", "simpático", "aunque"] {
            let report = await SentenceConformance(sample: .init(word: word, language: "es")).check(provider)
            #expect(report.failures.isEmpty, "\(word): \(report.failures)")
        }
    }
}
