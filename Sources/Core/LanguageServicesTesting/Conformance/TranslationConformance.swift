public import LanguageServices

/// The rules that every translation provider keeps, as a suite that anybody can run on a provider.
///
/// The provider is shut down by the last rule. See ``SpeechConformance`` for how the checks are made.
public struct TranslationConformance: Sendable {
    /// Something that the provider can translate.
    public struct Sample: Sendable, Hashable {
        /// At least two different texts whose translations differ.
        public var texts: [String]

        /// The language tag of the texts.
        public var source: String

        /// The language tag of the translations.
        public var target: String

        /// Creates a sample.
        public init(texts: [String], source: String, target: String) {
            self.texts = texts
            self.source = source
            self.target = target
        }
    }

    /// What the provider is asked to translate.
    public var sample: Sample

    /// How long each rule may take, in real time.
    public var timeLimit: Duration

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - sample: Something that the provider can translate.
    ///   - timeLimit: How long each rule may take, in real time.
    public init(sample: Sample, timeLimit: Duration = .seconds(60)) {
        self.sample = sample
        self.timeLimit = timeLimit
    }

    /// Checks every rule.
    public func check(_ provider: any TranslationProvider) async -> ConformanceReport {
        var report = ConformanceReport(service: .translation, provider: provider.descriptor.id)
        let sample = TranslationSample(texts: sample.texts, source: sample.source, target: sample.target)
        let rules: [ConformanceRule<any TranslationProvider>] =
            CommonRules.first(.translation) + TranslationRules.answers(sample) + TranslationRules.batches(sample)
            + TranslationRules.use(sample) + TranslationRules.end(sample)
        for rule in rules {
            report.verdicts.append(await rule.verdict(on: provider, limit: timeLimit))
        }
        return report
    }
}

/// What the translation rules ask for.
struct TranslationSample: Sendable {
    let texts: [String]
    let source: String
    let target: String

    /// A text that no dictionary has; an engine may well give it back as it is.
    static let unknown = "qxzvkwjq"

    var pair: LanguagePair {
        get throws(Violation) {
            guard let source = LanguageTag(source), let target = LanguageTag(target) else {
                throw Violation("the sample's '\(source)' or '\(target)' is no language tag")
            }
            return LanguagePair(source: source, target: target)
        }
    }

    /// The first two different texts.
    var two: (first: String, second: String) {
        get throws(Violation) {
            guard let first = texts.first, let second = texts.first(where: { $0 != first }) else {
                throw Violation("the sample needs two different texts")
            }
            return (first, second)
        }
    }

    /// A batch of the sample's texts, over and over.
    func batch(of count: Int) throws(Violation) -> [String] {
        let (first, second) = try two
        return (0..<count).map { $0.isMultiple(of: 2) ? first : second }
    }

    /// A request for the texts of the sample, or for others.
    func request(_ others: [String]? = nil) throws(Violation) -> TranslationRequest {
        let pair = try pair
        return TranslationRequest(texts: others ?? texts, source: pair.source, target: pair.target)
    }
}
