import CPulseSimple
package import LanguageServices
import Platform
import Synchronization

/// Plays through a PulseAudio server, or through PipeWire, which implements the same protocol.
///
/// The client library is loaded on first use. By default, the library starts a server if none is running; to prevent
/// that, this sink probes for a server first. The user's `PULSE_SERVER` and `client.conf` are respected.
package struct PulseSink: AudioSink {
    package let name = "PulseAudio"

    private let request: PulseRequest

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - server: The server's address, such as `unix:/run/user/1000/pulse/native`; `nil` for the user's default.
    ///   - applicationName: The name in the sound server's mixer.
    ///   - connectLimit: The timeout for the server's first response.
    ///   - stallLimit: The timeout for a server that stops accepting sound.
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

    // The probe enforces its own limit and has a better error message; this limit is for calls that hang in the
    // library.
    private var connectLimit: Duration { request.connectLimit + .milliseconds(500) }

    private static var late: ServiceError {
        ServiceError(.unavailable, "the sound server does not respond")
    }
}

/// A stream to a PulseAudio server.
final class PulseOutput: AudioOutput {
    let name = "PulseAudio"

    private struct State {
        var isStopped = false
        /// Ends the wait for the call in progress.
        var abandon: (@Sendable () -> Void)?
        /// The first samples of a frame whose remaining channels follow in the next call.
        var partialFrame: [Int16] = []
        /// Why the output failed.
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
        // Closing may block, and the last reference may be released on any thread.
        let connection = connection
        queue.submit { connection.close() }
    }

    func write(_ samples: [Int16]) async throws(ServiceError) {
        let whole = state.withLock { state in
            let all = state.partialFrame + samples
            let remainder = all.count % format.channels
            state.partialFrame = Array(all.suffix(remainder))
            return all.dropLast(remainder)
        }
        // Write in small chunks, because a running call cannot be interrupted.
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
        // The drain call cannot be interrupted either, so most of the remaining playback time is spent waiting here.
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
            // Sleep in short steps, to notice a stop.
            try? await Task.sleep(for: min(left, .milliseconds(blockMilliseconds)))
            if Task.isCancelled { throw .playbackStopped }
        }
    }

    func stop() {
        let abandon: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            // On the queue, this runs after the chunk being written and before any later one.
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

    /// Runs one call on the queue; stopping the output ends the wait for it.
    private func run<Value: Sendable>(
        limit: Duration? = nil,
        _ body: @escaping @Sendable () -> Result<Value, ServiceError>
    ) async throws(ServiceError) -> Value {
        let result = OneShot<Value>()
        let limit = limit ?? stallLimit
        let isStopped = state.withLock { state in
            guard !state.isStopped else { return true }
            state.abandon = { result.fill(.failure(.playbackStopped)) }
            // Submitted with the lock held, so that a stop occurs either before or after it and is never lost.
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
        ServiceError(.io, "the sound server accepted no sound for \(limit.milliseconds) ms")
    }
}

/// The parameters of a connection to a PulseAudio server.
struct PulseRequest: Sendable {
    /// The duration of one write, and thus the maximum time until a stop takes effect.
    var blockMilliseconds = 50

    /// How much sound the server buffers: enough to bridge short delays in this process.
    var latencyMilliseconds = 250

    /// The duration of silence that is written after a pause.
    ///
    /// When a stream resumes, the server may already have rendered the next part of its output, and the first 5 to 20
    /// ms of sound are then lost (measured at the monitor of a null sink). Writing silence first means that only
    /// silence is lost.
    var leadMilliseconds = 0

    /// The server's address; `nil` uses the one in the user's environment or configuration.
    var server: String?
    /// The program's name in the sound server's mixer.
    var applicationName: String
    /// The stream's name in the sound server's mixer.
    var streamName = "Speech"
    /// The timeout for the server's first response.
    var connectLimit: Duration
    /// The timeout for a server that stops accepting or playing sound.
    var stallLimit: Duration

    /// The same parameters with another buffer limit, at least 20 ms.
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
