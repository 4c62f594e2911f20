/// A day or a month of the calendar, by UTC.
///
/// It is known by its text, which sorts by time: `2026-03-31`, `2026-03`.
public struct UsagePeriod: Sendable, Hashable {
    /// How long a period is.
    public enum Length: String, Sendable, Hashable, Codable, CaseIterable {
        /// A day, from midnight to midnight UTC.
        case day
        /// A month of the calendar.
        case month
    }

    /// How long it is.
    public let length: Length

    /// The date: `2026-03-31`, or `2026-03` of a month.
    public let text: String

    /// When it ends, in seconds since 1970.
    public let end: Int64

    /// The period in which a moment lies.
    ///
    /// - Parameters:
    ///   - length: How long it is.
    ///   - seconds: The moment, in seconds since 1970 without leap seconds; what lies before 1970 or behind the year 9999
    ///     counts as the nearer end.
    public init(_ length: Length, at seconds: Int64) {
        let day = min(max(0, seconds), Self.latest) / Self.secondsOfDay
        let date = Self.date(ofDay: day)
        self.length = length
        switch length {
        case .day:
            text = "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
            end = (day + 1) * Self.secondsOfDay
        case .month:
            text = "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))"
            end = Self.firstDay(afterMonthOf: day, date.month) * Self.secondsOfDay
        }
    }

    /// When the next one begins, as it is shown: `2026-04-01 00:00 UTC`.
    public var renewal: String { "\(UsagePeriod(.day, at: end).text) 00:00 UTC" }

    private static let secondsOfDay: Int64 = 86_400
    private static let latest: Int64 = 253_402_300_799

    private static func firstDay(afterMonthOf day: Int64, _ month: Int64) -> Int64 {
        var next = day + 1
        while date(ofDay: next).month == month { next += 1 }
        return next
    }

    /// The date of a day that is counted from 1970-01-01, in the Gregorian calendar.
    ///
    /// The year is taken to begin in March, so that the leap day is its last, and years are counted in eras of 400, which all
    /// have 146,097 days.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // From 0000-03-01 on.
        let count = day + 719_468
        let era = count / 146_097
        let dayOfEra = count % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // From March on, months have 31, 30, 31, 30, 31 days again and again: 153 in five.
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * fromMarch + 2) / 5 + 1
        )
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
