/// How an answer came about: every provider that was asked, in order, with its outcome.
///
/// Every response and every speech stream carries one. A provider reports itself; chains (`FallbackSpeech` and
/// its sisters) and policies add what they did.
public struct ServiceReport: Sendable, Hashable, Codable {
    /// The providers asked, in the order in which they were asked.
    public var attempts: [Attempt]

    /// What the user should know although the request succeeded: a word that had to be split, a voice of lower
    /// quality. One line each, without a trailing full stop.
    public var notices: [String]

    /// Creates a report.
    public init(attempts: [Attempt] = [], notices: [String] = []) {
        self.attempts = attempts
        self.notices = notices
    }

    /// The report of a provider that answered by itself.
    ///
    /// - Parameters:
    ///   - provider: Who answered.
    ///   - duration: How long it took.
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

    /// The provider whose answer it is, or `nil` when nobody answered.
    public var answeredBy: ProviderID? {
        attempts.last { $0.outcome == .answered || $0.outcome == .partlyAnswered }?.provider
    }

    /// Changes the last attempt, when there is one.
    package mutating func changeLast(_ change: (inout Attempt) -> Void) {
        if let last = attempts.indices.last { change(&attempts[last]) }
    }

    /// Notes on the last attempt what came of it, and why not more.
    package mutating func note(_ outcome: Outcome, _ failure: ServiceError?) {
        changeLast { attempt in
            attempt.outcome = outcome
            attempt.code = failure?.code
            attempt.message = failure?.message
        }
    }
}

extension ServiceReport {
    /// One provider that was asked.
    public struct Attempt: Sendable, Hashable, Codable {
        /// Who was asked.
        public var provider: ProviderID

        /// What came of it.
        public var outcome: Outcome

        /// How long it took. For a speech stream: until the provider gave its last piece, the caller's own time not
        /// counted.
        public var duration: Duration

        /// How many times the request was sent again.
        public var retries: Int

        /// Whether the whole answer came out of a cache; `nil` when no cache was asked.
        public var cacheHit: Bool?

        /// How much of the answer came out of a cache: how many texts of a batch, else 1; `nil` when no cache was asked.
        public var cached: Int?

        /// Why there was no answer, when there was none.
        public var code: ServiceError.Code?

        /// Why there was no answer, in words.
        public var message: String?

        /// Creates an attempt.
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

        /// An attempt that ended with an error: a miss when the provider only had no answer, a failure otherwise.
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

    /// What came of asking a provider.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// It answered.
        case answered
        /// It answered a part of a batch.
        case partlyAnswered
        /// It had no answer: it does not support the request, or found nothing.
        case missed
        /// It broke, or was not there.
        case failed
    }
}
