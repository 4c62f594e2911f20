public import LanguageServices

/// What a ``FeedbackEngine`` made of a trigger.
public struct FeedbackOutcome: Sendable {
    /// A link of the chain that was to play and could not begin.
    public struct Failure: Sendable, Hashable {
        /// Which link.
        public var route: FeedbackRoute
        /// Why.
        public var error: ServiceError
    }

    /// What was decided last.
    public var decision: FeedbackDecision

    /// What was tried before and could not begin.
    public var failures: [Failure]

    /// Whether something newer came before it could be felt.
    public var wasOvertaken: Bool

    var end: @Sendable () async -> ServiceError? = { nil }

    /// Creates an outcome.
    public init(decision: FeedbackDecision, failures: [Failure] = [], wasOvertaken: Bool = false) {
        self.decision = decision
        self.failures = failures
        self.wasOvertaken = wasOvertaken
    }

    /// What plays; `nil` when nothing does.
    public var plan: FeedbackPlan? { wasOvertaken ? nil : decision.plan }

    /// Waits until what plays has come to its end; returns at once when nothing does.
    ///
    /// - Throws: What made it break in the middle. That it was stopped is no failure.
    public func waitUntilEnd() async throws(ServiceError) {
        if let error = await end() { throw error }
    }

    /// How it came about, in lines: why nothing plays, and what was passed over on the way down the chain.
    public var notices: [String] {
        var lines = failures.map { "\($0.route): \($0.error.message)" }
        if wasOvertaken { lines.append("something newer came before it could be felt") }
        for step in decision.steps {
            // What has just failed stands above, in the words of its sink.
            guard case .passed(let reason) = step.outcome, !failures.contains(where: { $0.route == step.route }) else {
                continue
            }
            lines.append("\(step.route) passed over: \(reason)")
        }
        if let refusal = decision.refusal { lines.append("nothing plays: \(refusal.text)") }
        return lines
    }
}

/// A link of the chain, and whether it can play now.
public struct FeedbackCapability: Sendable, Hashable {
    /// Which link.
    public var route: FeedbackRoute

    /// Whether it can play now.
    public var isUsable: Bool

    /// What it plays by, or why it cannot, in one line.
    public var text: String

    /// What the user can do about it.
    public var remedy: String?

    /// Creates a capability.
    public init(route: FeedbackRoute, isUsable: Bool, text: String, remedy: String? = nil) {
        self.route = route
        self.isUsable = isUsable
        self.text = text
        self.remedy = remedy
    }
}
