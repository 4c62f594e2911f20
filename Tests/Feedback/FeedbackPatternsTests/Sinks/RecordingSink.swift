import FeedbackPatterns
import HapticPatterns
import LanguageServices
import Synchronization

/// A sink for tests that records what it plays and can be made to fail.
final class RecordingSink: FeedbackSink {
    /// A failure.
    enum Mishap: Sendable, Hashable {
        /// Playback does not start.
        case atStart
        /// Playback starts, and fails after this time.
        case after(Duration)
    }

    /// A playback.
    struct Entry: Sendable, Hashable {
        /// The request.
        var order: PlaybackRequest
        /// The outcome.
        var ending: Ending
    }

    /// The outcome of a playback.
    enum Ending: String, Sendable, Hashable {
        /// Still playing.
        case plays
        /// Finished.
        case ended
        /// Stopped.
        case stopped
        /// Failed.
        case failed
    }

    private struct State {
        var entries: [Entry] = []
        var mishaps: [Mishap?] = []
        var present: Set<FeedbackStep>
        var rebuilds = 0
        var current: FeedbackPlayback?
    }

    /// The name in reports.
    let name: String

    /// The supported steps.
    let steps: [FeedbackStep]

    private let clock: ServiceClock
    private let state: Mutex<State>

    /// Creates a sink.
    ///
    /// `mishaps` contains one entry for each of the first playbacks, `nil` for success. `clock` is the clock that
    /// measures playback.
    init(
        name: String = "recorder",
        steps: [FeedbackStep] = [.rich, .simple],
        mishaps: [Mishap?] = [],
        clock: ServiceClock = .system
    ) {
        self.name = name
        self.steps = steps
        self.clock = clock
        state = Mutex(State(mishaps: mishaps, present: Set(steps)))
    }

    /// The playbacks, in order.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// How many times the sink was reopened.
    var rebuildCount: Int { state.withLock { $0.rebuilds } }

    /// Sets what can be played from now on, as if a device was plugged in or unplugged.
    func setPresent(_ steps: Set<FeedbackStep>) {
        state.withLock { $0.present = steps }
    }

    /// The reported capabilities.
    func availability() async -> FeedbackAvailability {
        let present = state.withLock { $0.present }
        return FeedbackAvailability(steps: present, text: present.isEmpty ? "nothing to record with" : "records")
    }

    /// Records the request, and waits for its duration.
    func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        let before = state.withLock { state in
            defer { state.current = nil }
            return state.current
        }
        await before?.stop()
        let (index, mishap) = state.withLock { state in
            let mishap = state.mishaps.isEmpty ? nil : state.mishaps.removeFirst()
            state.entries.append(Entry(order: order, ending: mishap == .atStart ? .failed : .plays))
            return (state.entries.count - 1, mishap)
        }
        if mishap == .atStart { throw ServiceError(.io, "\(name) does not begin") }
        let length: Duration
        if case .after(let limit) = mishap { length = limit } else { length = .seconds(order.pattern.duration) }
        let playback = FeedbackPlayback { [self] in
            do {
                try await clock.sleep(for: length)
            } catch {
                end(index, .stopped)
                throw error
            }
            end(index, mishap == nil ? .ended : .failed)
            if mishap != nil { throw ServiceError(.io, "\(name) broke") }
        }
        state.withLock { $0.current = playback }
        return playback
    }

    /// Counts the reopenings.
    func rebuild() async {
        state.withLock { $0.rebuilds += 1 }
    }

    /// Stops playback.
    func close() async {
        let current = state.withLock { state in
            defer { state.current = nil }
            return state.current
        }
        await current?.stop()
    }

    private func end(_ index: Int, _ ending: Ending) {
        state.withLock { $0.entries[index].ending = ending }
    }
}
