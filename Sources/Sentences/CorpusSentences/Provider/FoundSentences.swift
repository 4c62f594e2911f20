import Language
import LanguageServices

/// Makes the answer of a provider of what was found.
struct FoundSentences: Sendable {
    let descriptor: ProviderDescriptor
    let desk: CorpusDesk
    private let clock: ServiceClock
    private let licence: String?
    private let collection: String?
    private let romanizer = Romanizer()
    private let mecab = MeCab()

    /// - Parameters:
    ///   - licence: The licence of sentences whose source does not tell of one.
    ///   - collection: What stands before the place of a sentence.
    init(
        descriptor: ProviderDescriptor,
        desk: CorpusDesk,
        clock: ServiceClock,
        licence: String?,
        collection: String? = nil
    ) {
        self.descriptor = descriptor
        self.desk = desk
        self.clock = clock
        self.licence = licence
        self.collection = collection
    }

    /// The answer to a request.
    ///
    /// - Throws: `ServiceError`: `unsupported` for another language, `notFound` when there is no sentence.
    func response(to request: SentenceRequest) async throws -> SentenceResponse {
        let start = clock.now
        do {
            try request.validate()
            try checkLanguage(request.language)
            let findings = try await desk.sentences(for: request)
            guard !findings.found.isEmpty else { throw missing(request) }
            var sentences: [ExampleSentence] = []
            for sentence in findings.found {
                sentences.append(example(sentence, for: request))
            }
            return SentenceResponse(
                sentences: sentences,
                report: .answered(by: descriptor.id, in: clock.now - start, notices: findings.notices)
            )
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    private func missing(_ request: SentenceRequest) -> ServiceError {
        let isNarrow =
            request.level != nil || request.words != nil || request.partOfSpeech != nil || !request.avoiding.isEmpty
        return ServiceError(
            .notFound,
            "\(collection ?? "the corpus") has no sentence for the word\(isNarrow ? " that is as it is wished" : "")",
            remedy: isNarrow ? "ask for another level, length or part of speech" : nil
        )
    }

    /// A region is heeded when both name one: British sentences are none for who wants American ones.
    private func checkLanguage(_ wanted: LanguageTag?) throws(ServiceError) {
        guard let wanted else { return }
        let own = desk.language
        let isSame = TextLanguage.canonical(wanted.language) == TextLanguage.canonical(own.language)
        let fits = wanted.region == nil || own.region == nil || wanted.region == own.region
        guard !isSame || !fits else { return }
        throw ServiceError(
            .unsupported,
            "the sentences are in '\(own)', not in '\(wanted)'",
            remedy: "set up a corpus of that language"
        )
    }

    private func example(_ found: CorpusLookup.Found, for request: SentenceRequest) -> ExampleSentence {
        ExampleSentence(
            text: found.row.text,
            wordRanges: found.ranges,
            language: request.language == nil ? desk.language : nil,
            lemma: found.lemma,
            partOfSpeech: found.partOfSpeech,
            sense: found.sense,
            level: found.level,
            translation: found.translation,
            romanization: request.romanizes ? romanization(of: found.row.text) : nil,
            source: collection.map { "\($0), \(found.row.place)" } ?? found.row.place,
            licence: licence ?? found.licence,
            checks: found.checks,
            provider: descriptor.id
        )
    }

    private func romanization(of text: String) -> String? {
        if desk.language.language == "ja", let found = try? mecab.romanization(of: text) {
            return found
        }
        return romanizer.romanization(of: text, language: desk.language.text)
    }
}
