import CorpusSentences
import LanguageServices
import LanguageServicesTesting
import Platform
import TestSupport
import Testing

@Suite("Sentence corpora conform to the provider rules")
struct CorpusConformanceTests {
    @Test("Running text")
    func text() async throws {
        let corpus = try Corpus(
            (0..<40).map { "The water in well number \($0) is as cold as ice in winter.\n" }.joined()
                + "Please give me a glass of water.\nThe flowers need more water than this, because it has not rained for days.\n"
        )
        let report = await SentenceConformance(sample: .init(word: "water", language: "en"), timeLimit: .seconds(120))
            .check(
                try corpus.provider()
            )
        #expect(report.failures.isEmpty, "\(report)")
    }

    @Test(
        "WordNet",
        .enabled(if: WholeFile.exists("/usr/share/wordnet/data.noun"), "the package wordnet-base is missing")
    )
    func wordNet() async throws {
        let folder = try TemporaryFolder()
        let provider = try WordNetSentences(locations: CorpusLocations(cache: folder.path, dictionaries: nil))
        let report = await SentenceConformance(sample: .init(word: "water", language: "en"), timeLimit: .seconds(300))
            .check(provider)
        #expect(report.failures.isEmpty, "\(report)")
    }

    @Test("A table in Japanese")
    func japanese() async throws {
        let corpus = try Corpus("1\tjpn\t私は毎朝パンを食べます。\n2\tjpn\t昨日は魚を食べました。\n3\tjpn\t何を食べるの？\n")
        let report = await SentenceConformance(sample: .init(word: "食べる", language: "ja"), timeLimit: .seconds(120))
            .check(
                try corpus.provider("ja")
            )
        #expect(report.failures.isEmpty, "\(report)")
    }
}
