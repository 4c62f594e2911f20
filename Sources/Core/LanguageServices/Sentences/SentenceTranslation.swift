/// Translates sentences that came without a translation, by a provider of another service.
public struct SentenceTranslation: Sendable {
    private let provider: any TranslationProvider
    private let source: LanguageTag?
    private let target: LanguageTag

    /// Creates it.
    ///
    /// - Parameters:
    ///   - provider: Who translates.
    ///   - source: The language of the sentences; `nil` leaves it to the configuration, or to the provider's guess.
    ///   - target: The language to translate to.
    public init(by provider: any TranslationProvider, from source: LanguageTag?, to target: LanguageTag) {
        self.provider = provider
        self.source = source
        self.target = target
    }

    /// What says who translates, and into which language: two that are equal in it translate alike.
    public var identity: [String] {
        let descriptor = provider.descriptor
        return [descriptor.id.rawValue, descriptor.kind, descriptor.version, source?.text ?? "", target.text]
    }

    /// What came of some sentences.
    public struct Outcome: Sendable, Hashable {
        /// The sentences, translated where that could be done.
        public var sentences: [ExampleSentence]

        /// Who translated which of them; those that had their translation are not in it.
        public var translators: [Int: ProviderID]

        /// What the provider wants the user to know.
        public var notices: [String]

        /// Why some have no translation.
        public var failure: ServiceError?
    }

    /// Gives every sentence a translation that has none.
    ///
    /// A sentence without a translation is still a sentence, so what fails is told and not thrown. Word by word is no
    /// translation of a sentence, and neither is that of an expression in it.
    ///
    /// - Throws: ``ServiceError/Code/cancelled`` when the task is cancelled.
    public func translate(_ sentences: [ExampleSentence]) async throws(ServiceError) -> Outcome {
        var outcome = Outcome(sentences: sentences, translators: [:], notices: [])
        let places = sentences.indices.filter { sentences[$0].translation == nil }
        guard !places.isEmpty else { return outcome }
        let request = TranslationRequest(texts: places.map { sentences[$0].text }, source: source, target: target)
        let response: TranslationResponse
        do {
            response = try await provider.translate(request)
        } catch {
            let known = ServiceError(error)
            if known.code == .cancelled { throw known }
            outcome.failure = known
            return outcome
        }
        outcome.notices = response.report.notices
        for (place, result) in zip(places, response.results) {
            switch result {
            case .success(let found) where found.match.map { $0.step > .lemma } ?? false:
                outcome.failure = ServiceError(
                    .unsupported,
                    "nobody here translates more than words into '\(target)'",
                    provider: found.provider,
                    remedy: "configure a provider that translates sentences, such as Apertium"
                )
            case .success(let found) where BlankText.isBlank(found.text): continue
            case .success(let found):
                outcome.sentences[place].translation = found.text
                outcome.translators[place] = found.provider
            case .failure(let error): outcome.failure = error
            }
        }
        return outcome
    }
}
