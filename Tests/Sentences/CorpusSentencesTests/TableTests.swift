import CorpusSentences
import LanguageServices
import Testing

@Suite("Sentence tables")
struct TableTests {
    private static let attributed = """
        I have a cat.\tIch habe eine Katze.\tCC-BY 2.0 (France) Attribution: tatoeba.org #2877272 (CM) & #1158250 (Wuzzy)
        The cat drinks milk.\tDie Katze trinkt Milch.\tCC-BY 2.0 (France) Attribution: tatoeba.org #11 (CK) & #12 (Pfirsich)
        """

    @Test("Tatoeba's sentences are selected by language and have a number, author and licence")
    func tatoeba() async throws {
        let corpus = try Corpus(
            """
            1276\teng\tLet's try something new today.\tCK\t2007-11-12\t2010-01-01
            77\tdeu\tLass uns heute etwas Neues probieren.\tMUIRIEL\t\\N\t\\N
            1300\teng\tThe dog tries to open the door.\t\\N\t\\N\t\\N
            """
        )
        let sentences = try await corpus.sentences("try")
        #expect(Set(sentences.compactMap(\.source)) == ["Tatoeba, #1276 (CK)", "Tatoeba, #1300"])
        #expect(Set(sentences.compactMap(\.licence)) == ["CC BY 2.0 FR"])
        #expect(try await corpus.texts("probieren", "de") == ["Lass uns heute etwas Neues probieren."])
    }

    @Test("Pairs have translations, in both directions")
    func pairs() async throws {
        let corpus = try Corpus(Self.attributed)
        let german = try #require(LanguageTag("de"))
        let english = try #require(LanguageTag("en"))
        let provider = try corpus.provider { $0.translationLanguage = german }
        var request = SentenceRequest(word: "milk", language: english, targetLanguage: german)
        let found = try #require(try await provider.sentences(for: request).sentences.first)
        #expect(found.translation == "Die Katze trinkt Milch.")
        #expect(found.source == "Tatoeba, #11 (CK)")
        #expect(found.licence == "CC BY 2.0 FR")
        request.targetLanguage = LanguageTag("fr")
        #expect(try await provider.sentences(for: request).sentences.first?.translation == nil)
        request.targetLanguage = nil
        #expect(try await provider.sentences(for: request).sentences.first?.translation == nil)

        let turned = try corpus.provider("de") {
            $0.column = 2
            $0.translationLanguage = english
        }
        let back = SentenceRequest(word: "trinken", language: german, targetLanguage: english)
        let sentence = try #require(try await turned.sentences(for: back).sentences.first)
        #expect(sentence.text == "Die Katze trinkt Milch.")
        #expect(sentence.translation == "The cat drinks milk.")
        #expect(sentence.source == "Tatoeba, #12 (Pfirsich)")
    }

    @Test("Numbered pairs and numbered sentences are read")
    func numbers() async throws {
        let pairs = try Corpus(
            "12\tThe house is very old.\t34\tDas Haus ist sehr alt.\n13\tIt is raining again.\t35\tEs regnet.\n"
        )
        let german = try #require(LanguageTag("de"))
        let provider = try pairs.provider { $0.translationLanguage = german }
        let request = SentenceRequest(word: "house", language: LanguageTag("en"), targetLanguage: german)
        let found = try #require(try await provider.sentences(for: request).sentences.first)
        #expect(found.translation == "Das Haus ist sehr alt.")
        #expect(found.source == "Tatoeba, #12")
        let numbered = try Corpus("1\tThe train leaves at nine.\n2\tNobody was at home.\n", name: "news.tsv")
        #expect(try await numbered.sentences("train").first?.source == "news.tsv, #1")
        #expect(try await numbered.sentences("train").first?.licence == nil)
    }

    @Test("The name and licence can be set")
    func settings() async throws {
        let corpus = try Corpus("The train leaves at nine o'clock.\n")
        let provider = try corpus.provider {
            $0.name = "My notes"
            $0.licence = "CC0-1.0"
        }
        let request = SentenceRequest(word: "train", language: LanguageTag("en"))
        let found = try #require(try await provider.sentences(for: request).sentences.first)
        #expect(found.source == "My notes, line 1")
        #expect(found.licence == "CC0-1.0")
        #expect(found.provider == provider.descriptor.id)
    }

    @Test("Malformed lines are skipped")
    func brokenRows() async throws {
        let corpus = try Corpus(
            "1\teng\tThe cat sleeps on the sofa.\n\n\t\t\n2\teng\n3\teng\t\nnonsense\n\u{FFFD}\t\u{0}\teng\n4\teng\tThe dog plays in the snow.\n5\teng\tThe bird sings every morning.\n6\teng\tThe cat eats fish.\n7\teng\tThe cow eats grass.\n8\teng\tWe eat bread.\n9\teng\tI like bread.\n10\teng\tYou like milk.\n11\teng\tHe likes tea.\n"
        )
        let provider = try corpus.provider { $0.format = .tatoeba }
        let request = SentenceRequest(word: "cat", language: LanguageTag("en"), count: 5)
        #expect(try await provider.sentences(for: request).sentences.count == 2)
    }

    @Test("A corpus in another language is reported")
    func otherLanguage() async throws {
        let corpus = try Corpus("1\tdeu\tDie Katze schläft auf dem Sofa.\n2\tdeu\tDer Hund spielt.\n")
        await #expect(throws: ServiceError.self) { try await corpus.sentences("cat") }
        let provider = try corpus.provider("de")
        for (tag, isRight) in [("de", true), ("de-AT", true), ("en", false), ("qaa", false)] {
            let request = SentenceRequest(word: "Katze", language: LanguageTag(tag))
            do {
                #expect(try await provider.sentences(for: request).sentences.count == 1)
                #expect(isRight)
            } catch let error as ServiceError {
                #expect(!isRight)
                #expect(error.code == .unsupported)
            }
        }
    }
}
