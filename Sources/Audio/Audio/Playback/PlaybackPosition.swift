import LanguageServices
import Synchronization

/// What has been heard of a sound, told from what was handed over and how long the server said it would take.
///
/// The loudspeakers run by their own clock, so this reads the machine's.
final class PlaybackPosition: Sendable {
    private struct State {
        var samples = 0
        var latency = Duration.zero
        var moment = ContinuousClock.now
    }

    private let format: AudioFormat
    private let state = Mutex(State())

    init(format: AudioFormat) {
        self.format = format
    }

    /// Takes down that samples were handed over, and that the last of them will be heard after `latency`.
    func note(written samples: Int, latency: Duration) {
        state.withLock { state in
            state.samples += samples
            state.latency = latency
            state.moment = .now
        }
    }

    /// Whether something was handed over, and all of it has been heard.
    var hasRunDry: Bool {
        let state = state.withLock { $0 }
        return state.samples > 0 && ContinuousClock.now - state.moment >= state.latency
    }

    /// How long it will be until everything before `frame` has been heard; not above zero when it has.
    func remaining(until frame: Int) -> Duration {
        let state = state.withLock { $0 }
        let later = max(0, state.samples - max(0, frame).multipliedOrMax(by: format.channels))
        return state.latency - format.duration(ofSamples: later) - (ContinuousClock.now - state.moment)
    }
}

extension Int {
    /// The product, or the largest number where that is too large.
    func multipliedOrMax(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}

/// How long something has run, without the times at which it was held.
struct PausableStopwatch: Sendable {
    private var before = Duration.zero
    private var start: ContinuousClock.Instant?
    private var hasBegun = false

    /// Whether it has come to its end by itself.
    private(set) var isOver = false

    /// How long it has run; nil when it has not begun.
    var elapsed: Duration? {
        guard hasBegun else { return nil }
        return before + (start.map { ContinuousClock.now - $0 } ?? .zero)
    }

    /// It runs, from now and from its beginning.
    mutating func begin() {
        self = PausableStopwatch()
        hasBegun = true
        start = .now
    }

    /// It is held, or goes on; nothing when it has not begun.
    mutating func setHeld(_ isHeld: Bool) {
        guard hasBegun else { return }
        before = elapsed ?? .zero
        start = isHeld ? nil : .now
    }

    /// It has come to its end.
    mutating func end() {
        isOver = true
    }
}
