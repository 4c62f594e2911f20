public import LanguageServices
import Synchronization

/// Rejects calls to a provider that keeps failing, so callers do not wait in vain.
///
/// After ``failures`` consecutive failures the circuit is open: calls fail immediately with
/// `ServiceError.Code.unavailable`. After ``cooldown``, one trial call is allowed. If it succeeds, the circuit closes;
/// if it fails, the circuit opens again.
///
/// An error that applies to every request, such as a rejected key (`ServiceError.Code.unauthorized`) or an exhausted
/// quota (`ServiceError.Code.quotaExceeded`), opens the circuit immediately, for the time that the provider specified
/// or ``refusalCooldown``. Meanwhile, calls fail with the same error, with `ServiceError.rejectedLocally` set.
///
/// Success and `ServiceError.Code.notFound` reset the failure count. Unsupported, invalid, locally rejected and
/// cancelled requests do not count, since they do not indicate a fault in the provider. While the circuit is open, only
/// the trial call decides; calls and streams that started earlier do not.
public struct CircuitBreakerPolicy: CallPolicy {
    /// The number of consecutive failures that open the circuit.
    public let failures: Int

    /// How long the circuit stays open.
    public let cooldown: Duration

    /// How long the circuit stays open after an error that applies to every request, if the provider specifies no time.
    public let refusalCooldown: Duration

    private let clock: ServiceClock
    private let state = State()

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - failures: The number of consecutive failures that open the circuit; a number less than 1 is treated as 1.
    ///   - cooldown: How long the circuit stays open.
    ///   - refusalCooldown: How long it stays open after a rejected key or an exhausted quota; one hour by default,
    ///     since a quota may have been renewed by then.
    ///   - clock: The clock to use.
    public init(
        failures: Int,
        cooldown: Duration = .seconds(30),
        refusalCooldown: Duration = .seconds(3600),
        clock: ServiceClock = .system
    ) {
        self.failures = max(1, failures)
        self.cooldown = cooldown
        self.refusalCooldown = refusalCooldown
        self.clock = clock
    }

    /// Why the circuit is open; `nil` while it is closed.
    public var refusal: ServiceError? {
        state.wait(now: clock.now).map { error(reason: $0.reason, wait: $0.wait) }
    }

    private func error(reason: ServiceError?, wait: Duration) -> ServiceError {
        var error =
            reason
            ?? ServiceError(
                .unavailable,
                "it failed \(failures) times in a row and is paused",
                remedy: "try again in \(wait)"
            )
        error.retryAfter = wait
        error.rejectedLocally = true
        return error
    }

    /// Runs the call unless the circuit is open.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        switch state.admit(now: clock.now) {
        case .refused(let reason, let wait):
            throw error(reason: reason, wait: wait)
        case .admitted(let isTrial):
            return try await watch(isTrial: isTrial, operation)
        }
    }

    /// Runs one step of a stream. A failure counts, but an open circuit does not interrupt a started stream.
    public func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await watch(isTrial: false, operation)
    }

    private func watch<Value: Sendable>(
        isTrial: Bool,
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await operation()
            state.succeed(isTrial: isTrial)
            return value
        } catch {
            judge(ServiceError(error), isTrial: isTrial)
            throw error
        }
    }

    private func judge(_ error: ServiceError, isTrial: Bool) {
        if error.rejectedLocally { return state.abandon(isTrial: isTrial) }
        switch error.code {
        case .cancelled, .unsupported, .invalidRequest:
            state.abandon(isTrial: isTrial)
        case .notFound:
            state.succeed(isTrial: isTrial)
        case .unauthorized, .quotaExceeded:
            var reason = error
            // The report belongs to the call that received the error.
            reason.report = nil
            state.open(until: clock.now + (error.retryAfter ?? refusalCooldown), reason: reason, isTrial: isTrial)
        default:
            state.fail(isTrial: isTrial, limit: failures, until: clock.now + cooldown)
        }
    }

    private enum Admission {
        case admitted(isTrial: Bool)
        case refused(reason: ServiceError?, wait: Duration)
    }

    /// The state is a class so that copies of the policy share it.
    private final class State: Sendable {
        private struct Values {
            var failuresInARow = 0
            var openUntil: Duration?
            var reason: ServiceError?
            var isTrying = false
        }

        private let values = Mutex(Values())

        /// Admits a call, or returns how long the circuit stays open.
        func admit(now: Duration) -> Admission {
            values.withLock { values in
                guard let openUntil = values.openUntil else { return .admitted(isTrial: false) }
                if now < openUntil { return .refused(reason: values.reason, wait: openUntil - now) }
                // The circuit is half-open: one trial call decides, and the errors of other calls specify a wait of one
                // second.
                guard !values.isTrying else { return .refused(reason: values.reason, wait: .seconds(1)) }
                values.isTrying = true
                return .admitted(isTrial: true)
            }
        }

        /// Why the circuit is open, and for how much longer; `nil` while it is closed.
        func wait(now: Duration) -> (reason: ServiceError?, wait: Duration)? {
            values.withLock { values in
                guard let openUntil = values.openUntil, now < openUntil else { return nil }
                return (values.reason, openUntil - now)
            }
        }

        /// Opens the circuit immediately.
        func open(until: Duration, reason: ServiceError, isTrial: Bool) {
            values.withLock { values in
                guard isTrial || values.openUntil == nil else { return }
                values.openUntil = until
                values.reason = reason
                values.isTrying = false
            }
        }

        func succeed(isTrial: Bool) {
            values.withLock { values in
                if isTrial || values.openUntil == nil { values = Values() }
            }
        }

        func abandon(isTrial: Bool) {
            guard isTrial else { return }
            values.withLock { $0.isTrying = false }
        }

        func fail(isTrial: Bool, limit: Int, until: Duration) {
            values.withLock { values in
                guard isTrial || values.openUntil == nil else { return }
                values.failuresInARow += 1
                if isTrial || values.failuresInARow >= limit {
                    values.openUntil = until
                    values.reason = nil
                }
                if isTrial { values.isTrying = false }
            }
        }
    }
}

extension CallPolicy where Self == CircuitBreakerPolicy {
    /// Rejects calls for the duration of `cooldown` after a number of consecutive failures.
    public static func circuitBroken(
        after failures: Int,
        cooldown: Duration = .seconds(30),
        clock: ServiceClock = .system
    ) -> Self {
        CircuitBreakerPolicy(failures: failures, cooldown: cooldown, clock: clock)
    }
}
