/// Adds missing translations to sentences, using a translation provider.
public struct SentenceTranslation: Sendable {
    private let provider: any TranslationProvider
    private let source: LanguageTag?
    private let target: LanguageTag

    /// Creates a sentence translator.
    ///
    /// - Parameters:
    ///   - provider: The translation provider.
    ///   - source: The language of the sentences; `nil` uses the configured language or lets the provider detect it.
    ///   - target: The language to translate to.
    public init(by provider: any TranslationProvider, from source: LanguageTag?, to target: LanguageTag) {
        self.provider = provider
        self.source = source
        self.target = target
    }

    /// Identifies the provider and the languages: two translators with the same identity produce the same translations.
    public var identity: [String] {
        let descriptor = provider.descriptor
        return [descriptor.id.rawValue, descriptor.kind, descriptor.version, source?.text ?? "", target.text]
    }

    /// The result of a translation run.
    public struct Outcome: Sendable, Hashable {
        /// The sentences, translated where possible.
        public var sentences: [ExampleSentence]

        /// The provider that translated each sentence, by sentence index. Sentences that already had a translation are
        /// not included.
        public var translators: [Int: ProviderID]

        /// The provider's notices for the user.
        public var notices: [String]

        /// Why some sentences have no translation.
        public var failure: ServiceError?
    }

    /// Translates the sentences that have no translation.
    ///
    /// A sentence is useful without a translation, so failures are returned in the outcome. Word-by-word glosses, and
    /// matches of an expression within a sentence, do not count as translations.
    ///
    /// - Throws: ``ServiceError/Code/cancelled`` if the task is cancelled.
    public func translate(_ sentences: [ExampleSentence]) async throws(ServiceError) -> Outcome {
        var outcome = Outcome(sentences: sentences, translators: [:], notices: [])
        let untranslated = sentences.indices.filter { sentences[$0].translation == nil }
        guard !untranslated.isEmpty else { return outcome }
        // A sentence in another language than the others is translated from its own language.
        var groups: [LanguageTag?: [Int]] = [:]
        for index in untranslated { groups[sentences[index].language ?? source, default: []].append(index) }
        for (language, indices) in groups.sorted(by: { ($0.key?.text ?? "") < ($1.key?.text ?? "") }) {
            try await translate(indices, from: language, &outcome)
        }
        return outcome
    }

    private func translate(
        _ indices: [Int],
        from language: LanguageTag?,
        _ outcome: inout Outcome
    ) async throws(ServiceError) {
        let texts = indices.map { outcome.sentences[$0].text }
        let response: TranslationResponse
        do {
            response = try await provider.translate(
                TranslationRequest(texts: texts, source: language, target: target)
            )
        } catch {
            let known = ServiceError(error)
            if known.code == .cancelled { throw known }
            outcome.failure = known
            return
        }
        outcome.notices += response.report.notices
        for (index, result) in zip(indices, response.results) {
            switch result {
            case .success(let found) where found.match.map { $0.step > .lemma } ?? false:
                outcome.failure = ServiceError(
                    .unsupported,
                    "no configured provider translates whole sentences into '\(target)'",
                    provider: found.provider,
                    remedy: "configure a provider that translates sentences, such as Apertium"
                )
            case .success(let found) where BlankText.isBlank(found.text): continue
            case .success(let found):
                outcome.sentences[index].translation = found.text
                outcome.translators[index] = found.provider
            case .failure(let error): outcome.failure = error
            }
        }
    }
}
