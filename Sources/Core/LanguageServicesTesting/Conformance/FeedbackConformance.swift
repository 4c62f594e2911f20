public import LanguageServices

/// The rules that every feedback provider keeps, as a suite that anybody can run on a provider.
///
/// The provider is shut down by the last rule. See ``SpeechConformance`` for how the checks are made.
public struct FeedbackConformance: Sendable {
    /// An event that the provider knows.
    public struct Sample: Sendable, Hashable {
        /// The event's name.
        public var event: String

        /// Creates a sample.
        public init(event: String) { self.event = event }
    }

    /// What the provider is asked to play.
    public var sample: Sample

    /// How long each rule may take, in real time.
    public var timeLimit: Duration

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - sample: An event that the provider knows.
    ///   - timeLimit: How long each rule may take, in real time.
    public init(sample: Sample, timeLimit: Duration = .seconds(60)) {
        self.sample = sample
        self.timeLimit = timeLimit
    }

    /// Checks every rule.
    public func check(_ provider: any FeedbackProvider) async -> ConformanceReport {
        var report = ConformanceReport(service: .feedback, provider: provider.descriptor.id)
        let rules: [ConformanceRule<any FeedbackProvider>] =
            CommonRules.first(.feedback) + FeedbackRules.answers(sample.event) + FeedbackRules.requests(sample.event)
            + FeedbackRules.use(sample.event) + FeedbackRules.end(sample.event)
        for rule in rules {
            report.verdicts.append(await rule.verdict(on: provider, limit: timeLimit))
        }
        return report
    }
}
