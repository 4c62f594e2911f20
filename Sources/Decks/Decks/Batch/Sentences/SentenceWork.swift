public import LanguageServices
import ServiceRegistry

/// Example sentences as the work of a batch; see ``FieldSentences``, whose texts only this understands.
public struct SentenceWork: BatchWork {
    private let provider: any SentenceProvider
    private let request: SentenceRequest
    private let translation: SentenceTranslation?
    private let notice: @Sendable (String) -> Void

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - provider: Who gives the sentences.
    ///   - request: The language and wishes. The word is not looked at; a part of speech and a sense hold for notes that
    ///     do not tell theirs.
    ///   - translation: What translates sentences that come without a translation; `nil` leaves them so.
    ///   - notice: Told what a provider wants the user to know.
    public init(
        provider: any SentenceProvider,
        request: SentenceRequest,
        translation: SentenceTranslation? = nil,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.provider = provider
        self.request = request
        self.translation = translation
        self.notice = notice
    }

    /// The provider and its version, and everything that was wished.
    public var identity: [String] {
        let descriptor = provider.descriptor
        let length = request.words.map { "\($0.lowerBound)-\($0.upperBound)" } ?? ""
        return [
            "sentences", descriptor.id.rawValue, descriptor.kind, descriptor.version, request.language?.text ?? "",
            request.partOfSpeech?.rawValue ?? "", request.sense ?? "", request.level?.rawValue ?? "",
            "\(request.count)", length, request.topic ?? "", "\(request.seed)", request.targetLanguage?.text ?? "",
            request.romanizes ? "romanized" : "",
        ] + request.avoiding + ["translated"] + (translation?.identity ?? [])
    }

    /// One word at a time where it is sent somewhere, and as many at the same time as the provider takes.
    public var requestLimits: RequestLimits {
        RequestLimits(texts: isLocal ? 50 : 1, concurrency: provider.descriptor.requestLimits?.concurrency)
    }

    /// Whether the provider is on this machine.
    public var isLocal: Bool { provider.descriptor.locality != .network }

    /// Whether an answer holds sentences, as another version may have written it.
    public var answerCheck: (@Sendable (BatchAnswer) -> Bool)? { { $0.sentences != nil } }

    /// The word without what is known of it.
    public func wording(of text: String) -> String { QueriedWord.wording(of: text) }

    /// The sentences for some words.
    ///
    /// - Throws: `ServiceError` when there is one word and it fails, or when something fails that would fail for each word.
    public func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>] {
        var results: [Result<BatchAnswer, ServiceError>] = []
        for text in texts {
            do {
                results.append(.success(try await answer(to: text)))
            } catch {
                let known = ServiceError(error)
                guard texts.count > 1, BatchFailure(known) == .text, known.code != .unsupported else { throw known }
                results.append(.failure(known))
            }
        }
        return results
    }

    private func answer(to text: String) async throws -> BatchAnswer {
        guard let query = QueriedWord(batchText: text) else {
            throw ServiceError(.invalidRequest, "the text is no word of a deck")
        }
        var request = request
        request.word = query.word
        request.partOfSpeech = query.partOfSpeech ?? request.partOfSpeech
        request.sense = query.sense ?? request.sense
        let response = try await provider.sentences(for: request)
        response.report.notices.forEach(notice)
        var sentences = response.sentences
        if let translation {
            let outcome = try await translation.translate(sentences)
            outcome.notices.forEach(notice)
            if let failure = outcome.failure {
                notice("sentences are left without a translation: \(failure.description)")
            }
            sentences = outcome.sentences
        }
        guard !sentences.isEmpty, let bytes = StoredAnswer.sentences(sentences, notices: []).bytes else {
            throw ServiceError(.protocolViolation, "the answer holds no sentence", provider: provider.descriptor.id)
        }
        return BatchAnswer(
            bytes: bytes,
            provider: sentences.first?.provider,
            isCached: response.report.attempts.last?.cacheHit == true
        )
    }
}

extension BatchAnswer {
    /// The sentences of an answer of ``SentenceWork``; `nil` of any other.
    public var sentences: [ExampleSentence]? {
        guard case .sentences(let sentences, _)? = StoredAnswer(bytes), !sentences.isEmpty else { return nil }
        return sentences
    }
}
