import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SpeechConformanceTests {
    static let sample = SpeechSample(text: "Hello big world", language: "en-US")
    static let suite = SpeechConformance(sample: sample)

    @Test func theInMemoryProviderPassesTheSuite() async {
        let report = await Self.suite.check(InMemorySpeech())
        #expect(report.isPassed, "\(report)")
        #expect(report.verdicts.count > 30)
        #expect(Set(report.verdicts.map(\.rule)).count == report.verdicts.count)
        #expect(report.verdicts.allSatisfy { $0.rule.hasPrefix("speech.") && !$0.demand.hasSuffix(".") })
        #expect(report.verdicts.allSatisfy { $0.outcome == .passed }, "\(report)")
    }

    @Test func chainsAndWrappedProvidersPassTheSuite() async {
        let governed = InMemorySpeech(id: "first").applying(.deadline(.seconds(60))).applying(.retrying(2))
        let chain = FallbackSpeech([governed, InMemorySpeech(id: "second", languages: ["de"])])
        let report = await Self.suite.check(chain)
        #expect(report.isPassed, "\(report)")
    }

    @Test func everyRuleHasABrokenProvider() async {
        let rules = await Self.suite.check(InMemorySpeech()).verdicts.map(\.rule)
        #expect(Set(rules) == Set(BrokenSpeech.all.keys))
    }

    @Test(arguments: BrokenSpeech.all.keys.sorted())
    func aBrokenProviderFailsExactlyItsRule(rule: String) async throws {
        let make = try #require(BrokenSpeech.all[rule])
        let report = await Self.suite.check(make())
        #expect(report.failures.map(\.rule) == [rule], "\(report)")
    }

    @Test func aHangingProviderTimesOut() async {
        let suite = SpeechConformance(sample: Self.sample, timeLimit: .milliseconds(20))
        let provider = TamperedSpeech(onStatus: { await hang() }, onRequest: { _ in await hang() })
        let report = await suite.check(provider)
        let failures = report.failures.map(\.rule)
        #expect(failures.contains("speech.status"))
        #expect(failures.contains("speech.audio"))
        #expect(failures.contains("speech.text.nul"))
        #expect(failures.contains("speech.cancellation"))
        #expect(report.description.contains("no answer within"))
    }

    @Test func anInvalidSampleIsAFailure() async {
        let sample = SpeechSample(text: "Hello", language: "not a tag")
        let report = await SpeechConformance(sample: sample).check(InMemorySpeech())
        #expect(report.failures.contains { $0.rule == "speech.audio" && "\($0)".contains("'not a tag'") })
    }

    @Test func rulesThatDoNotApplyAreSkipped() async {
        let provider = TamperedSpeech(onRequest: { request in
            if let rate = request.rate, SpeechRequest.rates.contains(rate) {
                throw ServiceError(.unsupported, "no rates")
            }
            return request
        })
        let report = await Self.suite.check(provider)
        #expect(report.isPassed, "\(report)")
        let verdict = report.verdicts.first { $0.rule == "speech.slower-longer" }
        #expect(verdict?.outcome == .skipped(reason: "it does not support rates"))
    }
}
