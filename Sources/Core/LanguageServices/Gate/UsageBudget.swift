/// The maximum amount that may be sent to a provider in a day or a month.
public struct UsageBudget: Sendable, Hashable {
    /// The unit of ``limit``.
    public var unit: Unit

    /// The period after which the count is reset to zero.
    public var period: UsagePeriod.Length

    /// The maximum amount per period.
    public var limit: Int

    /// Creates a budget.
    public init(_ limit: Int, _ unit: Unit, in period: UsagePeriod.Length) {
        self.limit = limit
        self.unit = unit
        self.period = period
    }

    /// What a budget counts.
    public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
        /// Requests to the server.
        case requests
        /// Characters in the user's texts, in Unicode scalars.
        case characters
        /// Tokens that a language model reads or writes.
        ///
        /// The exact number is known only when the answer has arrived. An estimate is counted first and corrected
        /// later.
        case tokens

        /// A count with its unit: `1 request`.
        package func counted(_ count: Int) -> String {
            "\(count) \(count == 1 ? String(rawValue.dropLast()) : rawValue)"
        }
    }

    /// The name of the option that sets this budget: `charactersPerMonth`.
    public var optionName: String {
        "\(unit.rawValue)Per\(period == .day ? "Day" : "Month")"
    }
}

/// An amount sent to a server.
public struct Usage: Sendable, Hashable, Codable {
    /// The number of requests.
    public var requests: Int

    /// The number of characters in the user's texts, in Unicode scalars.
    public var characters: Int

    /// The number of language model tokens, read and written.
    public var tokens: Int

    /// Creates an amount.
    public init(requests: Int = 0, characters: Int = 0, tokens: Int = 0) {
        self.requests = requests
        self.characters = characters
        self.tokens = tokens
    }

    /// The amount, in the given unit.
    public subscript(_ unit: UsageBudget.Unit) -> Int {
        switch unit {
        case .requests: requests
        case .characters: characters
        case .tokens: tokens
        }
    }
}

/// A calendar day or month in UTC.
///
/// Its ``text`` identifies it and sorts by time: `2026-03-31`, `2026-03`.
public struct UsagePeriod: Sendable, Hashable {
    /// The length of a period.
    public enum Length: String, Sendable, Hashable, Codable, CaseIterable {
        /// A day, from midnight to midnight, UTC.
        case day
        /// A calendar month.
        case month
    }

    /// The length of the period.
    public let length: Length

    /// The day, `2026-03-31`, or the month, `2026-03`.
    public let text: String

    /// The end of the period, in seconds since 1970.
    public let end: Int64

    /// Creates the period that contains a point in time.
    ///
    /// - Parameters:
    ///   - length: The length of the period.
    ///   - seconds: Seconds since 1970, not counting leap seconds. Values before 1970 or after the year 9999 are
    ///     clamped.
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

    /// The start of the next period, as text for messages: `2026-04-01 00:00 UTC`.
    public var renewal: String { "\(UsagePeriod(.day, at: end).text) 00:00 UTC" }

    /// The number of days left in the month after a date.
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
