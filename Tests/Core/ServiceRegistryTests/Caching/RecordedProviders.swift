import LanguageServices
import TestSupport

/// A network translation provider that records its requests and returns the given answers.
struct RecordedTranslation: TranslationProvider {
    let asked = Shared<[[String]]>([])
    /// Whether each request wanted alternatives.
    let alternatives = Shared<[Bool]>([])
    var version = "1"
    var answer: @Sendable (String) throws -> Result<Translation, ServiceError>

    var descriptor: ProviderDescriptor {
        ProviderDescriptor(
            id: "recorded",
            kind: "http-recorded",
            version: version,
            service: .translation,
            locality: .network
        )
    }

    /// Answers with the text in angle brackets.
    static func echo(_ text: String) -> Result<Translation, ServiceError> {
        .success(Translation(text: "<\(text)>", provider: "recorded"))
    }

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        asked.change { $0.append(request.texts) }
        alternatives.change { $0.append(request.wantsAlternatives) }
        return TranslationResponse(
            results: try request.texts.map(answer),
            report: .answered(by: "recorded", in: .seconds(1))
        )
    }
}

/// A network sentence provider.
struct RecordedSentences: SentenceProvider {
    let asked = Shared(0)
    var answer: @Sendable (SentenceRequest) throws -> SentenceResponse

    let descriptor = ProviderDescriptor(
        id: "recorded",
        kind: "http-recorded",
        version: "1",
        service: .sentences,
        locality: .network
    )

    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        asked.change { $0 += 1 }
        return try answer(request)
    }
}

/// A network speech provider that returns the given streams.
struct RecordedSpeech: SpeechProvider {
    let asked = Shared(0)
    var events: @Sendable (SpeechRequest) throws -> [Result<SpeechEvent, ServiceError>]

    let descriptor = ProviderDescriptor(
        id: "recorded",
        kind: "http-recorded",
        version: "1",
        service: .speech,
        locality: .network
    )

    func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        asked.change { $0 += 1 }
        let rest = Shared(try events(request)[...])
        return SpeechStream { try rest.change { $0.popFirst() }?.get() }
    }
}

extension ServiceError {
    static func trial(_ code: Code) -> ServiceError { ServiceError(code, "a trial failed", provider: "recorded") }
}
