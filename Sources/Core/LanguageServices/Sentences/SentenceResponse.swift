/// The answer to a ``SentenceRequest``.
public struct SentenceResponse: Sendable, Hashable, Codable {
    /// The sentences, the best first.
    public var sentences: [ExampleSentence]

    /// How the answer came about.
    public var report: ServiceReport

    /// Creates a response.
    public init(sentences: [ExampleSentence], report: ServiceReport) {
        self.sentences = sentences
        self.report = report
    }
}
