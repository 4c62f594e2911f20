import Platform

/// The time of day.
enum WallClock {
    /// Milliseconds since 1970, without leap seconds.
    @Sendable static func milliseconds() -> Int64 {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
