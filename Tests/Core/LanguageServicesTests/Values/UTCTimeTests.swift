import LanguageServices
import Platform
import Testing

@Suite struct UTCTimeTests {
    @Test(
        "a time is formatted as in RFC 3339, and as a part of a file name",
        arguments: [
            (0, "1970-01-01T00:00:00Z", "1970-01-01-000000"), (-1, "1969-12-31T23:59:59Z", "1969-12-31-235959"),
            (951_868_799, "2000-02-29T23:59:59Z", "2000-02-29-235959"),
            (1_774_998_061, "2026-03-31T23:01:01Z", "2026-03-31-230101"),
            (.min, "0000-01-01T00:00:00Z", "0000-01-01-000000"), (.max, "9999-12-31T23:59:59Z", "9999-12-31-235959"),
        ] as [(Int64, String, String)]
    )
    func texts(_ seconds: Int64, _ text: String, _ name: String) {
        #expect(UTCTime(seconds).text == text)
        #expect(UTCTime(seconds).fileName == name)
    }

    @Test("dates match the system's") func dates() {
        for _ in 0..<20_000 {
            let seconds = Int64.random(in: -62_167_219_200...UTCTime.latest)
            var moment = time_t(seconds)
            var parts = tm()
            #expect(gmtime_r(&moment, &parts) != nil)
            let time = UTCTime(seconds)
            #expect(time.year == Int64(parts.tm_year) + 1900 && time.month == Int64(parts.tm_mon) + 1)
            #expect(time.day == Int64(parts.tm_mday) && time.hour == Int64(parts.tm_hour))
            #expect(time.minute == Int64(parts.tm_min) && time.second == Int64(parts.tm_sec))
        }
    }
}
