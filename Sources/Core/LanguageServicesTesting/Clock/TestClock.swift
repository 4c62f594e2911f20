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
/// await clock.waitForSleepers(count: 1)
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
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.newID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.sleep(id, until: deadline.offset, continuation) }.act()
            }
        } onCancel: {
            state.withLock { $0.cancelSleep(id) }?.resume(throwing: CancellationError())
        }
    }

    /// Waits, without any time passing, until at least `count` tasks are asleep on this clock.
    ///
    /// It returns early when the waiting task is cancelled.
    public func waitForSleepers(count: Int) async {
        let id = state.withLock { $0.newID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if state.withLock({ $0.watch(id, for: count, continuation) }) { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.cancelWatch(id) }?.resume()
        }
    }
}
