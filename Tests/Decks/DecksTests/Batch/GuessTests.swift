import LanguageServices
import Synchronization
import Testing

@testable import Decks

@Suite struct GuessTests {
    @Test func aGuessIsAnErrorUnlessGuessesAreAllowed() async throws {
        let provider = SteppingTranslation()
        let texts = TranslationMatch.Step.allCases.map(\.rawValue) + ["none"]
        let request = TranslationRequest(texts: [], target: LanguageTag("de"))
        func codes(_ refuses: Bool) async throws -> [ServiceError.Code?] {
            let work = TranslationWork(provider: provider, request: request, refusesGuesses: refuses)
            return try await work.answers(to: texts).map { result in
                if case .failure(let error) = result { error.code } else { nil }
            }
        }
        #expect(try await codes(false) == texts.map { _ in nil })
        #expect(
            try await codes(true) == texts.map { ["expression", "spelling", "gloss"].contains($0) ? .notFound : nil }
        )
        let strict = TranslationWork(provider: provider, request: request, refusesGuesses: true)
        #expect(strict.identity != TranslationWork(provider: provider, request: request).identity)
        guard case .failure(let error) = try await strict.answers(to: ["spelling"]).first else {
            Issue.record("the guess was accepted")
            return
        }
        #expect(error.message == "only a guess was found: '<spelling>', for 'headword', which has a similar spelling")
    }
}

@Suite struct WorkNoticeTests {
    @Test func noticesOfProvidersArePassedOn() async throws {
        let notices = Mutex<[String]>([])
        let request = TranslationRequest(texts: [], target: LanguageTag("de"))
        let works: [any BatchWork] = [
            TranslationWork(provider: SteppingTranslation(), request: request) { text in
                notices.withLock { $0.append(text) }
            },
            GlossWork(provider: SteppingTranslation(), request: request) { text in notices.withLock { $0.append(text) }
            },
        ]
        for work in works { _ = try await work.answers(to: ["exact"]) }
        #expect(notices.withLock { $0 } == ["a dictionary is damaged", "a dictionary is damaged"])
    }
}

/// Finds each text by the matching step that the text names.
private struct SteppingTranslation: TranslationProvider {
    let descriptor = ProviderDescriptor(
        id: "steps",
        kind: "steps",
        version: "1",
        service: .translation,
        locality: .inProcess
    )

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let results = request.texts.map { text -> Result<Translation, ServiceError> in
            let match = TranslationMatch.Step(rawValue: text).map { TranslationMatch(step: $0, headword: "headword") }
            return .success(Translation(text: "<\(text)>", provider: descriptor.id, match: match))
        }
        var report = ServiceReport()
        report.notices = ["a dictionary is damaged"]
        return TranslationResponse(results: results, report: report)
    }
}
