import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SentenceConformanceTests {
    static let suite = SentenceConformance(sample: .init(word: "water", language: "en"))

    @Test func theInMemoryProviderPassesTheSuite() async {
        let report = await Self.suite.check(InMemorySentences())
        #expect(report.verdicts.allSatisfy { $0.outcome == .passed }, "\(report)")
        #expect(Set(report.verdicts.map(\.rule)).count == report.verdicts.count)
        #expect(report.verdicts.allSatisfy { $0.rule.hasPrefix("sentences.") })
    }

    @Test func chainsAndWrappedProvidersPassTheSuite() async {
        let governed = InMemorySentences(id: "first").applying(.deadline(.seconds(60)))
        let report = await Self.suite.check(FallbackSentences([governed, InMemorySentences(id: "second")]))
        #expect(report.isPassed, "\(report)")
    }

    @Test func everyRuleHasABrokenProvider() async {
        let rules = await Self.suite.check(InMemorySentences()).verdicts.map(\.rule)
        #expect(Set(rules) == Set(BrokenSentences.all.keys))
    }

    @Test(arguments: BrokenSentences.all.keys.sorted())
    func aBrokenProviderFailsExactlyItsRule(rule: String) async throws {
        let make = try #require(BrokenSentences.all[rule])
        let report = await Self.suite.check(make())
        #expect(report.failures.map(\.rule) == [rule], "\(report)")
    }

    @Test(arguments: [
        [], [Int.max - 1..<Int.max], [-1..<1], [0..<Int.max], [0..<0], [1..<3], [0..<1, 0..<1], [3..<4, 0..<1],
        [0..<1, 1..<1], [0..<1, 1..<4],
    ])
    func aWordPlacedBesideTheSentenceIsFound(ranges: [Range<Int>]) async {
        let provider = TamperedSentences(onResponse: { response, request in
            guard request.avoiding.isEmpty else { return response }
            return edited(response) { response in
                response.sentences = response.sentences.map { sentence in
                    // Two spaces, so that one of the ranges contains only white space.
                    edited(sentence) { ($0.text, $0.wordRanges) = ("a  \($0.text)", ranges) }
                }
            }
        })
        let failures = await Self.suite.check(provider).failures.map(\.rule)
        #expect(failures == ["sentences.word-range"])
    }
}
