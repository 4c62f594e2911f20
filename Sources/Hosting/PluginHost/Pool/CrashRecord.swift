/// Remembers how often a plug-in has broken, and says when it may be started again.
package struct CrashRecord: Sendable, Hashable {
    /// The shortest and the longest time before another start.
    package static let delays: ClosedRange<Duration> = .milliseconds(500) ... .seconds(30)
    /// How many crashes are too many,
    package static let mostCrashes = 5
    /// and within which time.
    package static let period: Duration = .seconds(300)

    private var crashes: [Duration] = []
    private var nextDelay = delays.lowerBound
    private var earliest: Duration?

    /// Whether it rests until somebody says otherwise.
    package private(set) var isQuarantined = false

    /// Nothing has happened yet.
    package init() {}

    /// It has broken.
    package mutating func hasCrashed(at now: Duration) {
        crashes.append(now)
        crashes.removeAll { now - $0 > Self.period }
        if crashes.count >= Self.mostCrashes { isQuarantined = true }
        earliest = now + nextDelay
        nextDelay = min(nextDelay * 2, Self.delays.upperBound)
    }

    /// It has answered: the next start waits no longer than the first one did.
    package mutating func hasAnswered() { nextDelay = Self.delays.lowerBound }

    /// How long to wait before it is started again.
    package func delay(at now: Duration) -> Duration {
        max(.zero, (earliest ?? now) - now)
    }
}
