public import LanguageServices

/// The rules that every sentence provider keeps, as a suite that anybody can run on a provider.
///
/// The provider is shut down by the last rule. See ``SpeechConformance`` for how the checks are made.
public struct SentenceConformance: Sendable {
    /// A word for which the provider has sentences.
    public struct Sample: Sendable, Hashable {
        /// The word.
        public var word: String

        /// The language tag of the word.
        public var language: String

        /// Creates a sample.
        public init(word: String, language: String) {
            self.word = word
            self.language = language
        }
    }

    /// What the provider is asked for.
    public var sample: Sample

    /// How long each rule may take, in real time.
    public var timeLimit: Duration

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - sample: A word for which the provider has sentences.
    ///   - timeLimit: How long each rule may take, in real time.
    public init(sample: Sample, timeLimit: Duration = .seconds(60)) {
        self.sample = sample
        self.timeLimit = timeLimit
    }

    /// Checks every rule.
    public func check(_ provider: any SentenceProvider) async -> ConformanceReport {
        var report = ConformanceReport(service: .sentences, provider: provider.descriptor.id)
        let sample = SentenceSample(word: sample.word, language: sample.language)
        let rules: [ConformanceRule<any SentenceProvider>] =
            CommonRules.first(.sentences) + SentenceRules.answers(sample) + SentenceRules.requests(sample)
            + SentenceRules.use(sample) + SentenceRules.end(sample)
        for rule in rules {
            report.verdicts.append(await rule.verdict(on: provider, limit: timeLimit))
        }
        return report
    }
}

/// What the sentence rules ask for.
struct SentenceSample: Sendable {
    let word: String
    let language: String

    /// A request for the word of the sample, or for another.
    func request(_ other: String? = nil, count: Int = 3, seed: UInt64 = 7) throws(Violation) -> SentenceRequest {
        guard let tag = LanguageTag(language) else { throw Violation("the sample's '\(language)' is no language tag") }
        return SentenceRequest(word: other ?? word, language: tag, count: count, seed: seed)
    }
}
