import LanguageServices

/// Asks for the sentences of a word, and for their translations where they come without.
struct SentenceAsking: Sendable {
    /// What is asked for; the word is left open.
    let request: SentenceRequest

    private let services: SentenceServices
    private let translation: TranslationAsking?
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
        translation = services.translator.map { translator in
            TranslationAsking(
                translator,
                TranslationRequest(texts: [], source: services.language),
                console: console
            )
        }
    }

    /// How many words are asked for at a time.
    var width: Int {
        min(8, max(1, services.provider.descriptor.requestLimits?.concurrency ?? 4))
    }

    /// The sentences for a word.
    func answer(to word: String) async throws -> SentenceAnswer {
        var request = request
        request.word = word
        let response = try await services.provider.sentences(for: request)
        for notice in response.report.notices where told.isNew(notice) { console.note(notice) }
        var answer = SentenceAnswer(sentences: response.sentences, report: response.report)
        try await translate(&answer)
        return answer
    }

    /// Adds translations to sentences that have none, if they were asked for. A sentence is worth showing without one, so
    /// what fails is only noted.
    private func translate(_ answer: inout SentenceAnswer) async throws {
        guard let target = request.targetLanguage else { return }
        let places = answer.sentences.indices.filter { answer.sentences[$0].translation == nil }
        guard !places.isEmpty else { return }
        guard let translation else {
            note("the sentences are not translated: no provider of translation is in use")
            return
        }
        do {
            let results = try await translation.answers(to: places.map { answer.sentences[$0].text }, in: target)
            for (place, result) in zip(places, results) {
                switch result {
                // Word by word is no translation of a sentence.
                case .success(let found) where found.match.map { $0.step > .lemma } ?? false:
                    note(
                        "some sentences are not translated: nobody here translates more than words into \(target); "
                            + "'parlance doctor' says what would"
                    )
                case .success(let found):
                    answer.sentences[place].translation = found.text
                    answer.translators[place] = found.provider
                case .failure(let error): note("some sentences are not translated: \(error.message)")
                }
            }
        } catch {
            let known = ServiceError(error)
            if known.code == .cancelled { throw known }
            note("the sentences are not translated: \(known.message)")
        }
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
