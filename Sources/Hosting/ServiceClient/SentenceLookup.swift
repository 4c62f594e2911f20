package import Decks
package import LanguageServices
import Platform
package import ServiceRegistry

/// Asks for the sentences of a word, and for their translations where they come without.
package struct SentenceLookup: Sendable {
    /// What is asked for; the word is left open.
    package let request: SentenceRequest

    private let services: SentenceServices
    private let tell: @Sendable (String) -> Void

    /// What has been said once is not said for every word.
    private let told = Once()

    /// Prepares to ask.
    ///
    /// - Parameters:
    ///   - services: Who is asked.
    ///   - request: What is asked for; its word is left open.
    ///   - notice: Takes what a report says, each thing once.
    package init(
        _ services: SentenceServices,
        _ request: SentenceRequest,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.services = services
        self.request = request
        tell = notice
    }

    /// How many words are asked for at a time.
    package var width: Int { min(8, max(1, services.provider.descriptor.requestLimits?.concurrency ?? 4)) }

    /// The sentences for a word.
    package func answer(to word: String) async throws -> SentenceAnswer { try await answer(to: TextItem(text: word)) }

    /// The sentences for a word of which more is known.
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

    /// Tells of the sentences for a word as they come.
    package func follow(_ word: String, _ show: (ExampleSentence) throws -> Void) async throws {
        var request = request
        request.word = word
        for try await event in try await services.provider.sentenceStream(for: request) {
            switch event {
            case .sentence(let sentence):
                try show(try await translated([sentence])?.sentences.first ?? sentence)
            case .report(let report): report.notices.forEach(note)
            }
        }
    }

    /// The sentences with translations; `nil` when none are wanted.
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

/// Who is asked for sentences, and in which languages.
package struct SentenceServices: Sendable {
    /// Who gives the sentences.
    package var provider: any SentenceProvider

    /// Who is asked first.
    package var first: ProviderID?

    /// What translates sentences that come without a translation; `nil` unless a request asks for one.
    package var translation: SentenceTranslation?

    /// The language of the words; `nil` leaves it to the provider.
    package var language: LanguageTag?

    /// The language into which the sentences are translated; `nil` when they are not.
    package var target: LanguageTag?

    /// Completes what a request says by what is configured for a role.
    ///
    /// - Parameters:
    ///   - registry: Who serves.
    ///   - configuration: What was configured.
    ///   - role: For what the sentences are.
    ///   - language: The language of the words, as the request has it.
    ///   - target: The language in which translations are asked for.
    package init(
        _ registry: ServiceRegistry,
        _ configuration: RegistryConfiguration,
        role: Role,
        language: LanguageTag?,
        target: LanguageTag?
    ) throws(ServiceError) {
        let options = configuration.options(of: .sentences, role: role)
        let language = if let language { language } else { try options.languageTag("language") }
        provider = try registry.sentences(role)
        first = registry.providersInUse(for: .sentences, role: role).first
        if let target { translation = SentenceTranslation(by: try registry.translation(), from: language, to: target) }
        self.language = language
        self.target = if let target { target } else { try options.languageTag("to") }
    }
}

/// What came of a word.
package struct SentenceAnswer: Sendable {
    /// The sentences, the best first.
    package var sentences: [ExampleSentence]

    /// Who translated which of them, when that was somebody else than gave it.
    package var translators: [Int: ProviderID] = [:]

    /// How the sentences came about.
    package var report: ServiceReport

    /// Creates an answer.
    package init(sentences: [ExampleSentence], report: ServiceReport) {
        self.sentences = sentences
        self.report = report
    }
}
