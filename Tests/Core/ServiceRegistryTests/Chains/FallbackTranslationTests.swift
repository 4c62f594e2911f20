import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FallbackTranslationTests {
    private func provider(
        _ id: ProviderID,
        _ words: [String: String],
        failures: [ServiceError] = []
    ) throws -> InMemoryTranslation {
        InMemoryTranslation(id: id, entries: [try pair("en", "es"): words], failures: failures)
    }

    private func request(_ texts: [String]) throws -> TranslationRequest {
        TranslationRequest(texts: texts, source: try tag("en"), target: try tag("es"))
    }

    private func shown(_ response: TranslationResponse) -> [String] {
        response.results.map { result in
            switch result {
            case .success(let translation): "\(translation.provider):\(translation.text)"
            case .failure(let error): "\(error.code)"
            }
        }
    }

    @Test func missesGoToTheNextProviderAndOrderIsKept() async throws {
        let first = try provider("a", ["one": "uno", "three": "tres"])
        let second = try provider("b", ["one": "UNO", "two": "dos", "four": "cuatro"])
        let third = try provider("c", ["five": "cinco"])
        let chain = FallbackTranslation([first, second, third])
        let response = try await chain.translate(request(["one", "two", "three", "four", "five", "none", "one"]))
        #expect(shown(response) == ["a:uno", "b:dos", "a:tres", "b:cuatro", "c:cinco", "notFound", "a:uno"])
        #expect(response.report.attempts.map(\.provider) == ["a", "b", "c"])
        #expect(response.report.attempts.map(\.outcome) == [.partlyAnswered, .partlyAnswered, .partlyAnswered])
        #expect(response.report.attempts.map(\.code) == [.notFound, .notFound, .notFound])
    }

    @Test func anInvalidTextIsNotPassedOn() async throws {
        let refusing = RecordedTranslation { text in
            .failure(ServiceError(text == "bad" ? .invalidRequest : .notFound, "no"))
        }
        let next = RecordedTranslation(answer: RecordedTranslation.echo)
        let response = try await FallbackTranslation([refusing, next]).translate(request(["bad", "one"]))
        #expect(shown(response) == ["invalidRequest", "recorded:<one>"])
        #expect(next.asked.value == [["one"]])
    }

    @Test func noProviderIsCalledOnceEverythingIsAnswered() async throws {
        let second = try provider("b", ["one": "x"])
        let chain = FallbackTranslation([try provider("a", ["one": "uno"]), second])
        let response = try await chain.translate(request(["one"]))
        #expect(shown(response) == ["a:uno"])
        #expect(second.callCount == 0)
        #expect(response.report.attempts.map(\.outcome) == [.answered])
    }

    @Test func aProviderThatHasNothingIsAMiss() async throws {
        let chain = FallbackTranslation([try provider("a", [:]), try provider("b", ["one": "uno"])])
        let report = try await chain.translate(request(["one"])).report
        #expect(report.attempts.map(\.outcome) == [.missed, .answered])
    }

    @Test func aFailedProviderIsSkippedAndReported() async throws {
        let broken = try provider("a", ["one": "x"], failures: [ServiceError(.network, "down")])
        let chain = FallbackTranslation([broken, try provider("b", ["one": "uno"])])
        let response = try await chain.translate(request(["one", "none"]))
        // A text without an answer keeps the error of the failed provider, which might have had one.
        #expect(shown(response) == ["b:uno", "network"])
        #expect(response.report.attempts.map(\.outcome) == [.failed, .partlyAnswered])
        #expect(response.report.attempts.first?.message == "down")
    }

    @Test func anUnknownOutcomeIsNeverForgotten() async throws {
        var lost = ServiceError(.network, "cut off")
        lost.outcomeUnknown = true
        let away = ServiceError(.network, "not reached")
        for failures in [[lost, away], [away, lost]] {
            let members = try failures.enumerated().map {
                try provider(ProviderID(rawValue: "\($0)"), [:], failures: [$1])
            }
            // No provider answers any text.
            let thrown = try await serviceError { try await FallbackTranslation(members).translate(request(["one"])) }
            #expect(thrown.outcomeUnknown)
            // One provider answers a text.
            let others = try failures.enumerated().map {
                try provider(ProviderID(rawValue: "\($0)"), [:], failures: [$1])
            }
            let chain = FallbackTranslation([try provider("some", ["one": "uno"])] + others)
            let response = try await chain.translate(request(["one", "two"]))
            #expect(shown(response) == ["some:uno", "network"])
            guard case .failure(let kept)? = response.results.last else { return }
            #expect(kept.outcomeUnknown)
        }
        let members = [try provider("a", [:], failures: [away]), try provider("b", [:], failures: [away])]
        let error = try await serviceError { try await FallbackTranslation(members).translate(request(["one"])) }
        #expect(!error.outcomeUnknown)
    }

    @Test func stopAtFailureEndsTheChain() async throws {
        let second = try provider("b", ["one": "uno"])
        let broken = try provider("a", [:], failures: [ServiceError(.network, "down")])
        let chain = FallbackTranslation([broken, second], policy: .stopAtFailure)
        #expect(try await serviceError { try await chain.translate(request(["one"])) }.code == .network)
        #expect(second.callCount == 0)
    }

    @Test func translationsAreKeptWhenALaterProviderFails() async throws {
        let broken = try provider("b", [:], failures: [ServiceError(.network, "down")])
        let chain = FallbackTranslation([try provider("a", ["one": "uno"]), broken], policy: .stopAtFailure)
        let response = try await chain.translate(request(["one", "two"]))
        #expect(shown(response) == ["a:uno", "network"])
    }

    @Test(arguments: [0, 1, 3])
    func aWrongNumberOfResultsIsAProtocolViolation(count: Int) async throws {
        let miscounting = MiscountingTranslation(count: count)
        let alone = FallbackTranslation([miscounting])
        let error = try await serviceError { try await alone.translate(request(["one", "two"])) }
        #expect(error.code == .protocolViolation)
        #expect(error.provider == "miscounting")
        let chain = FallbackTranslation([miscounting, try provider("b", ["one": "uno", "two": "dos"])])
        #expect(shown(try await chain.translate(request(["one", "two"]))) == ["b:uno", "b:dos"])
    }

    @Test func anInvalidRequestIsNotPassedOn() async throws {
        let second = try provider("b", ["one": "uno"])
        let first = try provider("a", [:], failures: [ServiceError(.invalidRequest, "nonsense")])
        let error = try await serviceError {
            try await FallbackTranslation([first, second]).translate(request(["one"]))
        }
        #expect(error.code == .invalidRequest)
        #expect(error.message == "nonsense")
        #expect(second.callCount == 0)
    }

    @Test func theMostInformativeErrorIsThrownWhenAllFail() async throws {
        let first = InMemoryTranslation(id: "a", entries: [:])
        let second = try provider("b", [:], failures: [ServiceError(.unauthorized, "wrong key")])
        let error = try await serviceError {
            try await FallbackTranslation([first, second]).translate(request(["one"]))
        }
        #expect(error.code == .unauthorized)
        #expect(error.report?.attempts.map(\.provider) == ["a", "b"])
        #expect(error.report?.attempts.map(\.outcome) == [.missed, .failed])
    }

    @Test func anEmptyBatchIsAnsweredByTheFirstThatWorks() async throws {
        let broken = try provider("a", [:], failures: [ServiceError(.network, "down")])
        let third = try provider("c", [:])
        let response = try await FallbackTranslation([broken, try provider("b", [:]), third]).translate(request([]))
        #expect(response.results.isEmpty)
        #expect(response.report.attempts.map(\.provider) == ["a", "b"])
        #expect(third.callCount == 0)
    }

    @Test func aFailedNestedChainReportsEveryProvider() async throws {
        let inner = FallbackTranslation([
            try provider("a", [:], failures: [ServiceError(.network, "down")]),
            try provider("b", [:], failures: [ServiceError(.io, "gone")]),
        ])
        let outer = FallbackTranslation([inner, try provider("c", ["one": "uno"])])
        let response = try await outer.translate(request(["one"]))
        #expect(response.report.attempts.map(\.provider) == ["a", "b", "c"])
    }

    @Test func errorsOfTextsNameTheirProvider() async throws {
        let anonymous = MiscountingTranslation(count: 2)
        let response = try await FallbackTranslation([anonymous]).translate(request(["one", "two"]))
        for result in response.results {
            guard case .failure(let error) = result else { throw ServiceError(.io, "there was no error") }
            #expect(error.provider == "miscounting")
        }
    }

    @Test func aSuggestionOfAnyProviderIsKept() async throws {
        let helpful = MiscountingTranslation(count: 1, remedy: "did you mean one?")
        let first = try provider("a", [:])
        for chain in [FallbackTranslation([first, helpful]), FallbackTranslation([first, helpful, first])] {
            guard case .failure(let error)? = try await chain.translate(request(["onne"])).results.first else {
                throw ServiceError(.io, "there was no error")
            }
            #expect(error.remedy == "did you mean one?")
            #expect(error.provider == "miscounting")
        }
    }

    @Test func pairsAreListedOnce() async throws {
        let pairs = try await FallbackTranslation([try provider("a", [:]), try provider("b", [:])]).languagePairs()
        #expect(pairs == [try pair("en", "es")])
    }

    @Test func aThousandTextsKeepTheirOrder() async throws {
        let even = Dictionary(uniqueKeysWithValues: stride(from: 0, to: 1000, by: 2).map { ("w\($0)", "t\($0)") })
        let odd = Dictionary(uniqueKeysWithValues: stride(from: 1, to: 1000, by: 2).map { ("w\($0)", "t\($0)") })
        let chain = FallbackTranslation([try provider("a", even), try provider("b", odd)])
        let response = try await chain.translate(request((0..<1000).map { "w\($0)" }))
        #expect(shown(response) == (0..<1000).map { "\($0.isMultiple(of: 2) ? "a" : "b"):t\($0)" })
    }
}

/// A translation provider that throws the given errors for every request.
private struct MiscountingTranslation: TranslationProvider {
    let count: Int
    var remedy: String?

    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: "miscounting", kind: "test", version: "1", service: .translation, locality: .inProcess)
    }

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        TranslationResponse(
            results: Array(repeating: .failure(ServiceError(.notFound, "no", remedy: remedy)), count: count),
            report: .answered(by: descriptor.id, in: .zero)
        )
    }
}
