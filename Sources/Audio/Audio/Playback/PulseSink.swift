import CPulseSimple
package import LanguageServices
import Platform
import Synchronization

/// Plays through a PulseAudio server, or through PipeWire, which offers the same interface.
///
/// The client library is loaded at the first use. It would start a server of its own where none runs; that does not
/// happen here, for a server is asked for an answer first. The user's `PULSE_SERVER` and `client.conf` count.
package struct PulseSink: AudioSink {
    package let name = "PulseAudio"

    private let request: PulseRequest

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - server: The server's address, such as `unix:/run/user/1000/pulse/native`; nil for the user's own.
    ///   - applicationName: The name in the sound server's mixer.
    ///   - connectLimit: How long a server may take to answer.
    ///   - stallLimit: How long a server may refuse to take sound before that is an error.
    package init(
        server: String? = nil,
        applicationName: String = "Parlance",
        connectLimit: Duration = .seconds(3),
        stallLimit: Duration = .seconds(10)
    ) {
        request = PulseRequest(
            server: server,
            applicationName: applicationName,
            connectLimit: connectLimit,
            stallLimit: stallLimit
        )
    }

    package func availability() async -> AudioSinkAvailability {
        let result = OneShot<Void>()
        let request = request
        BlockingQueue(label: "parlance.pulse.probe").run(into: result, limit: connectLimit, lateError: Self.late) {
            PulseConnection.probe(request).map { .failure($0) } ?? .success(())
        }
        do {
            try await result.wait()
            return AudioSinkAvailability(name: name, text: "a server answers", isUsable: true)
        } catch {
            return AudioSinkAvailability(name: name, text: error.message, isUsable: false)
        }
    }

    package func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput {
        try await open(format, request)
    }

    package func open(_ format: AudioFormat, latency: Duration) async throws(ServiceError) -> any AudioOutput {
        try await open(format, request.holding(latency))
    }

    private func open(_ format: AudioFormat, _ request: PulseRequest) async throws(ServiceError) -> PulseOutput {
        try format.validate()
        let queue = BlockingQueue(label: "parlance.pulse.stream")
        let result = OneShot<PulseConnection>()
        queue.run(into: result, limit: connectLimit, lateError: Self.late) {
            PulseConnection.open(request, format: format)
        } discard: { connection in
            connection.close()
        }
        return PulseOutput(connection: try await result.wait(), queue: queue, format: format, request: request)
    }

    // The probe keeps the limit itself and gives the better text; this one is for calls that hang in the library.
    private var connectLimit: Duration { request.connectLimit + .milliseconds(500) }

    private static var late: ServiceError {
        ServiceError(.unavailable, "the sound server does not answer")
    }
}

/// A stream to a PulseAudio server.
final class PulseOutput: AudioOutput {
    let name = "PulseAudio"

    private struct State {
        var isStopped = false
        /// Ends the wait for the call in progress.
        var abandon: (@Sendable () -> Void)?
        /// The beginning of a frame whose other channels come with the next call.
        var partialFrame: [Int16] = []
        /// Why nothing more will be heard.
        var failure: ServiceError?
    }

    private let connection: PulseConnection
    private let queue: BlockingQueue
    private let format: AudioFormat
    private let stallLimit: Duration
    private let blockMilliseconds: Int
    private let lead: [Int16]
    private let progress: PlaybackPosition
    private let state = Mutex(State())

    init(connection: PulseConnection, queue: BlockingQueue, format: AudioFormat, request: PulseRequest) {
        self.connection = connection
        self.queue = queue
        self.format = format
        stallLimit = request.stallLimit
        blockMilliseconds = request.blockMilliseconds
        lead = [Int16](repeating: 0, count: format.sampleRate * request.leadMilliseconds / 1000 * format.channels)
        progress = PlaybackPosition(format: format)
    }

    deinit {
        // Closing may block, and the last reference may go away anywhere.
        let connection = connection
        queue.submit { connection.close() }
    }

    func write(_ samples: [Int16]) async throws(ServiceError) {
        let whole = state.withLock { state in
            let all = state.partialFrame + samples
            let rest = all.count % format.channels
            state.partialFrame = Array(all.suffix(rest))
            return all.dropLast(rest)
        }
        // Small pieces, because a call that runs cannot be stopped.
        let frames = max(1, format.sampleRate * blockMilliseconds / 1000)
        var position = whole.startIndex
        while position < whole.endIndex {
            let end = min(position + frames * format.channels, whole.endIndex)
            let block = Array(whole[position..<end])
            let connection = connection
            let progress = progress
            let lead = progress.hasRunDry ? lead : []
            try await run {
                (lead.isEmpty ? .success(()) : connection.write(lead))
                    .flatMap { connection.write(block) }
                    .flatMap { connection.latency() }
                    .map { latency in progress.note(written: block.count, latency: latency) }
            }
            position = end
        }
    }

    func drain() async throws(ServiceError) {
        // The call that drains cannot be stopped either, so the greater part of what is left is waited for outside.
        let connection = connection
        let latency = min(try await run { connection.latency() }, stallLimit)
        let step = Duration.milliseconds(blockMilliseconds)
        var left = latency - step
        while left > .zero, !state.withLock({ $0.isStopped }) {
            try? await Task.sleep(for: min(left, step))
            left -= step
        }
        try await run(limit: stallLimit + latency) { connection.drain() }
        queue.submit { connection.close() }
    }

    func waitUntilPlayed(frame: Int) async throws(ServiceError) {
        while true {
            let (isStopped, failure) = state.withLock { ($0.isStopped, $0.failure) }
            if let failure { throw failure }
            if isStopped { throw .playbackStopped }
            let left = progress.remaining(until: frame)
            guard left > .zero else { return }
            // In short steps, so that a stop is noticed.
            try? await Task.sleep(for: min(left, .milliseconds(blockMilliseconds)))
            if Task.isCancelled { throw .playbackStopped }
        }
    }

    func stop() {
        let abandon: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            // In the order of the queue this comes after the piece that is being handed over, and before any later one.
            let connection = connection
            queue.submit {
                connection.flush()
                connection.close()
            }
            defer { state.abandon = nil }
            return state.abandon
        }
        abandon?()
    }

    /// Runs one call on the queue; a stop ends the wait for it.
    private func run<Value: Sendable>(
        limit: Duration? = nil,
        _ body: @escaping @Sendable () -> Result<Value, ServiceError>
    ) async throws(ServiceError) -> Value {
        let result = OneShot<Value>()
        let limit = limit ?? stallLimit
        let isStopped = state.withLock { state in
            guard !state.isStopped else { return true }
            state.abandon = { result.fill(.failure(.playbackStopped)) }
            // Submitted with the lock held, so that a stop comes before it or after it in the queue, never lost.
            queue.run(into: result, limit: limit, lateError: Self.stalled(limit), body)
            return false
        }
        guard !isStopped else { throw .playbackStopped }
        defer { state.withLock { $0.abandon = nil } }
        do {
            return try await result.wait()
        } catch {
            state.withLock { $0.failure = error }
            throw error
        }
    }

    private static func stalled(_ limit: Duration) -> ServiceError {
        ServiceError(.io, "the sound server has taken no sound for \(limit.milliseconds) ms")
    }
}

/// What a connection to a PulseAudio server needs to know.
struct PulseRequest: Sendable {
    /// The size of the pieces that sound is handed over in: how long a running call may delay a stop.
    var blockMilliseconds = 50

    /// How much sound the server may hold: enough to outlast a busy moment of this process.
    var latencyMilliseconds = 250

    /// The silence to begin again with after a pause.
    ///
    /// A server may have given away the next moment of its output already when a stream has sound again: the first 5 to
    /// 20 ms after a pause were missing at the monitor of a null sink. They are to be silence.
    var leadMilliseconds = 0

    /// The server's address; nil for the one that the user's environment and configuration name.
    var server: String?
    /// The program's name in the sound server's mixer.
    var applicationName: String
    /// The stream's name in the sound server's mixer.
    var streamName = "Speech"
    /// How long a server may take to answer.
    var connectLimit: Duration
    /// How long a server may refuse to take or play sound.
    var stallLimit: Duration

    /// The same request with another limit for what the server may hold, 20 ms or more.
    func holding(_ latency: Duration) -> PulseRequest {
        var request = self
        request.latencyMilliseconds = min(max(latency.milliseconds, 20), latencyMilliseconds)
        request.blockMilliseconds = max(5, min(blockMilliseconds, request.latencyMilliseconds / 4))
        request.leadMilliseconds = request.latencyMilliseconds / 2
        return request
    }

    func withServer<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let server else { return body(nil) }
        return server.withCString(body)
    }
}
