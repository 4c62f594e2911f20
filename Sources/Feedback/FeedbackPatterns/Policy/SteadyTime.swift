/// Time that never goes back, made from a clock that may.
///
/// A clock that jumps back makes the time stand still for that one look, and go on from there. A clock that jumps ahead by
/// more than a day is taken to have gone on by a day.
struct SteadyTime: Sendable, Hashable {
    /// The time that has passed since the first look.
    private(set) var now = Duration.zero

    private var last: Duration?

    /// Looks at the clock.
    mutating func look(_ reading: Duration) {
        let reading = min(max(reading, .zero - Self.farthest), Self.farthest)
        if let last, reading > last { now += min(reading - last, .seconds(86_400)) }
        last = reading
    }

    /// Readings beyond 30,000 years are no times, and would overflow.
    private static let farthest = Duration.seconds(1_000_000_000_000)
}
