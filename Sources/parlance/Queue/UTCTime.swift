/// A time of day as ISO 8601 writes it, in UTC: `2026-11-22T09:31:01Z`.
enum UTCTime {
    /// - Parameter seconds: Seconds since 1970; what lies outside the years 0 to 9999 is taken for the nearer end.
    static func text(_ seconds: Int64) -> String {
        let time = min(max(seconds, -62_167_219_200), 253_402_300_799)
        let second = ((time % 86_400) + 86_400) % 86_400
        // The days of the proleptic Gregorian calendar, counted in eras of 400 years that begin in March.
        let day = (time - second) / 86_400 + 719_468
        let era = (day >= 0 ? day : day - 146_096) / 146_097
        let dayOfEra = day - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let date = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))T"
            + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
