import Synchronization

/// A clock that advances by one step each time it is read.
final class HurryingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    typealias Duration = Swift.Duration

    private let step: Duration
    private let hands = Mutex(Duration.zero)

    init(step: Duration = .seconds(1)) { self.step = step }

    var now: Instant {
        Instant(
            offset: hands.withLock { hands in
                hands += step
                return hands
            }
        )
    }

    let minimumResolution = Duration.zero

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
