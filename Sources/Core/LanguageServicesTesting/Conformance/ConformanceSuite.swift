public import LanguageServices

/// The rules for the providers of a service, as a suite that can check any provider.
///
/// ```swift
/// let report = await SpeechConformance(sample: .init(text: "Hello world", language: "en-US")).check(provider)
/// print(report)
/// ```
///
/// The last rule shuts the provider down, so it cannot be used afterwards. The checks run sequentially and never trap.
/// A provider that waits forever fails when the time limit is reached. A provider that blocks its threads instead of
/// suspending can also block the suite.
public struct ConformanceSuite<Provider: Sendable, Sample: Sendable>: Sendable {
    /// The input for the requests.
    public let sample: Sample

    /// The time limit per rule, in real time.
    public var timeLimit: Duration

    let service: Service
    let rules: [ConformanceRule<Provider>]

    /// Checks every rule.
    public func check(_ provider: Provider) async -> ConformanceReport {
        let id = (provider as? any ServiceProvider)?.descriptor.id
        var report = ConformanceReport(service: service, provider: id ?? "")
        for rule in CommonRules.first(service) + rules {
            report.verdicts.append(await rule.verdict(on: provider, limit: timeLimit))
        }
        return report
    }
}

/// The suite for speech providers.
public typealias SpeechConformance = ConformanceSuite<any SpeechProvider, SpeechSample>

/// The suite for translation providers.
public typealias TranslationConformance = ConformanceSuite<any TranslationProvider, TranslationSample>

/// The suite for sentence providers.
public typealias SentenceConformance = ConformanceSuite<any SentenceProvider, SentenceSample>

/// The suite for feedback providers.
public typealias FeedbackConformance = ConformanceSuite<any FeedbackProvider, FeedbackSample>

extension SpeechConformance {
    /// Creates a suite for a provider that supports the sample's language.
    public init(sample: SpeechSample, timeLimit: Duration = .seconds(60)) {
        let rules =
            SpeechRules.voices(sample) + SpeechRules.stream(sample) + SpeechRules.requests(sample)
            + SpeechRules.marks(sample) + SpeechRules.use(sample) + SpeechRules.texts(sample) + SpeechRules.end(sample)
        self.init(sample: sample, timeLimit: timeLimit, service: .speech, rules: rules)
    }
}

extension TranslationConformance {
    /// Creates a suite for a provider that can translate the sample's texts.
    public init(sample: TranslationSample, timeLimit: Duration = .seconds(60)) {
        let rules =
            TranslationRules.answers(sample) + TranslationRules.batches(sample) + TranslationRules.use(sample)
            + TranslationRules.end(sample)
        self.init(sample: sample, timeLimit: timeLimit, service: .translation, rules: rules)
    }
}

extension SentenceConformance {
    /// Creates a suite for a provider that has sentences for the sample's word.
    public init(sample: SentenceSample, timeLimit: Duration = .seconds(60)) {
        let rules =
            SentenceRules.answers(sample) + SentenceRules.requests(sample) + SentenceRules.use(sample)
            + SentenceRules.end(sample)
        self.init(sample: sample, timeLimit: timeLimit, service: .sentences, rules: rules)
    }
}

extension FeedbackConformance {
    /// Creates a suite for a provider that supports the sample's event.
    public init(sample: FeedbackSample, timeLimit: Duration = .seconds(60)) {
        let rules =
            FeedbackRules.answers(sample.event) + FeedbackRules.requests(sample.event)
            + FeedbackRules.use(sample.event) + FeedbackRules.end(sample.event)
        self.init(sample: sample, timeLimit: timeLimit, service: .feedback, rules: rules)
    }
}

/// A text that a speech provider can speak.
public struct SpeechSample: Sendable, Hashable {
    /// The text.
    public let text: String
    /// The language tag of the text.
    public let language: String

    /// Creates a sample from a text with at least two words and the text's language tag.
    public init(text: String, language: String) {
        self.text = text
        self.language = language
    }

    /// A request for the sample, or for another text in its language.
    func request(
        _ other: String? = nil,
        rate: Double? = nil,
        marks: Set<SpeechMark.Kind> = []
    ) throws(Violation) -> SpeechRequest {
        SpeechRequest(text: other ?? text, language: try sampleTag(language), rate: rate, marks: marks)
    }
}

/// Texts that a translation provider can translate.
public struct TranslationSample: Sendable, Hashable {
    /// The texts.
    public let texts: [String]
    /// The language tag of the texts.
    public let source: String
    /// The language tag of the translations.
    public let target: String

    /// Creates a sample from the two language tags and at least two different texts with different translations.
    public init(texts: [String], source: String, target: String) {
        self.texts = texts
        self.source = source
        self.target = target
    }

    /// A text that no dictionary contains; an engine may return it unchanged.
    static let unknown = "qxzvkwjq"

    var pair: LanguagePair {
        get throws(Violation) { LanguagePair(source: try sampleTag(source), target: try sampleTag(target)) }
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

    /// A batch of the given size, in which the sample's texts repeat.
    func batch(of count: Int) throws(Violation) -> [String] {
        let (first, second) = try two
        return (0..<count).map { $0.isMultiple(of: 2) ? first : second }
    }

    /// A request for the sample's texts, or for other texts.
    func request(_ others: [String]? = nil) throws(Violation) -> TranslationRequest {
        let pair = try pair
        return TranslationRequest(texts: others ?? texts, source: pair.source, target: pair.target)
    }
}

/// A word for which a sentence provider has sentences.
public struct SentenceSample: Sendable, Hashable {
    /// The word.
    public let word: String
    /// The language tag of the word.
    public let language: String

    /// Creates a sample from a word and its language tag.
    public init(word: String, language: String) {
        self.word = word
        self.language = language
    }

    /// A request for the sample's word, or for another word.
    func request(_ other: String? = nil, count: Int = 3, seed: UInt64 = 7) throws(Violation) -> SentenceRequest {
        SentenceRequest(word: other ?? word, language: try sampleTag(language), count: count, seed: seed)
    }
}

/// An event that a feedback provider supports.
public struct FeedbackSample: Sendable, Hashable {
    /// The event's name.
    public let event: String

    /// Creates a sample from the name of an event.
    public init(event: String) { self.event = event }
}

private func sampleTag(_ text: String) throws(Violation) -> LanguageTag {
    guard let tag = LanguageTag(text) else { throw Violation("'\(text)' in the sample is not a language tag") }
    return tag
}
