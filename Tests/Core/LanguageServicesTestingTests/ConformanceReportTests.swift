import LanguageServices
import Testing

@testable import LanguageServicesTesting

struct ConformanceReportTests {
    private let report = ConformanceReport(
        service: .speech,
        provider: "mine",
        verdicts: [
            .init(rule: "speech.a", demand: "It does a", outcome: .passed),
            .init(rule: "speech.b", demand: "It does b", outcome: .failed(reason: "it did c")),
            .init(rule: "speech.c", demand: "It does c", outcome: .skipped(reason: "it has no c")),
        ]
    )

    @Test func failuresAreTheBrokenRulesAlone() {
        #expect(report.failures.map(\.rule) == ["speech.b"])
        #expect(!report.isPassed)
        #expect(ConformanceReport(service: .speech, provider: "mine").isPassed)
    }

    @Test func theDescriptionHasOneLineForEachRule() {
        let expected = """
            speech provider 'mine': 1 passed, 1 failed, 1 skipped
            passed  speech.a: It does a
            FAILED  speech.b: It does b; but it did c
            skipped speech.c: It does c; it has no c
            """
        #expect(report.description == expected)
    }
}
