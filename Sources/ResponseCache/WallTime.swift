#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The time of day, by which the age of an answer outlives a process.
enum WallTime {
    /// The seconds since 1970.
    @Sendable static func seconds() -> Int64 { Int64(time(nil)) }

    /// A moment as UTC in the form of RFC 3339.
    static func text(_ seconds: Int64) -> String {
        let (date, hour, minute, second) = parts(seconds)
        return "\(date)T\(hour):\(minute):\(second)Z"
    }

    /// A moment as a part of a file name.
    static func name(_ seconds: Int64) -> String {
        let (date, hour, minute, second) = parts(seconds)
        return "\(date)-\(hour)\(minute)\(second)"
    }

    private static func parts(_ seconds: Int64) -> (date: String, hour: String, minute: String, second: String) {
        var moment = time_t(clamping: seconds)
        var broken = tm()
        guard gmtime_r(&moment, &broken) != nil else { return ("\(seconds)", "00", "00", "00") }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(Int(broken.tm_year) + 1900)-\(two(broken.tm_mon + 1))-\(two(broken.tm_mday))"
        return (date, two(broken.tm_hour), two(broken.tm_min), two(broken.tm_sec))
    }
}
