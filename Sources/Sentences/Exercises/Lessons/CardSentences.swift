import LanguageServices

extension ExerciseMaker {
    /// Asks for the sentences of cards, each once.
    struct Examples {
        private let maker: ExerciseMaker
        private var known: [Int: [ExampleSentence]] = [:]
        private(set) var notices: [String] = []
        private var isBroken = false

        /// What somebody has written for the cards.
        let written: CheckedLesson?

        /// Who wrote it.
        var writer: ProviderID { written?.provider ?? "" }

        init(_ maker: ExerciseMaker, written: CheckedLesson? = nil) {
            self.maker = maker
            self.written = written
        }

        /// How many sentences are asked for: one to be shown, others for exercises.
        private static let count = 3

        /// The sentences of a card; none when there are none.
        ///
        /// - Throws: `ServiceError.Code.cancelled` only.
        mutating func sentences(of place: Int) async throws -> [ExampleSentence] {
            if let known = known[place] { return known }
            let card = maker.list.entries[place].card
            var sentences = [card.example].compactMap { $0 }
            let own = written?.sentences(of: place) ?? []
            sentences += own.filter { $0.text != card.example?.text }
            if own.isEmpty, let provider = maker.sentences, !isBroken {
                do {
                    let response = try await provider.sentences(for: request(for: card))
                    for notice in response.report.notices { note(notice) }
                    let new = response.sentences.filter { $0.text != card.example?.text }
                    // A sentence that speaks of the word tells less of it than one that uses it.
                    sentences += new.filter { !Self.isMention($0) } + new.filter(Self.isMention)
                } catch {
                    try pass(ServiceError(error), of: card)
                }
            }
            known[place] = sentences
            return sentences
        }

        /// Whether the word stands in quotation marks.
        private static func isMention(_ sentence: ExampleSentence) -> Bool {
            let parts = sentence.parts
            guard let place = parts.firstIndex(where: \.isWord), place > 0 else { return false }
            return parts[place - 1].text.last.map { "\"“„«‘'".contains($0) } ?? false
        }

        private func request(for card: StudyCard) -> SentenceRequest {
            SentenceRequest(
                word: card.word,
                language: maker.plan.language,
                partOfSpeech: card.partOfSpeech,
                sense: card.sense ?? card.meanings.first,
                level: maker.plan.level,
                count: Self.count,
                seed: maker.plan.seed,
                targetLanguage: maker.plan.meaningLanguage
            )
        }

        private mutating func pass(_ error: ServiceError, of card: StudyCard) throws {
            switch error.code {
            case .cancelled: throw error
            case .notFound: note("there is no sentence for '\(card.word.prefix(40))'")
            case .invalidRequest, .limitExceeded, .protocolViolation:
                note("no sentence for '\(card.word.prefix(40))': \(error.message)")
            default:
                // What is wrong with the provider is so for every word.
                isBroken = true
                note("there are no sentences: \(error.description)")
            }
        }

        private mutating func note(_ text: String) {
            if !notices.contains(text) { notices.append(text) }
        }
    }
}
