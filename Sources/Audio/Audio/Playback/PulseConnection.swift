import CPulseSimple
import LanguageServices
import Platform
import Synchronization

/// One stream of the PulseAudio client library; every call may block, so all belong on one ``BlockingQueue``.
final class PulseConnection: Sendable {
    // Taken only on the queue, so nobody ever waits for the lock; it is what proves the pointer is not shared.
    private let stream: Mutex<OpaquePointer?>

    private init(_ stream: sending OpaquePointer) {
        self.stream = Mutex(stream)
    }

    /// Connects: first to find out that a server answers, without starting one, then for the stream.
    static func open(_ request: PulseRequest, format: AudioFormat) -> Result<PulseConnection, ServiceError> {
        if let failure = probe(request) { return .failure(failure) }
        var error: Int32 = 0
        let stream = request.withServer { server in
            cpulse_open(
                server,
                request.applicationName,
                request.streamName,
                UInt32(clamping: format.sampleRate),
                UInt8(clamping: format.channels),
                UInt32(clamping: request.latencyMilliseconds),
                UInt32(clamping: request.blockMilliseconds),
                &error
            )
        }
        guard let stream else { return .failure(unavailable(error)) }
        return .success(PulseConnection(stream))
    }

    /// Asks whether a server answers; nil when it does.
    static func probe(_ request: PulseRequest) -> ServiceError? {
        let limit = UInt32(clamping: request.connectLimit.milliseconds)
        let error = request.withServer { cpulse_probe($0, request.applicationName, limit) }
        return error == 0 ? nil : unavailable(error)
    }

    func write(_ samples: [Int16]) -> Result<Void, ServiceError> {
        call { stream in
            samples.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return cpulse_write(stream, base, buffer.count)
            }
        }
    }

    /// How long it will be until a sample written now is heard.
    func latency() -> Result<Duration, ServiceError> {
        var microseconds: UInt64 = 0
        return call { cpulse_latency($0, &microseconds) }.map { .microseconds(Int64(clamping: microseconds)) }
    }

    func drain() -> Result<Void, ServiceError> {
        call { cpulse_drain($0) }
    }

    /// Discards what has not been heard.
    func flush() {
        _ = call { cpulse_flush($0) }
    }

    /// Closes the connection; harmless when that has happened.
    func close() {
        stream.withLock { stream in
            if let open = stream { cpulse_close(open) }
            stream = nil
        }
    }

    deinit {
        close()
    }

    private func call(_ body: (OpaquePointer) -> Int32) -> Result<Void, ServiceError> {
        stream.withLock { stream in
            guard let stream else { return .failure(.playbackStopped) }
            let error = body(stream)
            guard error != 0 else { return .success(()) }
            return .failure(
                ServiceError(.io, "the sound server failed while it played: \(Self.text(error))")
            )
        }
    }

    private static func unavailable(_ error: Int32) -> ServiceError {
        ServiceError(.unavailable, text(error))
    }

    private static func text(_ error: Int32) -> String {
        let text = OneLine.text(String(cString: cpulse_error_text(error)))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
