import LanguageServices
import TestSupport
import Testing

@testable import Language

@Suite struct LemmaRulesTests {
    /// Forms and their lemmas. If several lemmas are listed, any of them is correct.
    struct Form: Sendable, CustomTestStringConvertible {
        let text: String
        let lemmas: Set<String>
        var testDescription: String { text }
    }

    static func rules(_ language: String) throws -> LemmaRules {
        let tag = try #require(LanguageTag(language))
        return try #require(LemmaRules(language: tag))
    }

    static func forms(_ language: String) throws -> [Form] {
        try TestFixture.lines("lemmas/\(language).tsv").map { line in
            let columns = line.split(separator: "\t").map(String.init)
            try #require(columns.count == 2)
            return Form(text: columns[0], lemmas: Set(columns[1].split(separator: "|").map(String.init)))
        }
    }

    /// Words, in addition to those in the lists, that the rules could return as lemmas.
    static let others = [
        "en": "bus bu hop hope star stare writ write past bath care car even news new thing leave leaf thin tim los",
        "de": "Bär Bar Straß Junge jung Wand wider Land Mann Manna Strom Kind kindisch macht Leist Rind Hüte Hut tot",
        "es": "ver vivir casar caso hablador cantar comer canto libro mesa meso sol sola rey pera pero parar parir",
        "fr": "par pâle pari maison mai jet porter port pièce chat char fin finir voiture vendre lire salir salle",
        "it": "caso casa casare cerca libra amare parola finire fine porta porto portare mano mana sole solo credere",
        "pt": "casa caso casar partir parte porta porto falar ler livre livro mão mal mala animar homem cor coro",
    ]

    @Test("forms lead to lemmas that exist", arguments: LemmaRules.languages)
    func forms(_ language: String) throws {
        let rules = try Self.rules(language)
        let folding = HeadwordFolding(language: language)
        let forms = try Self.forms(language)
        try #require(forms.count >= 100)
        let others = try #require(Self.others[language]).split(separator: " ").map(String.init)
        let words = Set((forms.flatMap(\.lemmas) + others).map(folding.key))
        var wrong: [String] = []
        for form in forms {
            let found = rules.lemmas(of: form.text).first { words.contains(folding.key($0.text)) }
            let right = Set(form.lemmas.map(folding.key))
            // A form that is itself a lemma is found before lemmas are requested.
            if right.contains(folding.key(form.text)) { continue }
            guard let found, right.contains(folding.key(found.text)) else {
                wrong.append("\(form.text): \(found?.text ?? "-")")
                continue
            }
        }
        #expect(wrong.count <= 3, "\(wrong)")
    }

    @Test("forms in the table lead to their lemmas", arguments: LemmaRules.languages)
    func tables(_ language: String) throws {
        let (table, paradigms) = try #require(Self.tables[language])
        let rules = try Self.rules(language)
        var lemmas = 0
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            lemmas += 1
            #expect(words.count >= 2, "\(line)")
            for word in words.dropFirst() {
                let parts = word.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
                let endings = parts.count == 2 ? paradigms[parts[1]] : "-"
                let ending = try #require(endings?.split(separator: " ").first, "\(word) of \(words[0])")
                let form = parts[0] + (ending == "-" ? "" : ending)
                #expect(rules.known(form).contains { $0.text == words[0] }, "\(form) of \(words[0])")
            }
        }
        #expect(lemmas >= 80)
    }

    static let tables: [String: (String, [String: String])] = [
        "en": (EnglishIrregulars.table, [:]),
        "de": (GermanIrregulars.table, GermanIrregulars.paradigms),
        "es": (SpanishIrregulars.table, SpanishIrregulars.paradigms),
        "fr": (FrenchIrregulars.table, FrenchIrregulars.paradigms),
        "it": (ItalianIrregulars.table, ItalianIrregulars.paradigms),
        "pt": (PortugueseIrregulars.table, PortugueseIrregulars.paradigms),
    ]

    @Test(
        "the certainty of lemmas",
        arguments: [
            ("en", "went", "go", .known), ("en", "understood", "understand", .known),
            ("en", "overslept", "oversleep", .composed),
            ("en", "walked", "walk", .regular), ("en", "quickly", "quick", .guess), ("en", "we'll", "we will", .known),
            ("es", "tuvo", "tener", .known), ("es", "mantuvo", "mantener", .composed),
            ("es", "cantaba", "cantar", .regular),
            // Without its accent, it could be another word.
            ("es", "tendre", "tener", .regular), ("de", "ging", "gehen", .known),
            ("de", "versprochen", "versprechen", .composed),
            ("de", "umgezogen", "umziehen", .composed), ("de", "kaufte", "kaufen", .regular),
            ("fr", "l'eau", "eau", .known),
            ("fr", "s'appelle", "s'appeler", .regular), ("it", "dell'acqua", "acqua", .known),
            ("pt", "manteve", "manter", .composed),
        ] as [(String, String, String, Lemma.Certainty)]
    )
    func certainty(_ language: String, _ form: String, _ lemma: String, _ expected: Lemma.Certainty) throws {
        let found = try Self.rules(language).lemmas(of: form)
        #expect(found.first { $0.text == lemma }?.certainty == expected, "\(found.map(\.text))")
        #expect(found.map(\.certainty) == found.map(\.certainty).sorted())
    }

    @Test("the part of speech of a rule's lemma")
    func partsOfSpeech() throws {
        let leaves = try Self.rules("en").lemmas(of: "leaves")
        #expect(leaves.first { $0.text == "leaf" }?.partOfSpeech == .noun)
        #expect(leaves.first { $0.text == "leave" && $0.partOfSpeech == .verb } != nil)
        // A capital makes a German noun more likely.
        #expect(try Self.rules("de").lemmas(of: "Reisen").first { $0.certainty == .regular }?.partOfSpeech == .noun)
        #expect(try Self.rules("de").lemmas(of: "reisten").first { $0.certainty == .regular }?.partOfSpeech != .noun)
    }

    @Test("any input is processed without failure", arguments: LemmaRules.languages)
    func hostile(_ language: String) throws {
        let rules = try Self.rules(language)
        for text in HostileWords.all {
            let lemmas = rules.lemmas(of: text)
            #expect(lemmas.count <= 256)
            #expect(lemmas.allSatisfy { !$0.text.isEmpty })
        }
    }

    @Test func otherLanguagesHaveNone() throws {
        for (language, has) in [("ja", false), ("eng", true), ("pt-BR", true)] {
            let tag = try #require(LanguageTag(language))
            #expect((LemmaRules(language: tag) != nil) == has)
        }
    }

    @Test func manyAtOnce() async throws {
        let rules = try Self.rules("fr")
        let answers = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<32 { group.addTask { rules.known("yeux").first?.text } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(answers == ["œil"])
    }
}
