package import Audio
package import LanguageServices

/// An output that keeps what it plays, and plays what the test lets it play.
package final class RecordingSink: AudioSink {
    /// What happened to the sink's outputs.
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

        var held: Int { written.count - played }
    }

    private struct State: Sendable {
        var outputs: [Output] = []
        var heard: [Int16] = []
        var calls: [Call] = []
        /// How many samples the outputs have been asked to take, taken or not.
        var offered = 0
        /// How many samples may still be played; nil for all.
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
    ///   - isHeld: Whether nothing is played before ``play(_:)``; otherwise everything is at once.
    ///   - capacity: How many samples an output holds before a write has to wait.
    ///   - playsWhileWritten: What its outputs say of themselves; one that does not takes everything.
    package init(isHeld: Bool = false, capacity: Int = 800, playsWhileWritten: Bool = true) {
        self.capacity = playsWhileWritten ? capacity : .max
        self.playsWhileWritten = playsWhileWritten
        state = Monitor(State(allowance: isHeld ? 0 : nil))
    }

    /// What has been heard.
    package var heard: [Int16] { state.read { $0.heard } }
    /// What has been handed over, heard or not.
    package var written: [Int16] { state.read { $0.outputs.flatMap(\.written) } }
    /// What has been called so far.
    package var calls: [Call] { state.read { $0.calls } }
    /// How many outputs have been neither drained nor stopped.
    package var openCount: Int {
        state.read { state in
            state.calls.count {
                if case .open = $0 { true } else { false }
            } - state.calls.count { $0 == .drain || $0 == .stop }
        }
    }

    /// Lets the open outputs play so many more samples, now or when they come; nil lets them play everything.
    package func play(_ samples: Int?) {
        state.change { state in
            state.allowance = samples.map { (state.allowance ?? 0) + $0 }
            state.play()
        }
    }

    /// Nothing more is played before the next ``play(_:)``.
    package func hold() {
        state.change { $0.allowance = 0 }
    }

    /// What opening fails with from now on.
    package func failOpening(with error: ServiceError?) { state.change { $0.openFailure = error } }

    /// What writing and draining fail with from now on.
    package func failWriting(with error: ServiceError?) { state.change { $0.writeFailure = error } }

    /// Waits until so many samples have been handed over.
    package func waitForWritten(_ count: Int) async {
        await state.wait { $0.outputs.reduce(0) { $0 + $1.written.count } >= count }
    }

    /// Waits until the outputs have been asked to take so many samples, which the last of them need not have done: who asks
    /// for more knows that what was written before is written.
    package func waitForOffered(_ count: Int) async {
        await state.wait { $0.offered >= count }
    }

    /// Waits until so many samples have been heard.
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
            try await wait { $0.held == 0 }
            sink.state.change { $0.calls.append(.drain) }
        }

        func stop() {
            sink.state.change { state in
                guard !state.outputs[index].isStopped else { return }
                state.outputs[index].isStopped = true
                state.calls.append(.stop)
            }
        }

        func pause() { sink.state.change { $0.calls.append(.pause) } }

        func resume() { sink.state.change { $0.calls.append(.resume) } }

        func waitUntilPlayed(frame: Int) async throws(ServiceError) {
            try await wait { $0.played >= frame * $0.format.channels }
        }

        private func wait(until isDue: @escaping @Sendable (Output) -> Bool) async throws(ServiceError) {
            let stopped = ServiceError(.cancelled, "the playback was stopped")
            await sink.state.wait { state in
                state.outputs[index].isStopped || state.writeFailure != nil || isDue(state.outputs[index])
            }
            let (isStopped, failure) = sink.state.read { ($0.outputs[index].isStopped, $0.writeFailure) }
            if isStopped || Task.isCancelled { throw stopped }
            if let failure { throw failure }
        }
    }
}
