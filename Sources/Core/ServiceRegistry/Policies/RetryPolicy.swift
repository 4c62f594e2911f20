public import LanguageServices

/// Retries a call after a transient failure.
///
/// Only errors with a retryable code (`ServiceError.Code.isRetryable`) are retried. The delay doubles from
/// ``initialDelay`` up to ``maximumDelay``. Each delay is multiplied by a random factor of 0.5 to 1 ("equal jitter"),
/// so that clients do not all retry at the same moment. A time specified by the provider (`ServiceError.retryAfter`)
/// replaces the delay; if it is longer than ``maximumDelay``, the error is thrown immediately.
///
/// If only some texts of a translation failed, only those texts are sent again; see ``CallPolicy/repeats(after:)``.
///
/// A request with an unknown outcome (`ServiceError.outcomeUnknown`) is retried only with ``retriesUncertain``, since
/// it may be billed twice.
public struct RetryPolicy: CallPolicy {
    /// The maximum number of attempts, including the first.
    public let attempts: Int

    /// The delay before the second attempt.
    public let initialDelay: Duration

    /// The maximum delay before an attempt.
    public let maximumDelay: Duration

    /// Whether to retry a request that the server may already have processed.
    public let retriesUncertain: Bool

    private let clock: ServiceClock
    private let chance: @Sendable () -> Double

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first; a number less than 1 is treated as 1.
    ///   - initialDelay: The delay before the second attempt.
    ///   - maximumDelay: The maximum delay before an attempt.
    ///   - retriesUncertain: Whether to retry a request that the server may already have processed.
    ///   - clock: The clock used for waiting.
    ///   - chance: Returns a random number in 0..<1; tests pass a constant.
    public init(
        attempts: Int,
        initialDelay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(30),
        retriesUncertain: Bool = false,
        clock: ServiceClock = .system,
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.attempts = max(1, attempts)
        self.initialDelay = initialDelay
        self.maximumDelay = maximumDelay
        self.retriesUncertain = retriesUncertain
        self.clock = clock
        self.chance = chance
    }

    /// Runs the call until it succeeds, fails permanently, or has used all attempts.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        var wait = min(initialDelay, maximumDelay)
        for _ in 1..<attempts {
            do {
                return try await operation()
            } catch {
                let error = ServiceError(error)
                guard repeats(after: error) else { throw error }
                try await clock.sleep(for: error.retryAfter ?? wait * (0.5 + min(max(0, chance()), 1) / 2))
                wait = min(wait * 2, maximumDelay)
                trace.countRetry()
            }
        }
        return try await operation()
    }

    /// Whether to retry: the failure is transient, the delay is not too long, and the request either was not sent or
    /// may be sent twice.
    public func repeats(after error: ServiceError) -> Bool {
        error.code.isRetryable && !error.rejectedLocally && error.retryAfter ?? .zero <= maximumDelay
            && (retriesUncertain || !error.outcomeUnknown)
    }
}

extension CallPolicy where Self == RetryPolicy {
    /// Runs a call up to `attempts` times, including the first.
    public static func retrying(
        _ attempts: Int,
        initialDelay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(30),
        retriesUncertain: Bool = false,
        clock: ServiceClock = .system
    ) -> Self {
        RetryPolicy(
            attempts: attempts,
            initialDelay: initialDelay,
            maximumDelay: maximumDelay,
            retriesUncertain: retriesUncertain,
            clock: clock
        )
    }
}
