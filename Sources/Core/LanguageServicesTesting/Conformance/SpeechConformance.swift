public import LanguageServices

/// The rules that every speech provider keeps, as a suite that anybody can run on a provider.
///
/// ```swift
/// let report = await SpeechConformance(sample: .init(text: "Hello world", language: "en-US")).check(provider)
/// print(report)
/// ```
///
/// The provider is shut down by the last rule, so it is of no use afterwards. The checks are made one after the other
/// and never trap, whatever the provider answers. A provider that waits forever is given up at the time limit; one that
/// blocks its threads without ever suspending can block the suite as well.
public struct SpeechConformance: Sendable {
    /// Something that the provider can speak.
    public struct Sample: Sendable, Hashable {
        /// The text: some words, at least two.
        public var text: String

        /// The language tag of the text.
        public var language: String

        /// Creates a sample.
        public init(text: String, language: String) {
            self.text = text
            self.language = language
        }
    }

    /// What the provider is asked to speak.
    public var sample: Sample

    /// How long each rule may take, in real time.
    public var timeLimit: Duration

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - sample: Something that the provider can speak.
    ///   - timeLimit: How long each rule may take, in real time.
    public init(sample: Sample, timeLimit: Duration = .seconds(60)) {
        self.sample = sample
        self.timeLimit = timeLimit
    }

    /// Checks every rule.
    public func check(_ provider: any SpeechProvider) async -> ConformanceReport {
        var report = ConformanceReport(service: .speech, provider: provider.descriptor.id)
        let sample = SpeechSample(text: sample.text, language: sample.language)
        let rules: [ConformanceRule<any SpeechProvider>] =
            CommonRules.first(.speech) + SpeechRules.voices(sample) + SpeechRules.stream(sample)
            + SpeechRules.requests(sample) + SpeechRules.marks(sample) + SpeechRules.use(sample)
            + SpeechRules.texts(sample) + SpeechRules.end(sample)
        for rule in rules {
            report.verdicts.append(await rule.verdict(on: provider, limit: timeLimit))
        }
        return report
    }
}
