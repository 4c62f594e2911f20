package import Audio
package import LanguageServices

/// An output that stores its samples, and plays them under the test's control.
package final class RecordingSink: AudioSink {
    /// The calls of the sink's outputs.
    package enum Call: Sendable, Hashable {
        case open(AudioFormat)
        case drain
        case stop
        case pause
        case resume
    }

    private struct Output: Sendable {
        let format: AudioFormat
        var written: [Int16] = []
        var played = 0
        var isStopped = false
        var isPaused = false
        var isDrained = false

        var held: Int { written.count - played }
    }

    private struct State: Sendable {
        var outputs: [Output] = []
        var heard: [Int16] = []
        var calls: [Call] = []
        /// The number of samples passed to the outputs, accepted or not.
        var offered = 0
        /// The number of samples that may still be played; `nil` for no limit.
        var allowance: Int?
        var openFailure: ServiceError?
        var writeFailure: ServiceError?

        mutating func play() {
            for index in outputs.indices where !outputs[index].isStopped {
                let count = min(outputs[index].held, allowance ?? .max)
                guard count > 0 else { continue }
                heard += outputs[index].written[outputs[index].played..<outputs[index].played + count]
                outputs[index].played += count
                allowance = allowance.map { $0 - count }
            }
        }
    }

    package let name = "recording"
    private let capacity: Int
    private let playsWhileWritten: Bool
    private let state: Monitor<State>

    /// - Parameters:
    ///   - isHeld: Whether nothing plays before ``play(_:)``; otherwise everything plays at once.
    ///   - capacity: The number of samples that an output buffers before a write waits.
    ///   - playsWhileWritten: The property of its outputs; an output with `false` accepts everything.
    package init(isHeld: Bool = false, capacity: Int = 800, playsWhileWritten: Bool = true) {
        self.capacity = playsWhileWritten ? capacity : .max
        self.playsWhileWritten = playsWhileWritten
        state = Monitor(State(allowance: isHeld ? 0 : nil))
    }

    /// The samples played.
    package var heard: [Int16] { state.read { $0.heard } }
    /// The samples written, played or not.
    package var written: [Int16] { state.read { $0.outputs.flatMap(\.written) } }
    /// The calls so far.
    package var calls: [Call] { state.read { $0.calls } }
    /// The number of outputs that are neither drained nor stopped.
    package var openCount: Int {
        state.read { state in
            state.calls.count {
                if case .open = $0 { true } else { false }
            } - state.calls.count { $0 == .drain || $0 == .stop }
        }
    }

    /// Lets the open outputs play this number of further samples, now or when they arrive; `nil` for all.
    package func play(_ samples: Int?) {
        state.change { state in
            state.allowance = samples.map { (state.allowance ?? 0) + $0 }
            state.play()
        }
    }

    /// Plays nothing until the next ``play(_:)``.
    package func hold() {
        state.change { $0.allowance = 0 }
    }

    /// The error of opening from now on.
    package func failOpening(with error: ServiceError?) { state.change { $0.openFailure = error } }

    /// The error of writing and draining from now on.
    package func failWriting(with error: ServiceError?) { state.change { $0.writeFailure = error } }

    /// Waits until this number of samples has been written.
    package func waitForWritten(_ count: Int) async {
        await state.wait { $0.outputs.reduce(0) { $0 + $1.written.count } >= count }
    }

    /// Waits until this number of samples has been passed to the outputs, even if the last of them are not accepted
    /// yet. A caller that passes more samples has written the previous ones.
    package func waitForOffered(_ count: Int) async {
        await state.wait { $0.offered >= count }
    }

    /// Waits until this number of samples has been played.
    package func waitForPlayback(_ count: Int) async {
        await state.wait { $0.heard.count >= count }
    }

    package func availability() async -> AudioSinkAvailability {
        AudioSinkAvailability(name: name, text: "ready", isUsable: true)
    }

    package func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput {
        let result: Result<Int, ServiceError> = state.change { state in
            if let failure = state.openFailure { return .failure(failure) }
            state.calls.append(.open(format))
            state.outputs.append(Output(format: format))
            return .success(state.outputs.count - 1)
        }
        return OpenOutput(sink: self, index: try result.get())
    }

    private struct OpenOutput: AudioOutput {
        let sink: RecordingSink
        let index: Int

        var name: String { sink.name }
        var playsWhileWritten: Bool { sink.playsWhileWritten }

        func write(_ samples: [Int16]) async throws(ServiceError) {
            sink.state.change { $0.offered += samples.count }
            try await wait { [capacity = sink.capacity] in $0.held < capacity }
            sink.state.change { state in
                state.outputs[index].written += samples
                if sink.playsWhileWritten { state.play() }
            }
        }

        func drain() async throws(ServiceError) {
            sink.state.change { $0.play() }
            // A paused device does not drain, so nothing can end between the end of a pause and the device's resumption.
            try await wait { $0.held == 0 && !$0.isPaused }
            // An output ends once, even if it is stopped while it finishes.
            sink.state.change { state in
                guard !state.outputs[index].isStopped else { return }
                state.outputs[index].isDrained = true
                state.calls.append(.drain)
            }
        }

        func stop() {
            sink.state.change { state in
                guard !state.outputs[index].isStopped, !state.outputs[index].isDrained else { return }
                state.outputs[index].isStopped = true
                state.calls.append(.stop)
            }
        }

        func pause() { setPaused(true, .pause) }

        func resume() { setPaused(false, .resume) }

        private func setPaused(_ isPaused: Bool, _ call: Call) {
            sink.state.change { state in
                state.outputs[index].isPaused = isPaused
                state.calls.append(call)
            }
        }

        func waitUntilPlayed(frame: Int) async throws(ServiceError) {
            try await wait { $0.played >= frame * $0.format.channels }
        }

        private func wait(until isDue: @escaping @Sendable (Output) -> Bool) async throws(ServiceError) {
            let stopped = ServiceError(.cancelled, "playback was stopped")
            await sink.state.wait { state in
                state.outputs[index].isStopped || state.writeFailure != nil || isDue(state.outputs[index])
            }
            let (isStopped, failure) = sink.state.read { ($0.outputs[index].isStopped, $0.writeFailure) }
            if isStopped || Task.isCancelled { throw stopped }
            if let failure { throw failure }
        }
    }
}
