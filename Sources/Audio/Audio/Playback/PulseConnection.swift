import CPulseSimple
import Dispatch
import LanguageServices
import Platform
import Synchronization

/// A stream from the PulseAudio client library. Every call may block, so all calls run on one ``BlockingQueue``.
final class PulseConnection: Sendable {
    // Locked only on the queue, so the lock is never contended; it proves to the compiler that the pointer is not
    // shared.
    private let stream: Mutex<OpaquePointer?>

    private init(_ stream: sending OpaquePointer) {
        self.stream = Mutex(stream)
    }

    /// Probes for a server without starting one, then connects the stream.
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

    /// Tests whether a server responds; `nil` if it does.
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

    /// The time until a sample that is written now is played.
    func latency() -> Result<Duration, ServiceError> {
        var microseconds: UInt64 = 0
        return call { cpulse_latency($0, &microseconds) }.map { .microseconds(Int64(clamping: microseconds)) }
    }

    func drain() -> Result<Void, ServiceError> {
        call { cpulse_drain($0) }
    }

    /// Discards samples that have not been played.
    func flush() {
        _ = call { cpulse_flush($0) }
    }

    /// Closes the connection; does nothing if it is already closed.
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
                ServiceError(.io, "the sound server failed during playback: \(Self.text(error))")
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

/// Runs blocking C calls one after another on a dedicated thread.
///
/// Swift's cooperative pool has few threads, and a call that waits for a sound server must not block one.
struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Creates a queue; `label` is visible in a debugger.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Enqueues `body` and returns immediately.
    func submit(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs `body` and completes `result` with its outcome, or with `lateError` if it takes longer than `limit`.
    ///
    /// A call that hangs in a C library cannot be interrupted. It is abandoned: its thread stays blocked until the call
    /// returns or the process exits, and the value of the call is passed to `discard`.
    func run<Value: Sendable>(
        into result: OneShot<Value>,
        limit: Duration,
        lateError: ServiceError,
        _ body: @escaping @Sendable () -> Result<Value, ServiceError>,
        discard: @escaping @Sendable (Value) -> Void = { _ in }
    ) {
        queue.async {
            let outcome = body()
            if !result.fill(outcome), case .success(let value) = outcome { discard(value) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.dispatchInterval) {
            result.fill(.failure(lateError))
        }
    }
}

extension Duration {
    /// The duration for Dispatch, rounded up to whole milliseconds; at most about 24 days.
    var dispatchInterval: DispatchTimeInterval { .milliseconds(milliseconds) }

    /// The duration in whole milliseconds, rounded up and clamped to 0…2,147,483,647.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
