/// The clock that policies and reports read. Tests can replace it.
///
/// It wraps any `Clock` whose durations are `Duration`, and counts time from its creation.
public struct ServiceClock: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Wraps a clock.
    public init<Base: Clock & Sendable>(_ clock: Base) where Base.Duration == Duration, Base.Instant: Sendable {
        let origin = clock.now
        elapsed = { origin.duration(to: clock.now) }
        wait = { duration in try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
    }

    /// The system's monotonic clock, which keeps running while the machine sleeps.
    public static var system: ServiceClock { ServiceClock(ContinuousClock()) }

    /// The time since this value was created; it never decreases.
    public var now: Duration { elapsed() }

    /// Waits for a duration.
    ///
    /// - Parameter duration: The time to wait. Zero and negative durations return immediately; the maximum is about 136
    ///   years.
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    public func sleep(for duration: Duration) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        // System clocks overflow for very long durations.
        try await wait(min(duration, .seconds(Int64(UInt32.max))))
    }
}

/// A point in time: a Gregorian date and a time of day in UTC.
package struct UTCTime: Sendable, Hashable {
    package let year: Int64
    /// The month, counted from 1.
    package let month: Int64
    /// The day of the month, counted from 1.
    package let day: Int64
    package let hour: Int64
    package let minute: Int64
    package let second: Int64

    package static let secondsOfDay: Int64 = 86_400

    /// The last second of the year 9999.
    package static let latest: Int64 = 253_402_300_799

    private static let earliest: Int64 = -62_167_219_200

    /// Converts seconds to a date and time.
    ///
    /// - Parameter seconds: Seconds since 1970, not counting leap seconds. Values outside the years 0 to 9999 are
    ///   clamped.
    package init(_ seconds: Int64) {
        let time = min(max(seconds, Self.earliest), Self.latest)
        let ofDay = ((time % Self.secondsOfDay) + Self.secondsOfDay) % Self.secondsOfDay
        (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
        // Here, a year starts in March, so the leap day is its last day. Years are grouped into eras of 400 years;
        // every era has 146,097 days. Days are counted from 0000-03-01.
        let count = (time - ofDay) / Self.secondsOfDay + 719_468
        let era = (count >= 0 ? count : count - 146_096) / 146_097
        let dayOfEra = count - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // From March on, the pattern of 31, 30, 31, 30, 31 days repeats: 153 days in five months.
        let fromMarch = (5 * dayOfYear + 2) / 153
        month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    }

    /// The year and month: `2026-03`.
    package var monthText: String { "\(Self.padded(year, 4))-\(Self.padded(month))" }

    /// The date: `2026-03-31`.
    package var dateText: String { "\(monthText)-\(Self.padded(day))" }

    /// The time in RFC 3339 format: `2026-03-31T09:31:01Z`.
    package var text: String { "\(dateText)T\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))Z" }

    /// The time in a form suitable for file names: `2026-03-31-093101`.
    package var fileName: String { "\(dateText)-\(Self.padded(hour))\(Self.padded(minute))\(Self.padded(second))" }

    private static func padded(_ number: Int64, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
