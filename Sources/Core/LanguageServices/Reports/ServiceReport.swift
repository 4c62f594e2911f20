/// How an answer was obtained: the providers that were tried, in order, with their outcomes.
///
/// Every response and every speech stream has a report. A provider reports on itself; chains (`FallbackSpeech` etc.)
/// and policies add to the report.
public struct ServiceReport: Sendable, Hashable, Codable {
    /// The attempts, in the order in which the providers were tried.
    public var attempts: [Attempt]

    /// What the user should know even though the request succeeded, for example that a word was split or that a
    /// lower-quality voice was used. Each notice is one line without a trailing full stop.
    public var notices: [String]

    /// Creates a report.
    public init(attempts: [Attempt] = [], notices: [String] = []) {
        self.attempts = attempts
        self.notices = notices
    }

    /// The report of a single provider that answered.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - duration: How long the provider took.
    ///   - notices: What the user should know.
    public static func answered(
        by provider: ProviderID,
        in duration: Duration,
        notices: [String] = []
    ) -> ServiceReport {
        ServiceReport(
            attempts: [Attempt(provider: provider, outcome: .answered, duration: duration)],
            notices: notices
        )
    }

    /// The provider that answered, or `nil` if none did.
    public var answeredBy: ProviderID? {
        attempts.last { $0.outcome == .answered || $0.outcome == .partlyAnswered }?.provider
    }

    /// Changes the last attempt, if there is one.
    package mutating func changeLast(_ change: (inout Attempt) -> Void) {
        if let last = attempts.indices.last { change(&attempts[last]) }
    }

    /// Sets the outcome of the last attempt and, if the answer is incomplete, the reason.
    package mutating func note(_ outcome: Outcome, _ failure: ServiceError?) {
        changeLast { attempt in
            attempt.outcome = outcome
            attempt.code = failure?.code
            attempt.message = failure?.message
        }
    }
}

extension ServiceReport {
    /// One attempt with a provider.
    public struct Attempt: Sendable, Hashable, Codable {
        /// The provider.
        public var provider: ProviderID

        /// The outcome.
        public var outcome: Outcome

        /// How long the attempt took. For a speech stream, it is the time that the provider took until its last event,
        /// excluding time spent by the consumer.
        public var duration: Duration

        /// The number of retries.
        public var retries: Int

        /// Whether the complete answer came from a cache; `nil` if there is no cache.
        public var cacheHit: Bool?

        /// How much of the answer came from a cache: the number of texts in a batch, otherwise 1; `nil` if there is no
        /// cache.
        public var cached: Int?

        /// Why there was no answer; `nil` if there was one.
        public var code: ServiceError.Code?

        /// The message of the error, if there was one.
        public var message: String?

        /// Creates a record of an attempt.
        public init(
            provider: ProviderID,
            outcome: Outcome,
            duration: Duration,
            retries: Int = 0,
            cacheHit: Bool? = nil,
            cached: Int? = nil,
            code: ServiceError.Code? = nil,
            message: String? = nil
        ) {
            self.provider = provider
            self.outcome = outcome
            self.duration = duration
            self.retries = retries
            self.cacheHit = cacheHit
            self.cached = cached
            self.code = code
            self.message = message
        }

        /// Creates an attempt for a provider that failed: a miss if the provider merely had no answer, otherwise a
        /// failure.
        public init(provider: ProviderID, error: ServiceError, duration: Duration) {
            self.init(
                provider: provider,
                outcome: error.code.isMiss ? .missed : .failed,
                duration: duration,
                code: error.code,
                message: error.message
            )
        }
    }

    /// The outcome of an attempt.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The provider answered.
        case answered
        /// The provider answered part of a batch.
        case partlyAnswered
        /// The provider had no answer: it does not support the request, or found nothing.
        case missed
        /// The provider failed or was not available.
        case failed
    }
}
