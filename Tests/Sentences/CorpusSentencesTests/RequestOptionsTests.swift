import CorpusSentences
import LanguageServices
import Testing

@Suite("Request options")
struct RequestOptionsTests {
    private static let dogs = """
        1\teng\tThe dog is in the garden.
        2\teng\tMy dog sleeps under the kitchen table every night.
        3\teng\tA dog needs water, food and a place where it can sleep.
        4\teng\tThe dog exhibited considerable ambivalence towards strangers.
        5\teng\tA big dog ran across the street.
        6\teng\tWhy is your dog so quiet today?
        """

    @Test("The requested length in words is respected")
    func words() async throws {
        let corpus = try Corpus(Self.dogs)
        for range in [1...6, 7...9, 8...20] {
            let found = try await corpus.sentences("dog") { $0.words = range }
            #expect(!found.isEmpty)
            for sentence in found { #expect(range.contains(sentence.text.split(separator: " ").count)) }
        }
        await #expect(throws: ServiceError.self) { try await corpus.sentences("dog") { $0.words = 40...50 } }
    }

    @Test("Known sentences are not returned again, in any spelling")
    func avoiding() async throws {
        let corpus = try Corpus(Self.dogs)
        let all = try await corpus.texts("dog")
        let rest = try await corpus.texts("dog") {
            $0.avoiding = ["the DOG is in the garden", "A big dog ran across the street."]
        }
        #expect(rest.count == all.count - 2)
        #expect(!rest.contains("The dog is in the garden."))
    }

    @Test("If a level is requested, no word is above it")
    func level() async throws {
        let corpus = try Corpus(Self.dogs)
        let easy = try await corpus.sentences("dog") { $0.level = .a1 }
        #expect(!easy.isEmpty)
        #expect(!easy.contains { $0.text.contains("ambivalence") })
        for sentence in easy {
            #expect(sentence.level.map { $0 <= .a1 } ?? true)
            #expect(sentence.checks.contains(.level))
        }
        #expect(try await corpus.texts("dog").contains { $0.contains("ambivalence") })
    }

    @Test("The requested word may be above the level")
    func hardWord() async throws {
        let corpus = try Corpus("1\teng\tThe ambivalence of my friend is not good for me.\n")
        #expect(try await corpus.texts("ambivalence") { $0.level = .a2 }.count == 1)
    }

    @Test("Another part of speech does not match")
    func partOfSpeech() async throws {
        let corpus = try Corpus(
            """
            1\teng\tI drink a lot of water in summer.
            2\teng\tWe must water the flowers every evening.
            3\teng\tThe water is too cold today.
            4\teng\tThey will water the garden for us.
            """
        )
        let verbs = try await corpus.texts("water") { $0.partOfSpeech = .verb }
        #expect(verbs == ["We must water the flowers every evening.", "They will water the garden for us."])
        let nouns = try await corpus.texts("water") { $0.partOfSpeech = .noun }
        #expect(nouns == ["I drink a lot of water in summer.", "The water is too cold today."])
        #expect(try await corpus.texts("water") { $0.partOfSpeech = .adverb }.isEmpty)
    }

    @Test("The same seed selects the same sentences")
    func seed() async throws {
        let corpus = try Corpus(
            Self.nouns.enumerated().map { "\($0)\teng\tThe \($1) is beside my old house.\n" }.joined()
        )
        var firsts: Set<String> = []
        for seed in 0..<8 {
            let first = try await corpus.sentences("house", count: 3) { $0.seed = UInt64(seed) }.map(\.text)
            let second = try await corpus.sentences("house", count: 3) { $0.seed = UInt64(seed) }.map(\.text)
            #expect(first == second)
            firsts.formUnion(first.prefix(1))
        }
        #expect(firsts.count > 2)
    }

    @Test("Only one of several similar sentences is returned")
    func alike() async throws {
        let corpus = try Corpus(
            """
            1\teng\tMy sister bought a red car yesterday.
            2\teng\tMy sister bought a red car today.
            3\teng\tMy sister bought the red car yesterday!
            4\teng\tMost people drive a car to work every morning.
            """
        )
        #expect(try await corpus.texts("car").count == 2)
    }

    @Test("Sentences about the topic come first, and so do those with the sense if the source specifies it")
    func topic() async throws {
        let corpus = try Corpus(Self.dogs)
        #expect(
            try await corpus.sentences("dog", count: 1) { $0.topic = "kitchen" }.first?.text.contains("kitchen") == true
        )
        #expect(
            try await corpus.sentences("dog", count: 1) { $0.topic = "garden" }.first?.text.contains("garden") == true
        )
    }

    private static let nouns = """
        tree car shop school church bank park road river lake bridge wall garden tower station hotel market bar farm field hill
        museum library theatre cinema factory office bakery castle temple port beach island forest mountain valley path gate
        fence door window roof chair table bench lamp clock box boat ship bus train plane bicycle truck tent barn pond
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
