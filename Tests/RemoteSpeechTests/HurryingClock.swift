import Synchronization

/// A clock whose hands go on by a second each time that somebody looks.
final class HurryingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private let looks = Mutex(0)

    var now: Instant {
        Instant(
            offset: .seconds(
                looks.withLock { looks in
                    looks += 1
                    return looks
                }
            )
        )
    }

    let minimumResolution = Duration.zero

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
