public import LanguageServices

/// Word-by-word translation as batch work; see ``FieldGloss``.
public struct GlossWork: TranslatingWork {
    let provider: any TranslationProvider
    let request: TranslationRequest
    let notice: @Sendable (String) -> Void

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - provider: The translation provider.
    ///   - request: The languages and options; its texts are ignored.
    ///   - notice: Called with notices from the provider, such as a dictionary that cannot be opened.
    public init(
        provider: any TranslationProvider,
        request: TranslationRequest,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.provider = provider
        self.request = request
        self.notice = notice
    }

    /// The provider and its version, the languages and the options. The layout is not included: it can change without
    /// resending texts.
    public var identity: [String] {
        let descriptor = provider.descriptor
        return [
            "gloss", descriptor.id.rawValue, descriptor.kind, descriptor.version, request.source?.text ?? "",
            request.target?.text ?? "", request.romanizes ? "romanized" : "",
        ]
    }

    func answer(_ translation: Translation, to text: String) -> Result<BatchAnswer, ServiceError> {
        .success(
            BatchAnswer(
                bytes: Array(GlossedText(translation, of: text).record.utf8),
                provider: translation.provider,
                step: translation.match?.step.rawValue
            )
        )
    }
}
