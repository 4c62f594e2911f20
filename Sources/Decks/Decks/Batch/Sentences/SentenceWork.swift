public import LanguageServices
import ServiceRegistry

/// Example sentences as batch work; see ``FieldSentences``, which parses its texts.
public struct SentenceWork: BatchWork {
    private let provider: any SentenceProvider
    private let request: SentenceRequest
    private let translation: SentenceTranslation?
    private let notice: @Sendable (String) -> Void

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - provider: The sentence provider.
    ///   - request: The language and options. The word is ignored; part of speech and sense apply to notes that specify
    ///     none.
    ///   - translation: The provider that translates sentences without a translation; `nil` leaves them untranslated.
    ///   - notice: Called with notices from the provider.
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

    /// The provider and its version, and all options.
    public var identity: [String] {
        let descriptor = provider.descriptor
        let length = request.words.map { "\($0.lowerBound)-\($0.upperBound)" } ?? ""
        return [
            "sentences", descriptor.id.rawValue, descriptor.kind, descriptor.version, request.language?.text ?? "",
            request.partOfSpeech?.rawValue ?? "", request.sense ?? "", request.level?.rawValue ?? "",
            "\(request.count)", length, request.topic ?? "", "\(request.seed)", request.targetLanguage?.text ?? "",
            request.romanizes ? "romanized" : "", request.worstQuality?.rawValue ?? "",
        ] + request.avoiding + ["translated"] + (translation?.identity ?? [])
    }

    /// One word per request for a remote provider, with the concurrency that the provider allows.
    public var requestLimits: RequestLimits {
        RequestLimits(texts: isLocal ? 50 : 1, concurrency: provider.descriptor.requestLimits?.concurrency)
    }

    /// Whether the provider runs on this machine.
    public var isLocal: Bool { provider.descriptor.locality != .network }

    /// Checks that an answer can be decoded, because another version may have written it.
    public var answerCheck: (@Sendable (BatchAnswer) -> Bool)? { { $0.sentences != nil } }

    /// The word without its properties.
    public func wording(of text: String) -> String { QueriedWord.wording(of: text) }

    /// The sentences for some words.
    ///
    /// - Throws: `ServiceError` when a single word fails, or when the error would affect every word.
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
            throw ServiceError(.invalidRequest, "the batch text is not a word from a deck")
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
                notice("sentences are not translated: \(failure.description)")
            }
            sentences = outcome.sentences
        }
        guard !sentences.isEmpty, let bytes = StoredAnswer.sentences(sentences, notices: []).bytes else {
            throw ServiceError(.protocolViolation, "the answer contains no sentence", provider: provider.descriptor.id)
        }
        return BatchAnswer(
            bytes: bytes,
            provider: sentences.first?.provider,
            isCached: response.report.attempts.last?.cacheHit == true
        )
    }
}

extension BatchAnswer {
    /// The sentences in an answer from ``SentenceWork``; `nil` for other answers.
    public var sentences: [ExampleSentence]? {
        guard case .sentences(let sentences, _)? = StoredAnswer(bytes), !sentences.isEmpty else { return nil }
        return sentences
    }
}
