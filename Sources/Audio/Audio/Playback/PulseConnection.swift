import CPulseSimple
import Dispatch
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

/// Runs C calls that may block, one after the other, on a thread that nobody else needs.
///
/// The threads of Swift's cooperative pool are few, and a call that waits for a sound server must not hold one.
struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Makes a queue; `label` shows in a debugger.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs `body` after everything that was submitted before, and returns at once.
    func submit(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs `body` and fills `result` with what it gives, or with `lateError` when that takes longer than `limit`.
    ///
    /// A call that hangs in a C library cannot be ended from outside. It is left alone then: its thread stays blocked
    /// until the call returns or the process ends, and `discard` gets the value that nobody waits for any more.
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
    /// The same length for Dispatch, in whole milliseconds, rounded up; at most about 24 days.
    var dispatchInterval: DispatchTimeInterval { .milliseconds(milliseconds) }

    /// Whole milliseconds, rounded up, 0…2,147,483,647.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
