public import LanguageServices
import Synchronization

/// A clock whose hands the test turns.
///
/// Time stands still until ``advance(by:)`` is called, so a test of waits and deadlines takes no time and always ends
/// the same way. A test waits with ``waitForSleepers(count:)`` until the code under test has gone to sleep, and then
/// turns the hands:
///
/// ```swift
/// let clock = TestClock()
/// let provider = upstream.applying(.deadline(.seconds(8), clock: clock.serviceClock))
/// async let answer = provider.translate(request)
/// try await clock.waitForSleepers(count: 1)
/// clock.advance(by: .seconds(8))
/// ```
public final class TestClock: Clock, Sendable {
    /// A moment, counted from the time at which the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// Creates a moment.
        public init(offset: Duration = .zero) { self.offset = offset }

        /// The moment that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this moment to `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Orders by time.
        public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private let state = Mutex(TestClockState())

    /// Creates a clock that shows zero.
    public init() {}

    /// What the hands show.
    public var now: Instant { state.withLock { Instant(offset: $0.now) } }

    /// Zero: the hands can be turned as finely as a `Duration` can tell.
    public var minimumResolution: Duration { .zero }

    /// This clock as decorators, registries and providers take it.
    public var serviceClock: ServiceClock { ServiceClock(self) }

    /// How many tasks are asleep.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Turns the hands forward, and wakes whoever slept until then: the earliest deadline first, and of equal ones who
    /// went to sleep first. All of them see the new time.
    ///
    /// - Parameter duration: How far; less than zero turns nothing.
    public func advance(by duration: Duration) {
        for sleeper in state.withLock({ $0.advance(by: max(duration, .zero)) }) {
            sleeper.resume()
        }
    }

    /// Sleeps until the hands have been turned to `deadline`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled; ``Stuck`` when nothing has happened on the clock for about
    ///   20 seconds of real time, longer on a busy machine. Code that sleeps once more than its test expects therefore makes
    ///   the test fail instead of hang.
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

    /// Waits, without any time passing on this clock, until at least `count` tasks are asleep on it.
    ///
    /// It returns early when the waiting task is cancelled.
    ///
    /// - Throws: ``TooFewSleepers`` after some five seconds of real time, longer on a busy machine.
    public func waitForSleepers(count: Int) async throws {
        // Sleeps are counted and not time, so that the patience grows with the load of the machine.
        for _ in 0..<2500 {
            if sleeperCount >= count || Task.isCancelled { return }
            try? await Task.sleep(for: .milliseconds(2))
        }
        throw TooFewSleepers(expected: count, found: sleeperCount)
    }

    /// Wakes all sleepers with an error once nothing has happened for a while. Polls are counted and not time, so that the
    /// patience grows with the load of the machine.
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

    /// A task slept on the clock, and no test turned it.
    public struct Stuck: Error, CustomStringConvertible {
        /// What the clock showed.
        public let now: Duration
        /// When the task would have woken up.
        public let deadline: Duration

        /// Both times in a sentence.
        public var description: String { "a task sleeps until \(deadline), but the test leaves the clock at \(now)" }
    }

    /// The code under test did not go to sleep as often as a test expected.
    public struct TooFewSleepers: Error, CustomStringConvertible {
        /// How many tasks were waited for.
        public let expected: Int
        /// How many were asleep in the end.
        public let found: Int

        /// Both numbers in a sentence.
        public var description: String { "waited for \(expected) tasks to sleep on the clock, but only \(found) did" }
    }
}

/// The tasks that sleep on a ``TestClock``. It resumes none itself, since it is used under a lock.
struct TestClockState {
    private(set) var now = Duration.zero
    private(set) var sleepers: [Sleeper] = []

    private var cancelled = Set<Int>()
    private var lastID = 0
    private var isWatched = false

    /// Grows whenever a task goes to sleep or the hands are turned.
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

    /// Whether there is nothing to watch any more.
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
        // Ids count upward, so that they order sleepers of one deadline by their arrival.
        let due = sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        sleepers.removeAll { $0.deadline <= now }
        return due
    }

    /// - Returns: How the sleep has ended already, when it has; whether the clock is to be watched from now on.
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

    /// The continuation of a sleeper that was cancelled; `nil` when it has woken up or not yet lain down.
    mutating func cancelSleep(_ id: Int) -> CheckedContinuation<Void, any Error>? {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return nil
        }
        return sleepers.remove(at: index).continuation
    }
}
