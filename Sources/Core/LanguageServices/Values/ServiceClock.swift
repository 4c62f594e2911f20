/// The clock that decorators and reports read, so that tests can turn the hands.
///
/// It wraps any `Clock` whose durations are `Duration`, and counts time from the moment it was made.
public struct ServiceClock: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Wraps a clock.
    public init<Base: Clock & Sendable>(_ clock: Base) where Base.Duration == Duration, Base.Instant: Sendable {
        let origin = clock.now
        elapsed = { origin.duration(to: clock.now) }
        wait = { duration in try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
    }

    /// The machine's monotonic clock, which goes on while the machine sleeps.
    public static var system: ServiceClock { ServiceClock(ContinuousClock()) }

    /// The time since this value was made; never goes back.
    public var now: Duration { elapsed() }

    /// Waits.
    ///
    /// - Parameter duration: How long; zero and less return at once, more than a century is a century.
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public func sleep(for duration: Duration) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        // Clocks of the system overflow when asked to wait for longer than they can count.
        try await wait(min(duration, .seconds(Int64(UInt32.max))))
    }
}
