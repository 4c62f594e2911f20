import LanguageServices

/// An open output and the announcements to make when its frames have been played.
///
/// A separate task makes the announcements, so that the next utterance can be written while the end of the previous one
/// still plays.
final class QueueChannel: Sendable {
    /// An announcement.
    struct Announcement: Sendable {
        /// The announcement is due when all frames before this one have been played.
        let frame: Int
        /// The turn that the announcement is for.
        let turn: Int
        let kind: Kind

        enum Kind: Sendable {
            case started(repetition: Int)
            case reached(SpeechMark)
            case finished
        }
    }

    private struct State: Sendable {
        var announcements = Fifo<Announcement>()
        /// Whether everything has been played.
        var isDrained = false
        var isStopped = false
    }

    let output: any AudioOutput
    let format: AudioFormat

    private let state: Monitor<State>
    private let announcer: Task<Void, Never>

    init(
        output: any AudioOutput,
        format: AudioFormat,
        announce: @escaping @Sendable (Announcement, any AudioOutput) -> Void
    ) {
        self.output = output
        self.format = format
        let state = Monitor(State())
        self.state = state
        announcer = Task.detached { await Self.announce(state, output, announce) }
    }

    /// Adds an announcement; frames must not decrease.
    func add(_ announcement: Announcement) {
        state.change { state in
            if !state.isStopped { state.announcements.append(announcement) }
        }
    }

    /// Stops the sound immediately and drops the pending announcements.
    func stop() {
        output.stop()
        state.change { state in
            state.isStopped = true
            state.announcements.removeAll()
        }
    }

    /// Waits until everything has been played and announced, then closes the output.
    func drain() async throws(ServiceError) {
        try await output.drain()
        state.change { $0.isDrained = true }
        await announcer.value
    }

    /// After a stop, waits until the announcing task has ended.
    func waitUntilFinished() async {
        await announcer.value
    }

    private static func announce(
        _ state: Monitor<State>,
        _ output: any AudioOutput,
        _ announce: @Sendable (Announcement, any AudioOutput) -> Void
    ) async {
        while true {
            await state.wait { !$0.announcements.isEmpty || $0.isDrained || $0.isStopped }
            // The wait ends without announcements only when the channel is drained or stopped.
            guard let next = state.read({ $0.announcements.first }) else { return }
            if !state.read({ $0.isDrained }) {
                do throws(ServiceError) {
                    try await output.waitUntilPlayed(frame: next.frame)
                } catch {
                    // An output that no longer reports its position can still be drained.
                    await state.wait { $0.isDrained || $0.isStopped }
                }
            }
            let isDue = state.change { !$0.isStopped && $0.announcements.popFirst() != nil }
            if isDue { announce(next, output) }
        }
    }
}
