public import LanguageServices

/// The result of a conformance suite: one verdict per rule, in the order in which the rules were checked.
public struct ConformanceReport: Sendable, Hashable {
    /// The service whose rules were checked.
    public var service: Service

    /// The provider that was checked.
    public var provider: ProviderID

    /// The verdicts, in the order in which the rules were checked.
    public var verdicts: [Verdict] = []

    /// The verdicts of the rules that failed.
    public var failures: [Verdict] {
        verdicts.filter { if case .failed = $0.outcome { true } else { false } }
    }

    /// Whether no rule failed. A skipped rule does not count as failed.
    public var isPassed: Bool { failures.isEmpty }

    /// The result of one rule.
    public struct Verdict: Sendable, Hashable {
        /// The stable name of the rule: `speech.format-first`.
        public var rule: String

        /// The requirement, as a sentence without a trailing full stop.
        public var demand: String

        /// The outcome.
        public var outcome: Outcome
    }

    /// The outcome of a rule.
    public enum Outcome: Sendable, Hashable {
        /// The provider complies with the rule.
        case passed
        /// The provider violates the rule; the reason states what the provider did.
        case failed(reason: String)
        /// The rule does not apply to the provider; the reason explains why.
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
    /// The verdict as one line of text.
    public var description: String {
        switch outcome {
        case .passed: "passed  \(rule): \(demand)"
        case .failed(let reason): "FAILED  \(rule): \(demand); but \(reason)"
        case .skipped(let reason): "skipped \(rule): \(demand); \(reason)"
        }
    }
}
