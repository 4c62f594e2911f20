import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TranslationConformanceTests {
    static let suite = TranslationConformance(
        sample: .init(texts: ["water", "bread"], source: "en", target: "es")
    )

    @Test func theInMemoryProviderPassesTheSuite() async throws {
        let report = await Self.suite.check(try BrokenTranslation.sound())
        #expect(report.verdicts.allSatisfy { $0.outcome == .passed }, "\(report)")
        #expect(Set(report.verdicts.map(\.rule)).count == report.verdicts.count)
        #expect(report.verdicts.allSatisfy { $0.rule.hasPrefix("translation.") })
    }

    @Test func chainsAndWrappedProvidersPassTheSuite() async throws {
        let governed = try BrokenTranslation.sound(id: "first").applying(.retrying(2)).applying(
            .circuitBroken(after: 99)
        )
        let report = await Self.suite.check(FallbackTranslation([governed, try BrokenTranslation.sound(id: "second")]))
        #expect(report.isPassed, "\(report)")
    }

    @Test func everyRuleHasABrokenProvider() async throws {
        let rules = await Self.suite.check(try BrokenTranslation.sound()).verdicts.map(\.rule)
        #expect(Set(rules) == Set(BrokenTranslation.all.keys))
    }

    @Test(arguments: BrokenTranslation.all.keys.sorted())
    func aBrokenProviderFailsExactlyItsRule(rule: String) async throws {
        let make = try #require(BrokenTranslation.all[rule])
        let report = await Self.suite.check(try make())
        #expect(report.failures.map(\.rule) == [rule], "\(report)")
    }

    @Test(arguments: [[], ["water"], ["water", "water"]])
    func aSampleThatIsTooSmallIsAFailureWithoutACrash(texts: [String]) async throws {
        let suite = TranslationConformance(sample: .init(texts: texts, source: "en", target: "es"))
        let report = await suite.check(try BrokenTranslation.sound())
        #expect(report.failures.contains { $0.rule == "translation.order" && "\($0)".contains("two different texts") })
    }

    @Test func aHangingProviderTimesOut() async throws {
        var suite = Self.suite
        suite.timeLimit = .milliseconds(20)
        let provider = TamperedTranslation(base: try BrokenTranslation.sound(), onRequest: { _ in await hang() })
        let failures = await suite.check(provider).failures.map(\.rule)
        #expect(failures.contains("translation.count"))
    }
}
