import Synchronization

/// The output of one playback, where a cancellation can find it.
final class Playback: Sendable {
    private struct State {
        var output: (any AudioOutput)?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Sets the output; it is stopped at once when the playback has been.
    func begin(_ output: any AudioOutput) {
        let isStopped = state.withLock { state in
            state.output = output
            return state.isStopped
        }
        if isStopped { output.stop() }
    }

    /// Stops the output that is set, or will be.
    func stop() {
        let output = state.withLock { state in
            state.isStopped = true
            return state.output
        }
        output?.stop()
    }
}
