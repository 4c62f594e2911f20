package import Decks
package import LanguageServices
import Platform
package import ServiceRegistry

/// Requests sentences for words, and translates those that come without a translation.
package struct SentenceLookup: Sendable {
    /// The request without its word.
    package let request: SentenceRequest

    private let services: SentenceServices
    private let tell: @Sendable (String) -> Void

    /// The notices that have already been passed on, so they are not repeated for each word.
    private let told = Once()

    /// Creates a lookup.
    ///
    /// - Parameters:
    ///   - services: The providers and languages.
    ///   - request: The request without its word.
    ///   - notice: Called once for each distinct notice.
    package init(
        _ services: SentenceServices,
        _ request: SentenceRequest,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.services = services
        self.request = request
        tell = notice
    }

    /// The number of words that are requested concurrently.
    package var width: Int { min(8, max(1, services.provider.descriptor.requestLimits?.concurrency ?? 4)) }

    /// The sentences for a word.
    package func answer(to word: String) async throws -> SentenceAnswer { try await answer(to: TextItem(text: word)) }

    /// The sentences for a word with optional details, such as its part of speech and sense.
    package func answer(to item: TextItem) async throws -> SentenceAnswer {
        var request = request
        request.word = item.text
        request.partOfSpeech = item.partOfSpeech ?? request.partOfSpeech
        request.sense = item.sense ?? request.sense
        request.level = item.context?.level ?? request.level
        let response = try await services.provider.sentences(for: request)
        response.report.notices.forEach(note)
        var answer = SentenceAnswer(sentences: response.sentences, report: response.report)
        guard let outcome = try await translated(answer.sentences) else { return answer }
        answer.sentences = outcome.sentences
        answer.translators = outcome.translators
        return answer
    }

    /// Passes on the sentences for a word as they arrive, each with the provider that translated it if that is not its
    /// own.
    ///
    /// - Returns: The report of the request for sentences.
    @discardableResult
    package func follow(
        _ word: String,
        _ show: (ExampleSentence, _ translator: ProviderID?) async throws -> Void
    ) async throws -> ServiceReport {
        var last = ServiceReport()
        var request = request
        request.word = word
        for try await event in try await services.provider.sentenceStream(for: request) {
            switch event {
            case .sentence(let sentence):
                let outcome = try await translated([sentence])
                try await show(outcome?.sentences.first ?? sentence, outcome?.translators[0])
            case .report(let report):
                report.notices.forEach(note)
                last = report
            }
        }
        return last
    }

    /// The sentences with translations; `nil` if none are requested.
    private func translated(_ sentences: [ExampleSentence]) async throws -> SentenceTranslation.Outcome? {
        guard let outcome = try await services.translation?.translate(sentences) else { return nil }
        outcome.notices.forEach(note)
        if let failure = outcome.failure { note("sentences are not translated: \(failure.description)") }
        return outcome
    }

    private func note(_ text: String) {
        if told.isNew(text) { tell(text) }
    }
}

/// The providers and languages of a sentence request.
package struct SentenceServices: Sendable {
    /// The provider of the sentences.
    package var provider: any SentenceProvider

    /// The ID of the first provider in the chain.
    package var first: ProviderID?

    /// Translates sentences that come without a translation; `nil` if no translation is requested.
    package var translation: SentenceTranslation?

    /// The language of the words; `nil` leaves it to the provider.
    package var language: LanguageTag?

    /// The language of the translations; `nil` if sentences are not translated.
    package var target: LanguageTag?

    /// Combines the languages of a request with the configured settings of a role.
    ///
    /// - Parameters:
    ///   - registry: The registry that supplies the providers.
    ///   - role: The role of the request.
    ///   - language: The requested language of the words; `nil` uses the configured one.
    ///   - target: The requested language of the translations; `nil` uses the configured one.
    package init(
        _ registry: ServiceRegistry,
        role: Role,
        language: LanguageTag?,
        target: LanguageTag?
    ) async throws(ServiceError) {
        provider = try await registry.sentences(role)
        first = registry.providersInUse(for: .sentences, role: role).first
        self.language = language ?? provider.defaults.language
        self.target = target ?? provider.defaults.target
        if let target {
            let translator = try await registry.translation()
            translation = SentenceTranslation(by: translator, from: self.language, to: target)
        }
    }
}

/// The result for a word.
package struct SentenceAnswer: Sendable {
    /// The sentences, best first.
    package var sentences: [ExampleSentence]

    /// The translating providers by sentence index, for sentences whose own provider did not translate them.
    package var translators: [Int: ProviderID] = [:]

    /// The report on the request for sentences.
    package var report: ServiceReport

    /// Creates an answer.
    package init(sentences: [ExampleSentence], report: ServiceReport) {
        self.sentences = sentences
        self.report = report
    }
}
