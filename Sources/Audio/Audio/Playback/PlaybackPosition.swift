import LanguageServices
import Synchronization

/// Estimates the playback position from the samples written and the latency that the server reports.
///
/// Loudspeakers play in real time, so this class uses the system clock.
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

    /// Records that samples were written and that the last one will play after `latency`.
    func note(written samples: Int, latency: Duration) {
        state.withLock { state in
            state.samples += samples
            state.latency = latency
            state.moment = .now
        }
    }

    /// Whether at least one sample was written and all of them have been played.
    var hasRunDry: Bool {
        let state = state.withLock { $0 }
        return state.samples > 0 && ContinuousClock.now - state.moment >= state.latency
    }

    /// The time until all frames before `frame` have been played; zero or negative if they have.
    func remaining(until frame: Int) -> Duration {
        let state = state.withLock { $0 }
        let later = max(0, state.samples - max(0, frame).multipliedOrMax(by: format.channels))
        return state.latency - format.duration(ofSamples: later) - (ContinuousClock.now - state.moment)
    }
}

extension Int {
    /// The product, or the largest integer on overflow.
    func multipliedOrMax(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}

/// Measures elapsed time without pauses.
struct PausableStopwatch: Sendable {
    private var before = Duration.zero
    private var start: ContinuousClock.Instant?
    private var hasBegun = false

    /// Whether the measurement has ended.
    private(set) var isOver = false

    /// The elapsed time; `nil` before the start.
    var elapsed: Duration? {
        guard hasBegun else { return nil }
        return before + (start.map { ContinuousClock.now - $0 } ?? .zero)
    }

    /// Starts from zero.
    mutating func begin() {
        self = PausableStopwatch()
        hasBegun = true
        start = .now
    }

    /// Pauses or resumes; does nothing before the start.
    mutating func setHeld(_ isHeld: Bool) {
        guard hasBegun else { return }
        before = elapsed ?? .zero
        start = isHeld ? nil : .now
    }

    /// Ends the measurement.
    mutating func end() {
        isOver = true
    }
}
