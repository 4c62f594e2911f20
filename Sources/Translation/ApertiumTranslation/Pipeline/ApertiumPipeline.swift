import CSpawn
import Dispatch
import LanguageServices
import Platform
import Synchronization

/// A pipeline that is started on first use, kept running, and restarted after a failure.
///
/// It handles one request at a time, on a dedicated thread.
final class ApertiumPipeline: Sendable {
    private struct State {
        var running: RunningPipeline?
        var isShutDown = false
    }

    private let stages: [ApertiumStage]
    private let idleTimeout: Duration
    private let name: String
    private let queue = DispatchQueue(label: "parlance.apertium")
    private let state = Mutex(State())

    /// Creates a pipeline; nothing is started yet.
    ///
    /// - Parameter idleTimeout: The maximum time without output while a request is in progress.
    init(name: String, stages: [ApertiumStage], idleTimeout: Duration) {
        self.name = name
        self.stages = stages
        self.idleTimeout = idleTimeout
    }

    /// The maximum number of texts sent in one batch.
    private static let window = 256

    /// The maximum length of a text in bytes.
    static let longest = 1 << 20

    /// Sends texts in Apertium's stream format through the pipeline.
    ///
    /// - Returns: One result per text. If a text makes the programs fail or hang, only that text fails.
    /// - Throws: `ServiceError.Code.unavailable` if the programs are not installed, or the pipeline is shut down;
    ///   `ServiceError.Code.cancelled`.
    func send(_ texts: [String]) async throws(ServiceError) -> [Result<String, ServiceError>] {
        guard !texts.isEmpty else { return [] }
        let isCancelled = AtomicFlag()
        let result = OneShot<[Result<String, ServiceError>]>()
        let cancelled = ServiceError.cancelled()
        queue.async { [self] in
            do throws(ServiceError) {
                result.fill(.success(try work(texts, isCancelled)))
            } catch {
                result.fill(.failure(error))
            }
        }
        do {
            return try await withTaskCancellationHandler {
                try await result.wait()
            } onCancel: {
                isCancelled.set()
                result.fill(.failure(cancelled))
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// Sends texts like ``send(_:)``, and blocks the thread until the answers are available.
    func sendNow(_ texts: [String]) throws(ServiceError) -> [Result<String, ServiceError>] {
        let isCancelled = AtomicFlag()
        let result = queue.sync { Result { () throws(ServiceError) in try work(texts, isCancelled) } }
        return try result.get()
    }

    /// Terminates the processes; later requests fail.
    func shutdown() async {
        let running = state.withLock { state in
            state.isShutDown = true
            defer { state.running = nil }
            return state.running
        }
        await running?.end()
    }

    /// The process IDs, for tests.
    var identifiers: [Int32] { state.withLock { $0.running?.identifiers ?? [] } }

    // MARK: On the queue

    private func work(_ texts: [String], _ isCancelled: AtomicFlag) throws(ServiceError) -> [Result<
        String, ServiceError
    >] {
        var results: [Result<String, ServiceError>] = []
        // The number of texts to send in one batch. It is reduced after a failure, until the text that caused the
        // failure is isolated.
        var window = Self.window
        var failures = 0
        let exchange = Exchange(idleTimeout: idleTimeout, isCancelled: { isCancelled.isSet })
        while results.count < texts.count {
            let next = results.count
            guard texts[next].utf8.count <= Self.longest, !texts[next].utf8.contains(0) else {
                results.append(.failure(ServiceError(.limitExceeded, "the text is longer than 1 MiB")))
                continue
            }
            let end = texts[next...].prefix(window).prefix { $0.utf8.count <= Self.longest && !$0.utf8.contains(0) }
                .endIndex
            let (answers, ending) = exchange.run(texts[next..<end], through: try running())
            results += answers.map { .success($0) }
            if !answers.isEmpty { failures = 0 }
            if ending == .complete {
                window = min(Self.window, window * 4)
                continue
            }
            discard()
            if ending == .cancelled { throw ServiceError.cancelled() }
            // A failure can affect other texts in the same batch. After a stall, the first text without an answer is
            // the cause. A text does not fail after a single failure.
            if ending == .stalled || end == results.count + 1 { failures += 1 }
            if failures >= 2 {
                results.append(.failure(failure(ending)))
                failures = 0
            }
            window = ending == .stalled ? 1 : max(1, window / 4)
        }
        return results
    }

    private func failure(_ ending: Exchange.Ending) -> ServiceError {
        switch ending {
        case .stalled: ServiceError(.timedOut, "Apertium (\(name)) produced no output within \(idleTimeout)")
        case .confused: ServiceError(.protocolViolation, "Apertium (\(name)) returned an answer to a different text")
        default: ServiceError(.providerFailed, "Apertium (\(name)) failed to process the text")
        }
    }

    private func running() throws(ServiceError) -> RunningPipeline {
        let (known, isShutDown) = state.withLock { ($0.running, $0.isShutDown) }
        if isShutDown { throw Self.ended }
        if let known { return known }
        let new = try RunningPipeline(stages)
        let isLate = state.withLock { state in
            if !state.isShutDown { state.running = new }
            return state.isShutDown
        }
        if isLate { throw Self.ended }
        return new
    }

    private func discard() { state.withLock { $0.running = nil } }

    private static let ended = ServiceError(.unavailable, "the provider was shut down")
}

/// Sends texts through a running pipeline and reads the answers.
///
/// Each text and each answer ends with a NUL. All texts are sent without waiting for answers, because the programs run
/// in parallel. Each text ends with its number in brackets. An answer that does not end with the same number belongs to
/// another text.
struct Exchange {
    /// How an exchange ended.
    enum Ending: Equatable {
        /// Every text was answered.
        case complete
        /// The programs exited.
        case broken
        /// No output arrived within the time limit.
        case stalled
        /// The answers do not match the texts.
        case confused
        /// The answers are no longer needed.
        case cancelled
    }

    /// The maximum time without output.
    let idleTimeout: Duration

    /// Whether the answers are no longer needed.
    let isCancelled: () -> Bool

    /// Sends texts, and blocks until all answers have arrived or no more can arrive.
    ///
    /// - Returns: The answers received, and how the exchange ended. Unless it ended with `complete`, the pipeline can
    ///   no longer be used.
    func run(_ texts: ArraySlice<String>, through pipeline: RunningPipeline) -> ([String], Ending) {
        var bytes: [UInt8] = []
        for (number, text) in texts.enumerated() {
            bytes += text.utf8
            bytes += "[s\(number)]\0".utf8
        }
        var sent = 0
        var answers: [String] = []
        var partial: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let clock = ContinuousClock()
        var last = clock.now
        while answers.count < texts.count {
            if isCancelled() { return (answers, .cancelled) }
            var wanted = [
                pollfd(fd: pipeline.output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: sent < bytes.count ? pipeline.input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            // Wake up regularly, so that cancellation takes effect quickly.
            let count = poll(&wanted, nfds_t(wanted.count), 20)
            if count < 0, errno != EINTR { return (answers, .broken) }
            if clock.now - last > idleTimeout { return (answers, .stalled) }
            if wanted[1].revents != 0 {
                var done = 0
                let failure = bytes.withUnsafeBytes { bytes -> Int32 in
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                    return rest.baseAddress.map { cspawn_send(pipeline.input, $0, rest.count, &done) } ?? 0
                }
                sent += done
                if done > 0 { last = clock.now }
                if failure != 0, failure != EAGAIN, failure != EWOULDBLOCK { return (answers, .broken) }
            }
            guard wanted[0].revents != 0 else { continue }
            let got = read(pipeline.output, &buffer, buffer.count)
            if got == 0 { return (answers, .broken) }
            if got < 0 {
                if errno == EAGAIN || errno == EINTR || errno == EWOULDBLOCK { continue }
                return (answers, .broken)
            }
            last = clock.now
            for byte in buffer[..<got] {
                guard byte == 0 else {
                    partial.append(byte)
                    continue
                }
                let text = String(decoding: partial, as: UTF8.self)
                let end = "[s\(answers.count)]"
                guard answers.count < texts.count, text.hasSuffix(end) else { return (answers, .confused) }
                answers.append(String(text.dropLast(end.count)))
                partial = []
            }
        }
        return (answers, partial.isEmpty && sent == bytes.count ? .complete : .confused)
    }
}
