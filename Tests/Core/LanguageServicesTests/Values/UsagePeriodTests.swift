import LanguageServices
import Testing

struct UsagePeriodTests {
    // The seconds come from `date -u -d DATE +%s`.
    @Test(
        arguments: [
            (0, "1970-01-01", "1970-01", 86_400, 2_678_400),
            (951_782_399, "2000-02-28", "2000-02", 951_782_400, 951_868_800),
            (951_868_799, "2000-02-29", "2000-02", 951_868_800, 951_868_800),
            (1_772_323_199, "2026-02-28", "2026-02", 1_772_323_200, 1_772_323_200),
            (1_798_761_599, "2026-12-31", "2026-12", 1_798_761_600, 1_798_761_600),
            (4_107_542_400, "2100-03-01", "2100-03", 4_107_628_800, 4_110_220_800),
        ] as [(Int64, String, String, Int64, Int64)]
    )
    func datesMatchTheCalendar(seconds: Int64, day: String, month: String, dayEnd: Int64, monthEnd: Int64) {
        #expect(UsagePeriod(.day, at: seconds).text == day)
        #expect(UsagePeriod(.month, at: seconds).text == month)
        #expect(UsagePeriod(.day, at: seconds).end == dayEnd)
        #expect(UsagePeriod(.month, at: seconds).end == monthEnd)
    }

    @Test func periodsAreContiguous() {
        var seconds: Int64 = 0
        var months = 0
        // Until 2401: 2100, 2200 and 2300 are not leap years, and 2400 is.
        while seconds < 13_601_088_000 {
            let month = UsagePeriod(.month, at: seconds)
            #expect(UsagePeriod(.month, at: month.end - 1) == month)
            #expect(UsagePeriod(.month, at: month.end).text > month.text)
            #expect(UsagePeriod(.day, at: month.end).text == UsagePeriod(.month, at: month.end).text + "-01")
            seconds = month.end
            months += 1
        }
        #expect(months == 431 * 12)
    }

    @Test(arguments: [Int64.min, -1, 253_402_300_800, Int64.max])
    func extremeTimesAreClamped(seconds: Int64) {
        let text = UsagePeriod(.day, at: seconds).text
        #expect(text == (seconds < 0 ? "1970-01-01" : "9999-12-31"))
        #expect(!UsagePeriod(.month, at: seconds).renewal.isEmpty)
    }
}
