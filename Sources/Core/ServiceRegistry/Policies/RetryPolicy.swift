public import LanguageServices

/// Makes a call again when it failed for a passing reason.
///
/// Only codes that `ServiceError.Code.isRetryable` names are tried again. The wait doubles from ``initialDelay`` up to
/// ``maximumDelay``, and each is shortened by chance to between half and all of itself, so that many clients do not come
/// back at one moment ("equal jitter"). When the provider names a time (`ServiceError.retryAfter`), that time is
/// waited instead; when it is longer than ``maximumDelay``, the error is given to the caller at once.
///
/// Of a translation of which some texts failed, these alone are asked for again; see ``CallPolicy/repeats(after:)``.
///
/// A request whose answer was lost on its way (`ServiceError.outcomeUnknown`) is made again only where
/// ``repeatsUncertain`` allows it, since it may be charged a second time.
public struct RetryPolicy: CallPolicy {
    /// How many times a call is made at the most, the first included.
    public let attempts: Int

    /// The wait before the second attempt.
    public let initialDelay: Duration

    /// The longest wait before any attempt.
    public let maximumDelay: Duration

    /// Whether a request is made again that may have been carried out already.
    public let repeatsUncertain: Bool

    private let clock: ServiceClock
    private let chance: @Sendable () -> Double

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - attempts: How many times at the most, the first included; less than 1 counts as 1.
    ///   - initialDelay: The wait before the second attempt.
    ///   - maximumDelay: The longest wait before any attempt.
    ///   - repeatsUncertain: Whether a request is made again that may have been carried out already.
    ///   - clock: The clock to wait by.
    ///   - chance: A number in 0..<1; tests put a fixed one here.
    public init(
        attempts: Int,
        initialDelay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(30),
        repeatsUncertain: Bool = false,
        clock: ServiceClock = .system,
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.attempts = max(1, attempts)
        self.initialDelay = initialDelay
        self.maximumDelay = maximumDelay
        self.repeatsUncertain = repeatsUncertain
        self.clock = clock
        self.chance = chance
    }

    /// Runs the call until it succeeds, fails for good, or has been made often enough.
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

    /// Whether a call is made again: for a passing reason, when that need not be waited for too long, and when the request was
    /// not sent or may be sent twice.
    public func repeats(after error: ServiceError) -> Bool {
        error.code.isRetryable && !error.rejectedLocally && error.retryAfter ?? .zero <= maximumDelay
            && (repeatsUncertain || !error.outcomeUnknown)
    }
}

extension CallPolicy where Self == RetryPolicy {
    /// Makes a call up to `attempts` times, the first included.
    public static func retrying(
        _ attempts: Int,
        initialDelay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(30),
        repeatsUncertain: Bool = false,
        clock: ServiceClock = .system
    ) -> Self {
        RetryPolicy(
            attempts: attempts,
            initialDelay: initialDelay,
            maximumDelay: maximumDelay,
            repeatsUncertain: repeatsUncertain,
            clock: clock
        )
    }
}
