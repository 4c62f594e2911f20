/// How much a provider may send in a day or a month.
public struct UsageBudget: Sendable, Hashable {
    /// What is counted.
    public var unit: Unit

    /// The time for which it is counted.
    public var period: UsagePeriod.Length

    /// How much may be sent in it.
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
        /// Characters of the user's texts, as Unicode scalars.
        case characters
        /// Tokens of a language model, those that it reads and those that it writes.
        ///
        /// How many a request takes is known when it has been answered. So a guess is counted before, and made good after.
        case tokens

        /// A count in words: `1 request`.
        package func counted(_ count: Int) -> String {
            "\(count) \(count == 1 ? String(rawValue.dropLast()) : rawValue)"
        }
    }

    /// The option that sets it: `charactersPerMonth`.
    public var optionName: String {
        "\(unit.rawValue)Per\(period == .day ? "Day" : "Month")"
    }
}

/// What was sent.
public struct Usage: Sendable, Hashable, Codable {
    /// How many requests.
    public var requests: Int

    /// How many characters of the user's texts, as Unicode scalars.
    public var characters: Int

    /// How many tokens of a language model, read and written.
    public var tokens: Int

    /// Creates a usage.
    public init(requests: Int = 0, characters: Int = 0, tokens: Int = 0) {
        self.requests = requests
        self.characters = characters
        self.tokens = tokens
    }

    /// How much of it a budget of some unit counts.
    public subscript(_ unit: UsageBudget.Unit) -> Int {
        switch unit {
        case .requests: requests
        case .characters: characters
        case .tokens: tokens
        }
    }
}

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
