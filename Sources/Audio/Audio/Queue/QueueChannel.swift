import LanguageServices

/// An open output, and the list of what is to be announced when which of its frames is heard.
///
/// The announcements are made by a task of its own, so that the next utterance can be handed over while the end of the
/// one before is still being heard.
final class QueueChannel: Sendable {
    /// Something to announce.
    struct Announcement: Sendable {
        /// It is due when everything before this frame has been heard.
        let frame: Int
        /// The turn that it belongs to.
        let turn: Int
        let what: What

        enum What: Sendable {
            case started(repetition: Int)
            case reached(SpeechMark)
            case finished
        }
    }

    private struct State: Sendable {
        var announcements = Fifo<Announcement>()
        /// Everything has been heard.
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

    /// Adds an announcement; those of one output come in the order of their frames.
    func add(_ announcement: Announcement) {
        state.change { state in
            if !state.isStopped { state.announcements.append(announcement) }
        }
    }

    /// Ends the sound at once; what was to be announced is not.
    func stop() {
        output.stop()
        state.change { state in
            state.isStopped = true
            state.announcements.removeAll()
        }
    }

    /// Waits until everything has been heard and announced, and closes the output.
    func drain() async throws(ServiceError) {
        try await output.drain()
        state.change { $0.isDrained = true }
        await announcer.value
    }

    /// Waits until the task that announces has ended, after a stop.
    func waitUntilOver() async {
        await announcer.value
    }

    private static func announce(
        _ state: Monitor<State>,
        _ output: any AudioOutput,
        _ announce: @Sendable (Announcement, any AudioOutput) -> Void
    ) async {
        while true {
            await state.wait { !$0.announcements.isEmpty || $0.isDrained || $0.isStopped }
            // Nothing waits only when it has been drained or stopped.
            guard let next = state.read({ $0.announcements.first }) else { return }
            if !state.read({ $0.isDrained }) {
                do throws(ServiceError) {
                    try await output.waitUntilPlayed(frame: next.frame)
                } catch {
                    // An output that cannot tell any more can still be drained.
                    await state.wait { $0.isDrained || $0.isStopped }
                }
            }
            let isDue = state.change { !$0.isStopped && $0.announcements.popFirst() != nil }
            if isDue { announce(next, output) }
        }
    }
}
