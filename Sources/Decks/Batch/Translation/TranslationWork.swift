public import LanguageServices

/// Translation as the work of a batch.
public struct TranslationWork: BatchWork {
    private let provider: any TranslationProvider
    private let request: TranslationRequest

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - provider: Who translates.
    ///   - request: The languages and wishes; its texts are not looked at.
    public init(provider: any TranslationProvider, request: TranslationRequest) {
        self.provider = provider
        self.request = request
    }

    /// The provider and its version, the languages and the wishes.
    public var identity: [String] {
        let descriptor = provider.descriptor
        return [
            "translation", descriptor.id.rawValue, descriptor.kind, descriptor.version, request.source?.text ?? "",
            request.target?.text ?? "", request.partOfSpeech?.rawValue ?? "", request.furthestStep.rawValue,
            request.romanizes ? "romanized" : "",
        ]
    }

    /// The limits of the provider.
    public var requestLimits: RequestLimits { provider.descriptor.requestLimits ?? RequestLimits() }

    /// Whether the provider is on this machine.
    public var isLocal: Bool { provider.descriptor.locality != .network }

    /// Translates some texts. Latin letters, where they are wanted, stand in parentheses behind the translation. What is
    /// no translation, because there is nothing to be seen of it, is an error.
    public func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>] {
        var request = request
        request.texts = texts
        let response = try await provider.translate(request)
        return response.results.map { result in
            result.flatMap { translation in
                guard !BlankText.isBlank(translation.text) else {
                    return .failure(
                        ServiceError(.protocolViolation, "the translation is empty", provider: translation.provider)
                    )
                }
                let latin = translation.romanization.map { " (\($0))" } ?? ""
                return .success(
                    BatchAnswer(
                        bytes: Array((translation.text + latin).utf8),
                        provider: translation.provider,
                        step: translation.match?.step.rawValue
                    )
                )
            }
        }
    }
}
