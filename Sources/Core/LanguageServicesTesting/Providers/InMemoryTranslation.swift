public import LanguageServices

/// A translation provider with a dictionary.
///
/// The result for an unknown text is `ServiceError.Code.notFound`. For an unknown language pair, the call throws
/// `ServiceError.Code.unsupported`.
public final class InMemoryTranslation: InMemoryProvider, TranslationProvider {
    /// The translations for each language pair.
    public let entries: [LanguagePair: [String: String]]

    /// Controls and counts the calls.
    public let script: CallScript

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - id: The provider's id.
    ///   - entries: The translations.
    ///   - failures: The errors thrown by the first calls to ``translate(_:)``, one per call.
    ///   - delay: The duration of ``translate(_:)`` on `clock`.
    ///   - clock: The clock for delays and reports.
    public init(
        id: ProviderID = "memory",
        entries: [LanguagePair: [String: String]],
        failures: [ServiceError] = [],
        delay: Duration = .zero,
        clock: ServiceClock = .system
    ) {
        self.entries = entries
        script = CallScript(.translation, id: id, failures: failures, delay: delay, clock: clock)
    }

    /// The language pairs of the dictionary, sorted by tag.
    public func languagePairs() async throws -> [LanguagePair] { pairs }

    /// Looks up every text.
    ///
    /// If the request has no source language, the first pair that has the target language and contains one of the texts
    /// is used.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = script.clock.now
        try await script.begin()
        let table = try table(for: request)
        let results = request.texts.map { text -> Result<Translation, ServiceError> in
            guard let translation = table[text] else {
                return .failure(
                    ServiceError(.notFound, "there is no translation of this text", provider: descriptor.id)
                )
            }
            return .success(
                Translation(
                    text: translation,
                    provider: descriptor.id,
                    match: TranslationMatch(step: .exact, headword: text)
                )
            )
        }
        let found = request.texts.count { table[$0] != nil }
        let outcome: ServiceReport.Outcome =
            found == request.texts.count ? .answered : found > 0 ? .partlyAnswered : .missed
        let attempt = ServiceReport.Attempt(
            provider: descriptor.id,
            outcome: outcome,
            duration: script.clock.now - start
        )
        return TranslationResponse(results: results, report: ServiceReport(attempts: [attempt]))
    }

    private var pairs: [LanguagePair] {
        entries.keys.sorted { ($0.source.text, $0.target.text) < ($1.source.text, $1.target.text) }
    }

    private func table(for request: TranslationRequest) throws(ServiceError) -> [String: String] {
        guard let target = request.target else {
            throw ServiceError(
                .invalidRequest,
                "the request has no target language",
                provider: descriptor.id
            )
        }
        let matching = pairs.filter { pair in
            pair.target.isMatch(for: target) && (request.source?.isMatch(for: pair.source) ?? true)
        }
        let tables = matching.compactMap { entries[$0] }
        guard let first = tables.first else {
            let source = request.source.map { "'\($0)'" } ?? "any language"
            throw ServiceError(.unsupported, "\(source) to '\(target)' is not supported", provider: descriptor.id)
        }
        return tables.first { table in request.texts.contains { table[$0] != nil } } ?? first
    }
}
