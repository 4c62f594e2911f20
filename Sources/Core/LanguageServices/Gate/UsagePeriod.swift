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
        let time = min(max(0, seconds), UTCTime.latest)
        let day = time / UTCTime.secondsOfDay
        let date = UTCTime(time)
        self.length = length
        switch length {
        case .day:
            text = date.dateText
            end = (day + 1) * UTCTime.secondsOfDay
        case .month:
            text = date.monthText
            end = (day + Self.daysLeft(inMonthOf: date) + 1) * UTCTime.secondsOfDay
        }
    }

    /// When the next one begins, as it is shown: `2026-04-01 00:00 UTC`.
    public var renewal: String { "\(UsagePeriod(.day, at: end).text) 00:00 UTC" }

    /// How many days of a month come after a date.
    private static func daysLeft(inMonthOf date: UTCTime) -> Int64 {
        let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
        let days: Int64 =
            switch date.month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        return days - date.day
    }
}
