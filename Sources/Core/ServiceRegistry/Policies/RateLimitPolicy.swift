public import LanguageServices
import Synchronization

/// Keeps calls below a number per time by letting them wait.
///
/// The calls are spread evenly (the generic cell rate algorithm): after a burst of ``burst`` calls the next one starts
/// when its share of the time has passed. Waiting calls start in the order in which they came.
public struct RateLimitPolicy: CallPolicy {
    /// How many calls may start at once after a quiet time.
    public let burst: Int

    private let interval: Duration
    private let clock: ServiceClock
    private let state = State()

    /// More than this is no limit any more, and could not be multiplied by a time.
    private static let largestBurst = 1_000_000

    /// Creates the policy.
    ///
    /// - Parameters:
    ///   - count: How many calls may start within `period`, a burst not counted; less than 1 counts as 1.
    ///   - period: The time in which they may start.
    ///   - burst: How many may start at once after a quiet time, 1…1,000,000; what is outside counts as the nearer end.
    ///   - clock: The clock to wait by.
    public init(count: Int, period: Duration, burst: Int = 1, clock: ServiceClock = .system) {
        self.burst = min(max(1, burst), Self.largestBurst)
        self.interval = period / max(1, count)
        self.clock = clock
    }

    /// Waits for its turn, then runs the call.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let now = clock.now
        let slot = state.reserve(now: now, interval: interval)
        do {
            try await clock.sleep(for: slot - interval * burst - now)
        } catch {
            state.giveBack(slot, interval: interval)
            throw error
        }
        return try await operation()
    }

    /// When the next call would have started if calls were spread evenly; a class, so that copies share it.
    private final class State: Sendable {
        private struct Values {
            var next = Duration.zero
            var unused = Set<Duration>()
        }

        private let values = Mutex(Values())

        /// Takes the next slot, and says when it ends.
        func reserve(now: Duration, interval: Duration) -> Duration {
            values.withLock { values in
                values.next = max(values.next, now) + interval
                if !values.unused.isEmpty { values.unused = values.unused.filter { $0 > now } }
                return values.next
            }
        }

        /// Frees the slot of a call that gave up while it waited.
        ///
        /// A slot in the middle stays empty, but when nobody waits behind it, the next call must not wait for nothing.
        func giveBack(_ slot: Duration, interval: Duration) {
            values.withLock { values in
                values.unused.insert(slot)
                while values.unused.remove(values.next) != nil { values.next -= interval }
            }
        }
    }
}

extension CallPolicy where Self == RateLimitPolicy {
    /// Lets `count` calls start within `period`, evenly spread but for a first burst.
    public static func rateLimited(
        _ count: Int,
        per period: Duration,
        burst: Int = 1,
        clock: ServiceClock = .system
    ) -> Self {
        RateLimitPolicy(count: count, period: period, burst: burst, clock: clock)
    }
}

/// Passes a `RequestGate` before each call, for providers that do not send requests by themselves: a call counts as one
/// request, which is under way until its answer is complete or its stream has ended.
struct GatePolicy: CallPolicy {
    let gate: RequestGate

    func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // A list of voices or languages is no request to be counted.
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
