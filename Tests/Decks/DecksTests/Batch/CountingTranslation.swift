import LanguageServices
import Synchronization

/// A provider that translates `x` as `<x>` and counts the requests for each text.
final class CountingTranslation: TranslationProvider {
    let descriptor: ProviderDescriptor

    /// The texts of the requests, in order of arrival.
    var requests: [[String]] { state.withLock { $0.requests } }

    /// How often each text was answered or individually failed.
    var answered: [String: Int] { state.withLock { $0.answered } }

    private struct State {
        var requests: [[String]] = []
        var answered: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let refusing: @Sendable ([String]) -> ServiceError?
    private let missing: @Sendable (String) -> ServiceError?

    /// `refusing` is the error for a whole request, `missing` the error for a single text.
    init(
        version: String = "1",
        refusing: @escaping @Sendable ([String]) -> ServiceError? = { _ in nil },
        missing: @escaping @Sendable (String) -> ServiceError? = { _ in nil }
    ) {
        descriptor = ProviderDescriptor(
            id: "counting",
            kind: "counting",
            version: version,
            service: .translation,
            locality: .inProcess
        )
        self.refusing = refusing
        self.missing = missing
    }

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        state.withLock { $0.requests.append(request.texts) }
        if let error = refusing(request.texts) { throw error }
        let results = request.texts.map { text -> Result<Translation, ServiceError> in
            state.withLock { $0.answered[text, default: 0] += 1 }
            if let error = missing(text) { return .failure(error) }
            return .success(
                Translation(
                    text: "<\(text)>",
                    provider: descriptor.id,
                    match: TranslationMatch(step: .exact, headword: text)
                )
            )
        }
        return TranslationResponse(results: results, report: ServiceReport())
    }
}
