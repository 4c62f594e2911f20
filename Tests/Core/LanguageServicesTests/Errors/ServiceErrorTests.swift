import LanguageServices
import Testing

struct ServiceErrorTests {
    private struct Foreign: Error, CustomStringConvertible {
        let description = "the wire is cut"
    }

    @Test func aServiceErrorStaysAsItIsAndGainsAProvider() {
        let error = ServiceError(.notFound, "no such word", remedy: "ask another", retryAfter: .seconds(3))
        let wrapped = ServiceError(error, provider: "a")
        #expect(wrapped.provider == "a")
        var expected = error
        expected.provider = "a"
        #expect(wrapped == expected)
        #expect(ServiceError(wrapped, provider: "b").provider == "a")
    }

    @Test func aCancellationBecomesCancelled() {
        #expect(ServiceError(CancellationError()).code == .cancelled)
        #expect(ServiceError(CancellationError(), provider: "a").provider == "a")
    }

    @Test func unknownErrorsBecomeProviderFailed() {
        let error = ServiceError(Foreign(), provider: "a")
        #expect(error.code == .providerFailed)
        #expect(error.underlying == "the wire is cut")
        #expect(error.provider == "a")
        #expect(!error.message.contains("wire"))
    }

    @Test func theDescriptionIsTheMessageAndTheRemedy() {
        #expect("\(ServiceError(.io, "it is gone"))" == "it is gone")
        #expect("\(ServiceError(.io, "it is gone", remedy: "look again"))" == "it is gone; look again")
    }

    @Test func onlyTransientFailuresAreRetryable() {
        let retryable: Set<ServiceError.Code> = [.timedOut, .network, .rateLimited, .pluginCrashed, .unavailable]
        for code in ServiceError.Code.known { #expect(code.isRetryable == retryable.contains(code), "\(code)") }
        #expect(!ServiceError.Code(rawValue: "new").isRetryable)
    }

    @Test func onlyMissesAreMisses() {
        for code in ServiceError.Code.known {
            #expect(code.isMiss == (code == .unsupported || code == .notFound), "\(code)")
        }
        #expect(!ServiceError.Code(rawValue: "").isMiss)
    }

    @Test func theCodesAreDistinctAndKeepTheirStrings() {
        let strings = ServiceError.Code.known.map(\.rawValue)
        #expect(
            strings == [
                "unsupported", "notFound", "invalidRequest", "unauthorized", "quotaExceeded", "rateLimited", "timedOut",
                "cancelled", "network", "providerFailed", "pluginCrashed", "protocolViolation", "unavailable",
                "limitExceeded", "configuration", "io",
            ]
        )
        #expect("\(ServiceError.Code.notFound)" == "notFound")
    }

    @Test func attemptsDistinguishMissesFromFailures() {
        let missed = ServiceReport.Attempt(provider: "a", error: ServiceError(.notFound, "no"), duration: .zero)
        #expect(missed.outcome == .missed)
        #expect(missed.code == .notFound)
        let failed = ServiceReport.Attempt(provider: "a", error: ServiceError(.network, "down"), duration: .zero)
        #expect(failed.outcome == .failed)
        #expect(failed.message == "down")
    }

    @Test func aReportIsAnsweredByTheLastThatAnswered() {
        #expect(ServiceReport().answeredBy == nil)
        let report = ServiceReport(attempts: [
            .init(provider: "a", outcome: .partlyAnswered, duration: .zero),
            .init(provider: "b", outcome: .answered, duration: .zero),
            .init(provider: "c", outcome: .missed, duration: .zero),
        ])
        #expect(report.answeredBy == "b")
    }
}
