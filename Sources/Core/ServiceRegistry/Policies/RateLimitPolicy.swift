public import LanguageServices
import Synchronization

/// Limits the rate of calls by delaying them.
///
/// Calls are spaced evenly (generic cell rate algorithm): after a burst of ``burst`` calls, one call starts per
/// interval. Waiting calls start in order of arrival.
public struct RateLimitPolicy: CallPolicy {
    /// The number of calls that may start together after an idle period.
    public let burst: Int

    private let interval: Duration
    private let clock: ServiceClock
    private let state = State()

    /// The maximum ``burst``. A larger one would not limit anything in practice, and its product with a duration could
    /// overflow.
    private static let maximumBurst = 1_000_000

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - count: The number of calls per `period` after an initial burst; a number less than 1 is treated as 1.
    ///   - period: The period.
    ///   - burst: The number of calls that may start together after an idle period, clamped to 1…1,000,000.
    ///   - clock: The clock used for waiting.
    public init(count: Int, period: Duration, burst: Int = 1, clock: ServiceClock = .system) {
        self.burst = min(max(1, burst), Self.maximumBurst)
        self.interval = period / max(1, count)
        self.clock = clock
    }

    /// Waits for a slot, then runs the call.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let now = clock.now
        let slot = state.reserve(now: now, interval: interval)
        do {
            try await clock.sleep(for: slot - interval * burst - now)
        } catch {
            state.release(slot, interval: interval)
            throw error
        }
        return try await operation()
    }

    /// The theoretical start time of the next call; this is a class so that copies share it.
    private final class State: Sendable {
        private struct Values {
            var next = Duration.zero
            var unused = Set<Duration>()
        }

        private let values = Mutex(Values())

        /// Reserves the next slot and returns its end.
        func reserve(now: Duration, interval: Duration) -> Duration {
            values.withLock { values in
                values.next = max(values.next, now) + interval
                if !values.unused.isEmpty { values.unused = values.unused.filter { $0 > now } }
                return values.next
            }
        }

        /// Releases the slot of a call that was cancelled while it waited.
        ///
        /// A slot that is followed by other reserved slots stays empty. If no later slot is reserved, the next call can
        /// start earlier.
        func release(_ slot: Duration, interval: Duration) {
            values.withLock { values in
                values.unused.insert(slot)
                while values.unused.remove(values.next) != nil { values.next -= interval }
            }
        }
    }
}

extension CallPolicy where Self == RateLimitPolicy {
    /// Allows `count` calls per `period`, evenly spaced after an initial burst.
    public static func rateLimited(
        _ count: Int,
        per period: Duration,
        burst: Int = 1,
        clock: ServiceClock = .system
    ) -> Self {
        RateLimitPolicy(count: count, period: period, burst: burst, clock: clock)
    }
}

/// Enters a `RequestGate` before each call, for providers that do not use the gate themselves. A call counts as one
/// request, which is in progress until its answer is complete or its stream has ended.
struct GatePolicy: CallPolicy {
    let gate: RequestGate

    func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // A call that lists voices or languages is not counted.
        guard let characters = trace.characters else { return try await operation() }
        let pass = try await gate.enter(characters: characters)
        do {
            let value = try await operation()
            trace.hold(pass)
            return value
        } catch {
            await pass.end(after: error)
            throw error
        }
    }
}
