import LanguageServices

/// Batch work that uses a translation provider.
protocol TranslatingWork: BatchWork {
    var provider: any TranslationProvider { get }
    var request: TranslationRequest { get }
    var notice: @Sendable (String) -> Void { get }

    /// Converts a translation to the answer to a text.
    func answer(_ translation: Translation, to text: String) -> Result<BatchAnswer, ServiceError>
}

extension TranslatingWork {
    /// The provider's limits.
    public var requestLimits: RequestLimits { provider.descriptor.requestLimits ?? RequestLimits() }

    /// Whether the provider runs on this machine.
    public var isLocal: Bool { provider.descriptor.locality != .network }

    /// Translates some texts.
    public func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>] {
        var request = request
        request.texts = texts
        let response = try await provider.translate(request)
        response.report.notices.forEach(notice)
        return response.results.enumerated().map { index, result in
            result.flatMap { answer($0, to: texts.indices.contains(index) ? texts[index] : "") }
        }
    }
}
