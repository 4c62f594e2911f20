public import LanguageServices

/// What a conformance suite found out about a provider: one verdict for each rule, in the order of the checks.
public struct ConformanceReport: Sendable, Hashable {
    /// The service whose rules were checked.
    public var service: Service

    /// The provider that was checked.
    public var provider: ProviderID

    /// The verdicts.
    public var verdicts: [Verdict] = []

    /// The verdicts of the rules that the provider breaks.
    public var failures: [Verdict] {
        verdicts.filter { if case .failed = $0.outcome { true } else { false } }
    }

    /// Whether the provider breaks no rule. A rule that was skipped counts as kept.
    public var isPassed: Bool { failures.isEmpty }

    /// What came of one rule.
    public struct Verdict: Sendable, Hashable {
        /// The rule's name, which stays the same in later versions: `speech.format-first`.
        public var rule: String

        /// What the rule demands, as a sentence without a full stop.
        public var demand: String

        /// What came of it.
        public var outcome: Outcome
    }

    /// What came of a check.
    public enum Outcome: Sendable, Hashable {
        /// The provider keeps the rule.
        case passed
        /// The provider breaks the rule; the reason says what it did.
        case failed(reason: String)
        /// The rule does not apply to the provider; the reason says why.
        case skipped(reason: String)
    }
}

extension ConformanceReport: CustomStringConvertible {
    /// A heading, and one line for each rule.
    public var description: String {
        let passed = verdicts.count { $0.outcome == .passed }
        let skipped = verdicts.count - passed - failures.count
        let heading =
            "\(service) provider '\(provider)': \(passed) passed, \(failures.count) failed, \(skipped) skipped"
        return ([heading] + verdicts.map(\.description)).joined(separator: "\n")
    }
}

extension ConformanceReport.Verdict: CustomStringConvertible {
    /// The verdict in one line.
    public var description: String {
        switch outcome {
        case .passed: "passed  \(rule): \(demand)"
        case .failed(let reason): "FAILED  \(rule): \(demand); but \(reason)"
        case .skipped(let reason): "skipped \(rule): \(demand); \(reason)"
        }
    }
}
