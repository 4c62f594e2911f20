import Decks
import LanguageServices
import Platform

/// Asks for the sentences of a word, and for their translations where they come without.
struct SentenceAsking: Sendable {
    /// What is asked for; the word is left open.
    let request: SentenceRequest

    private let services: SentenceServices
    private let console: Console

    /// What has been said once is not said for every word.
    private let told = Once()

    /// - Parameters:
    ///   - services: Who is asked.
    ///   - request: What is asked for; its word is left open.
    ///   - console: Where it is noted what a report says, each thing once.
    init(_ services: SentenceServices, _ request: SentenceRequest, console: Console) {
        self.services = services
        self.request = request
        self.console = console
    }

    /// How many words are asked for at a time.
    var width: Int { min(8, max(1, services.provider.descriptor.requestLimits?.concurrency ?? 4)) }

    /// The sentences for a word.
    func answer(to word: String) async throws -> SentenceAnswer { try await answer(to: AskedText(text: word)) }

    /// The sentences for a word of which more is known.
    func answer(to item: AskedText) async throws -> SentenceAnswer {
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
    func follow(_ word: String, _ show: (ExampleSentence) throws -> Void) async throws {
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
        if let failure = outcome.failure { note("sentences are left without a translation: \(failure.description)") }
        return outcome
    }

    private func note(_ text: String) {
        if told.isNew(text) { console.note(text) }
    }
}

/// What came of a word.
struct SentenceAnswer: Sendable {
    /// The sentences, the best first.
    var sentences: [ExampleSentence]

    /// Who translated which of them, when that was somebody else than gave it.
    var translators: [Int: ProviderID] = [:]

    /// How the sentences came about.
    var report: ServiceReport

    init(sentences: [ExampleSentence], report: ServiceReport) {
        self.sentences = sentences
        self.report = report
    }
}
