public import LanguageServices

/// Translation word by word as the work of a batch; see ``FieldGloss``.
public struct GlossWork: BatchWork {
    private let provider: any TranslationProvider
    private let request: TranslationRequest
    private let notice: @Sendable (String) -> Void

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - provider: Who translates word by word.
    ///   - request: The languages and wishes; its texts are not looked at.
    ///   - notice: Told what a provider wants the user to know: a dictionary that cannot be opened.
    public init(
        provider: any TranslationProvider,
        request: TranslationRequest,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.provider = provider
        self.request = request
        self.notice = notice
    }

    /// The provider and its version, the languages and the wishes. How the gloss is shown is no part of it: that can be
    /// changed without asking again.
    public var identity: [String] {
        let descriptor = provider.descriptor
        return [
            "gloss", descriptor.id.rawValue, descriptor.kind, descriptor.version, request.source?.text ?? "",
            request.target?.text ?? "", request.romanizes ? "romanized" : "",
        ]
    }

    /// The limits of the provider.
    public var requestLimits: RequestLimits { provider.descriptor.requestLimits ?? RequestLimits() }

    /// Whether the provider is on this machine.
    public var isLocal: Bool { provider.descriptor.locality != .network }

    /// The words of some texts with their translations.
    public func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>] {
        var request = request
        request.texts = texts
        let response = try await provider.translate(request)
        for text in response.report.notices { notice(text) }
        return zip(texts, response.results).map { text, result in
            result.map { translation in
                BatchAnswer(
                    bytes: Array(GlossedText(translation, of: text).record.utf8),
                    provider: translation.provider,
                    step: translation.match?.step.rawValue
                )
            }
        }
    }
}
