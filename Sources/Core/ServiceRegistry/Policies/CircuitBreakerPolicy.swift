public import LanguageServices
import Synchronization

/// Stops asking a provider that keeps failing, so that callers do not wait for it in vain.
///
/// After ``failures`` failures in a row the circuit is open: calls fail at once with `ServiceError.Code.unavailable`.
/// When ``rest`` has passed, one call is let through; its success closes the circuit, its failure opens it again.
///
/// A provider that refuses the key (`ServiceError.Code.unauthorized`) or whose allowance is used up
/// (`ServiceError.Code.quotaExceeded`) will say the same of every request, so that alone opens the circuit, for
/// ``refusalCooldown`` or the time that the provider named; meanwhile calls fail with that same error, of which
/// `ServiceError.rejectedLocally` is then true.
///
/// Only a broken provider counts as a failure. An answer closes the row of failures, and so does
/// `ServiceError.Code.notFound`, which only a provider that works can tell. A request that is unsupported, makes no
/// sense, was held back or was cancelled may never have reached the provider and says nothing about it. While the circuit is
/// open, only the call that was let through decides; calls and streams that began earlier do not.
public struct CircuitBreakerPolicy: CallPolicy {
    /// How many failures in a row open the circuit.
    public let failures: Int

    /// How long the circuit stays open.
    public let rest: Duration

    /// How long the circuit stays open after a refusal that holds for every request, where the provider names no time.
    public let refusalCooldown: Duration

    private let clock: ServiceClock
    private let state = State()

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - failures: How many failures in a row open the circuit; less than 1 counts as 1.
    ///   - rest: How long it stays open.
    ///   - refusalCooldown: How long it stays open when the key is refused or the allowance used up; an hour, after which an
    ///     allowance may be new.
    ///   - clock: The clock to measure by.
    public init(
        failures: Int,
        rest: Duration = .seconds(30),
        refusalCooldown: Duration = .seconds(3600),
        clock: ServiceClock = .system
    ) {
        self.failures = max(1, failures)
        self.rest = rest
        self.refusalCooldown = refusalCooldown
        self.clock = clock
    }

    /// Why the circuit is open, while it is.
    public var refusal: ServiceError? {
        state.wait(now: clock.now).map { error(reason: $0.reason, wait: $0.wait) }
    }

    private func error(reason: ServiceError?, wait: Duration) -> ServiceError {
        var error =
            reason
            ?? ServiceError(
                .unavailable,
                "it has failed \(failures) times in a row and is given a rest",
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

    /// Runs one step of a stream; its failure counts, but an open circuit does not cut a stream that has begun.
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
            // How it came about belongs to the call that found it out.
            reason.report = nil
            state.open(until: clock.now + (error.retryAfter ?? refusalCooldown), reason: reason, isTrial: isTrial)
        default:
            state.fail(isTrial: isTrial, limit: failures, until: clock.now + rest)
        }
    }

    private enum Admission {
        case admitted(isTrial: Bool)
        case refused(reason: ServiceError?, wait: Duration)
    }

    /// A class, so that copies of the policy share it.
    private final class State: Sendable {
        private struct Values {
            var failuresInARow = 0
            var openUntil: Duration?
            var reason: ServiceError?
            var isTrying = false
        }

        private let values = Mutex(Values())

        /// Lets a call through, or says how long the circuit stays open.
        func admit(now: Duration) -> Admission {
            values.withLock { values in
                guard let openUntil = values.openUntil else { return .admitted(isTrial: false) }
                if now < openUntil { return .refused(reason: values.reason, wait: openUntil - now) }
                // Half open: one call finds out, the others wait a moment.
                guard !values.isTrying else { return .refused(reason: values.reason, wait: .seconds(1)) }
                values.isTrying = true
                return .admitted(isTrial: true)
            }
        }

        /// Why and how long the circuit stays open, while it is.
        func wait(now: Duration) -> (reason: ServiceError?, wait: Duration)? {
            values.withLock { values in
                guard let openUntil = values.openUntil, now < openUntil else { return nil }
                return (values.reason, openUntil - now)
            }
        }

        /// Opens the circuit at once.
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
    /// Stops asking after `failures` failures in a row, for `rest`.
    public static func circuitBroken(
        after failures: Int,
        rest: Duration = .seconds(30),
        clock: ServiceClock = .system
    ) -> Self {
        CircuitBreakerPolicy(failures: failures, rest: rest, clock: clock)
    }
}
