/// The answer to a ``TranslationRequest``.
public struct TranslationResponse: Sendable {
    /// One result for each text, in the order of the request.
    public var results: [Result<Translation, ServiceError>]

    /// How the answer came about.
    public var report: ServiceReport

    /// Creates a response.
    public init(results: [Result<Translation, ServiceError>], report: ServiceReport) {
        self.results = results
        self.report = report
    }
}
