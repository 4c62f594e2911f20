public import LanguageServices
import Synchronization

/// A clock that the test controls.
///
/// Time advances only through ``advance(by:)``, so a test of delays and deadlines is fast and deterministic. A test
/// waits with ``waitForSleepers(count:)`` until the code under test is sleeping, then advances the clock:
///
/// ```swift
/// let clock = TestClock()
/// let provider = upstream.applying(.deadline(.seconds(8), clock: clock.serviceClock))
/// async let answer = provider.translate(request)
/// try await clock.waitForSleepers(count: 1)
/// clock.advance(by: .seconds(8))
/// ```
public final class TestClock: Clock, Sendable {
    /// A point in time, relative to the creation of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var offset: Duration

        /// Creates an instant.
        public init(offset: Duration = .zero) { self.offset = offset }

        /// The instant that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this instant to `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Compares by time.
        public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private let state = Mutex(TestClockState())

    /// Creates a clock at time zero.
    public init() {}

    /// The current time of the clock.
    public var now: Instant { state.withLock { Instant(offset: $0.now) } }

    /// Zero: the clock has the full precision of `Duration`.
    public var minimumResolution: Duration { .zero }

    /// This clock as a `ServiceClock`, which policies, registries and providers take.
    public var serviceClock: ServiceClock { ServiceClock(self) }

    /// The number of sleeping tasks.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Advances the clock and wakes the tasks whose deadlines have passed, in order of deadline, then in the order in
    /// which they went to sleep. All of them see the new time.
    ///
    /// - Parameter duration: The duration to advance by; a negative value has no effect.
    public func advance(by duration: Duration) {
        for sleeper in state.withLock({ $0.advance(by: max(duration, .zero)) }) {
            sleeper.resume()
        }
    }

    /// Sleeps until the clock reaches `deadline`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; ``Stuck`` if nothing has happened on the clock for about
    ///   20 seconds of real time, or longer on a busy machine. Therefore, code that sleeps more often than its test
    ///   expects fails instead of hanging.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.newID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (end, startsWatch) = state.withLock { $0.sleep(id, until: deadline.offset, continuation) }
                if let end { continuation.resume(with: end) }
                if startsWatch { watch() }
            }
        } onCancel: {
            state.withLock { $0.cancelSleep(id) }?.resume(throwing: CancellationError())
        }
    }

    /// Waits until at least `count` tasks are sleeping, without advancing the clock.
    ///
    /// It returns early if the waiting task is cancelled.
    ///
    /// - Throws: ``TooFewSleepers`` after about five seconds of real time, or longer on a busy machine.
    public func waitForSleepers(count: Int) async throws {
        // Polls are counted, not elapsed time, so the timeout grows with the machine's load.
        for _ in 0..<2500 {
            if sleeperCount >= count || Task.isCancelled { return }
            try? await Task.sleep(for: .milliseconds(2))
        }
        throw TooFewSleepers(expected: count, found: sleeperCount)
    }

    /// Wakes all sleepers with an error after a period of inactivity. It counts polls, not elapsed time, so the period
    /// grows with the machine's load.
    private func watch() {
        Task { [self] in
            var polls = 0
            var last = state.withLock { $0.changes }
            while polls < 1000 {
                try? await Task.sleep(for: .milliseconds(20))
                let (changes, isOver) = state.withLock { ($0.changes, $0.endsWatch()) }
                if isOver { return }
                polls = changes == last ? polls + 1 : 0
                last = changes
            }
            for sleeper in state.withLock({ $0.abandonAll() }) {
                sleeper.continuation.resume(throwing: Stuck(now: now.offset, deadline: sleeper.deadline))
            }
        }
    }

    /// A task was sleeping, and the test did not advance the clock.
    public struct Stuck: Error, CustomStringConvertible {
        /// The time on the clock.
        public let now: Duration
        /// The task's deadline.
        public let deadline: Duration

        /// Both times, in one sentence.
        public var description: String {
            "a task is sleeping until \(deadline), but the test leaves the clock at \(now)"
        }
    }

    /// Fewer tasks went to sleep than the test expected.
    public struct TooFewSleepers: Error, CustomStringConvertible {
        /// The expected number of sleeping tasks.
        public let expected: Int
        /// The actual number of sleeping tasks.
        public let found: Int

        /// Both numbers, in one sentence.
        public var description: String { "waited for \(expected) tasks to sleep on the clock, but only \(found) did" }
    }
}

/// The tasks sleeping on a ``TestClock``. This state is accessed under a lock, so it does not resume tasks itself.
struct TestClockState {
    private(set) var now = Duration.zero
    private(set) var sleepers: [Sleeper] = []

    private var cancelled = Set<Int>()
    private var lastID = 0
    private var isWatched = false

    /// Incremented when a task goes to sleep or the clock advances.
    private(set) var changes = 0

    struct Sleeper {
        let id: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>

        func resume() { continuation.resume() }
    }

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    /// Ends the watch if no task is sleeping; returns whether it ended.
    mutating func endsWatch() -> Bool {
        if sleepers.isEmpty { isWatched = false }
        return sleepers.isEmpty
    }

    mutating func abandonAll() -> [Sleeper] {
        defer { (sleepers, isWatched) = ([], false) }
        return sleepers
    }

    mutating func advance(by duration: Duration) -> [Sleeper] {
        now += duration
        changes += 1
        // Ids increase, so sleepers with the same deadline are ordered by arrival.
        let due = sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        sleepers.removeAll { $0.deadline <= now }
        return due
    }

    /// - Returns: The result if the sleep has already ended, and whether to start the watch on the clock.
    mutating func sleep(
        _ id: Int,
        until deadline: Duration,
        _ continuation: CheckedContinuation<Void, any Error>
    ) -> (end: Result<Void, any Error>?, startsWatch: Bool) {
        if cancelled.remove(id) != nil { return (.failure(CancellationError()), false) }
        if deadline <= now { return (.success(()), false) }
        changes += 1
        sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
        defer { isWatched = true }
        return (nil, !isWatched)
    }

    /// The continuation of a cancelled sleeper; `nil` if it has woken up or is not registered yet.
    mutating func cancelSleep(_ id: Int) -> CheckedContinuation<Void, any Error>? {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return nil
        }
        return sleepers.remove(at: index).continuation
    }
}
