import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FeedbackConformanceTests {
    static let suite = FeedbackConformance(sample: .init(event: "success"))

    @Test func theInMemoryProviderPassesTheSuite() async {
        let report = await Self.suite.check(InMemoryFeedback())
        #expect(report.verdicts.allSatisfy { $0.outcome == .passed }, "\(report)")
        #expect(Set(report.verdicts.map(\.rule)).count == report.verdicts.count)
        #expect(report.verdicts.allSatisfy { $0.rule.hasPrefix("feedback.") })
    }

    @Test func chainsAndWrappedProvidersPassTheSuite() async {
        let governed = InMemoryFeedback(id: "first").applying(.deadline(.seconds(60)))
        let report = await Self.suite.check(FallbackFeedback([governed, InMemoryFeedback(id: "second")]))
        #expect(report.isPassed, "\(report)")
    }

    @Test func everyRuleHasABrokenProvider() async {
        let rules = await Self.suite.check(InMemoryFeedback()).verdicts.map(\.rule)
        #expect(Set(rules) == Set(BrokenFeedback.all.keys))
    }

    @Test(arguments: BrokenFeedback.all.keys.sorted())
    func aBrokenProviderFailsExactlyItsRule(rule: String) async throws {
        let make = try #require(BrokenFeedback.all[rule])
        let report = await Self.suite.check(make())
        #expect(report.failures.map(\.rule) == [rule], "\(report)")
    }
}
