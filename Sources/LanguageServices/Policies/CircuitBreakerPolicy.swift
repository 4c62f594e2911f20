import Synchronization

/// Stops asking a provider that keeps failing, so that callers do not wait for it in vain.
///
/// After ``failures`` failures in a row the circuit is open: calls fail at once with ``ServiceError/Code/unavailable``.
/// When ``rest`` has passed, one call is let through; its success closes the circuit, its failure opens it again.
///
/// Only a broken provider counts as a failure. An answer closes the row of failures, and so does
/// ``ServiceError/Code/notFound``, which only a provider that works can tell. A request that is unsupported, makes no
/// sense or was cancelled may never have reached the provider and says nothing about it. While the circuit is open, only
/// the call that was let through decides; calls and streams that began earlier do not.
public struct CircuitBreakerPolicy: CallPolicy {
    /// How many failures in a row open the circuit.
    public let failures: Int

    /// How long the circuit stays open.
    public let rest: Duration

    private let clock: ServiceClock
    private let state = State()

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - failures: How many failures in a row open the circuit; less than 1 counts as 1.
    ///   - rest: How long it stays open.
    ///   - clock: The clock to measure by.
    public init(failures: Int, rest: Duration = .seconds(30), clock: ServiceClock = .system) {
        self.failures = max(1, failures)
        self.rest = rest
        self.clock = clock
    }

    /// Runs the call unless the circuit is open.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        switch state.admit(now: clock.now) {
        case .refused(let wait):
            throw ServiceError(
                .unavailable,
                "it has failed \(failures) times in a row and is given a rest",
                remedy: "try again in \(wait)",
                retryAfter: wait
            )
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
            switch ServiceError(error).code {
            case .cancelled, .unsupported, .invalidRequest:
                state.abandon(isTrial: isTrial)
            case .notFound:
                state.succeed(isTrial: isTrial)
            default:
                state.fail(isTrial: isTrial, limit: failures, until: clock.now + rest)
            }
            throw error
        }
    }

    private enum Admission {
        case admitted(isTrial: Bool)
        case refused(wait: Duration)
    }

    /// A class, so that copies of the policy share it.
    private final class State: Sendable {
        private struct Values {
            var failuresInARow = 0
            var openUntil: Duration?
            var isTrying = false
        }

        private let values = Mutex(Values())

        /// Lets a call through, or says how long the circuit stays open.
        func admit(now: Duration) -> Admission {
            values.withLock { values in
                guard let openUntil = values.openUntil else { return .admitted(isTrial: false) }
                if now < openUntil { return .refused(wait: openUntil - now) }
                // Half open: one call finds out, the others wait a moment.
                guard !values.isTrying else { return .refused(wait: .seconds(1)) }
                values.isTrying = true
                return .admitted(isTrial: true)
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
                if isTrial || values.failuresInARow >= limit { values.openUntil = until }
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
