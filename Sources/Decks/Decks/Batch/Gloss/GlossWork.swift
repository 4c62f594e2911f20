public import LanguageServices

/// Translation word by word as the work of a batch; see ``FieldGloss``.
public struct GlossWork: TranslatingWork {
    let provider: any TranslationProvider
    let request: TranslationRequest
    let notice: @Sendable (String) -> Void

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
