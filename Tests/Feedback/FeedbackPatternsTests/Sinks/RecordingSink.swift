import FeedbackPatterns
import HapticPatterns
import LanguageServices
import Synchronization

/// A sink that takes down what it is told to play, for tests; it can be made to fail.
final class RecordingSink: FeedbackSink {
    /// What went wrong, or is to go wrong.
    enum Mishap: Sendable, Hashable {
        /// It does not begin.
        case atStart
        /// It begins, and fails after so long.
        case after(Duration)
    }

    /// Something that was played.
    struct Entry: Sendable, Hashable {
        /// What was asked for.
        var order: PlaybackRequest
        /// What came of it.
        var ending: Ending
    }

    /// What came of a playback.
    enum Ending: String, Sendable, Hashable {
        /// It plays.
        case plays
        /// It has come to its end.
        case ended
        /// It was stopped.
        case stopped
        /// It failed.
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

    /// The steps that it can do.
    let steps: [FeedbackStep]

    private let clock: ServiceClock
    private let state: Mutex<State>

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - name: The name in reports.
    ///   - steps: The steps that it can do.
    ///   - mishaps: What happens to the first playbacks, one each; `nil` for those that go well.
    ///   - clock: By which time passes while it plays.
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

    /// What was played, in order.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// How many times it was built anew.
    var rebuildCount: Int { state.withLock { $0.rebuilds } }

    /// Says what can be played from now on, as when a device is plugged in or pulled out.
    func setPresent(_ steps: Set<FeedbackStep>) {
        state.withLock { $0.present = steps }
    }

    /// What was said to be there.
    func availability() async -> FeedbackAvailability {
        let present = state.withLock { $0.present }
        return FeedbackAvailability(steps: present, text: present.isEmpty ? "nothing to record with" : "records")
    }

    /// Takes the order down, and lets its time pass.
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

    /// Counts.
    func rebuild() async {
        state.withLock { $0.rebuilds += 1 }
    }

    /// Stops what plays.
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
