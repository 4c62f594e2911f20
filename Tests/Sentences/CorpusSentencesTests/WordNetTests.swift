import CorpusSentences
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("WordNet examples")
struct WordNetTests {
    private static let usual = "/usr/share/wordnet"
    private static let isInstalled = WholeFile.exists(usual + "/data.noun")

    /// Files in WordNet's format that contain test words.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let licence = "  1 This is a licence, \"with a quotation\".  \n"
        let files: [(String, String)] = [
            (
                "data.noun",
                """
                00000100 05 n 02 bank 0 side 0 000 | the edge of a river; "we sat on the bank and watched the boats"; "a grassy bank"
                00000200 14 n 01 bank 1 000 | a place that keeps money; "she took the money to the bank"; "banks open at nine"; "the bank is closed"- somebody
                00000300 14 n 01 word 0 000 | a part of speech (as "the" or "of")
                """
            ),
            ("index.noun", "bank n 2 0 2 1 00000200 00000100\nside n 1 0 1 0 00000100\nword n 1 0 1 0 00000300\n"),
            (
                "data.verb",
                """
                00000400 38 v 02 chase 0 dog 0 000 01 + 08 00 | run after; "the dog chased the cat"; "chase one's tail"
                00000500 38 v 01 give_up 0 000 01 + 02 00 | stop trying; "after an hour they gave up"; "never give hope up!"
                """
            ),
            ("index.verb", "chase v 1 0 1 0 00000400\ndog v 1 0 1 0 00000400\ngive_up v 1 0 1 0 00000500\n"),
            ("data.adj", "00000600 00 s 01 open(p) 0 000 | not closed; \"the shop is open\"; broken line | \"\n"),
            ("index.adj", "open a 1 0 1 0 00000600\n"), ("data.adv", "nonsense\n\n"), ("index.adv", ""),
        ]
        for (name, content) in files {
            try AtomicFile.write(Array((licence + content).utf8), to: folder.file(name))
        }
        return folder
    }

    private static func sentences(
        _ word: String,
        _ change: (inout SentenceRequest) -> Void = { _ in }
    ) async throws -> [ExampleSentence] {
        let folder = try folder()
        let locations = CorpusLocations(cache: folder.file("cache"), dictionaries: Shipped.dictionaries)
        let provider = try WordNetSentences(folder: folder.path, locations: locations)
        var request = SentenceRequest(word: word, language: LanguageTag("en"), count: 10)
        change(&request)
        return try await provider.sentences(for: request).sentences
    }

    @Test("Sentences have a sense and a part of speech; the most common sense comes first")
    func meanings() async throws {
        let found = try await Self.sentences("bank")
        #expect(
            Set(found.map(\.text)) == [
                "She took the money to the bank.", "Banks open at nine.", "We sat on the bank and watched the boats.",
            ]
        )
        #expect(found.first?.sense == "a place that keeps money")
        #expect(found.allSatisfy { $0.partOfSpeech == .noun && $0.licence == "WordNet 3.0 license" })
        #expect(found.first?.source == "WordNet 3.0, noun 00000200")
    }

    @Test("The requested sense comes first")
    func sense() async throws {
        let found = try await Self.sentences("bank") { $0.sense = "edge of a river" }
        #expect(found.first?.text == "We sat on the bank and watched the boats.")
    }

    @Test("A noun is not an example of the verb with the same spelling")
    func otherKind() async throws {
        #expect(try await Self.sentences("dog").first?.partOfSpeech == .noun)
        #expect(try await Self.sentences("dog").first?.sense == nil)
        #expect(try await Self.sentences("chase").first?.sense == "run after")
        await #expect(throws: ServiceError.self) { try await Self.sentences("dog") { $0.partOfSpeech = .verb } }
    }

    @Test("Expressions are found, even if their parts are separated")
    func expressions() async throws {
        let found = try await Self.sentences("give up")
        #expect(Set(found.map(\.text)) == ["After an hour they gave up.", "Never give hope up!"])
        #expect(found.allSatisfy { $0.sense == "stop trying" })
    }

    @Test("Without WordNet, the error names the package to install")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let locations = CorpusLocations(cache: folder.file("cache"), dictionaries: nil)
        let provider = try WordNetSentences(folder: folder.file("none"), locations: locations)
        guard case .unavailable(_, let remedy) = await provider.status() else {
            Issue.record("it says that it is ready")
            return
        }
        #expect(remedy?.contains("wordnet-base") == true)
        do {
            _ = try await provider.sentences(for: SentenceRequest(word: "dog"))
            Issue.record("there were sentences")
        } catch let error as ServiceError {
            #expect(error.code == .unavailable)
            #expect(error.remedy?.contains("wordnet-base") == true)
        }
    }

    @Test(
        "Debian's WordNet has sentences for common words",
        .enabled(if: WordNetTests.isInstalled, "the package wordnet-base is not installed")
    )
    func real() async throws {
        let folder = try TemporaryFolder()
        let locations = CorpusLocations(cache: folder.file("cache"), dictionaries: Shipped.dictionaries)
        let provider = try WordNetSentences(locations: locations)
        for (word, kind) in [
            ("dog", PartOfSpeech.noun), ("run", .verb), ("happy", .adjective), ("quickly", .adverb), ("book", .noun),
            ("go", .verb), ("water", .noun), ("give up", .verb),
        ] {
            let request = SentenceRequest(word: word, language: LanguageTag("en"), partOfSpeech: kind, count: 3)
            let sentences = try await provider.sentences(for: request).sentences
            #expect(!sentences.isEmpty)
            for sentence in sentences {
                let first = try #require(sentence.text.unicodeScalars.first)
                let last = try #require(sentence.text.unicodeScalars.last)
                #expect(!first.properties.isLowercase)
                #expect(".!?\"".unicodeScalars.contains(last), "\(sentence.text)")
                #expect(sentence.partOfSpeech == kind || sentence.partOfSpeech == nil)
                #expect(sentence.checks.contains(.word))
            }
        }
    }
}
