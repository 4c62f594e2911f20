import Dispatch
import LanguageServices
import Platform
import Synchronization

/// A pipeline that is started when it is first needed, kept running, and started again when it has broken.
///
/// It works for one request after the other, on a thread of its own.
final class ApertiumPipeline: Sendable {
    private struct State {
        var running: RunningPipeline?
        var isShutDown = false
    }

    private let stages: [ApertiumStage]
    private let patience: Duration
    private let name: String
    private let queue = DispatchQueue(label: "parlance.apertium")
    private let state = Mutex(State())

    /// Makes a pipeline; nothing is started yet.
    ///
    /// - Parameters:
    ///   - name: What it is called in errors.
    ///   - stages: Its programs.
    ///   - patience: How long nothing may come from the programs that have work.
    init(name: String, stages: [ApertiumStage], patience: Duration) {
        self.name = name
        self.stages = stages
        self.patience = patience
    }

    /// How many texts are sent at once at the most.
    private static let window = 256

    /// The largest text, in bytes.
    static let longest = 1 << 20

    /// Sends texts in Apertium's stream format through the pipeline.
    ///
    /// - Returns: A result for each. A text on which the programs break, or that they do not answer, fails by itself.
    /// - Throws: `ServiceError.Code.unavailable` when the programs are not installed, or the pipeline is shut down;
    ///   `ServiceError.Code.cancelled`.
    func send(_ texts: [String]) async throws(ServiceError) -> [Result<String, ServiceError>] {
        guard !texts.isEmpty else { return [] }
        let isCancelled = Flag()
        let result = OneShot<[Result<String, ServiceError>]>()
        let cancelled = ServiceError(.cancelled, "the request was cancelled")
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
                isCancelled.raise()
                result.fill(.failure(cancelled))
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// Sends texts as ``send(_:)`` does, and blocks the thread until the answers are there.
    func sendNow(_ texts: [String]) throws(ServiceError) -> [Result<String, ServiceError>] {
        let isCancelled = Flag()
        let result = queue.sync { Result { () throws(ServiceError) in try work(texts, isCancelled) } }
        return try result.get()
    }

    /// Ends the programs; a later request fails.
    func shutdown() async {
        let running = state.withLock { state in
            state.isShutDown = true
            defer { state.running = nil }
            return state.running
        }
        await running?.end()
    }

    /// The process numbers, for tests.
    var identifiers: [Int32] { state.withLock { $0.running?.identifiers ?? [] } }

    // MARK: On the queue

    private func work(_ texts: [String], _ isCancelled: Flag) throws(ServiceError) -> [Result<String, ServiceError>] {
        var results: [Result<String, ServiceError>] = []
        // How many texts are sent at once: fewer when the programs broke, until it is seen which text breaks them.
        var window = Self.window
        var failures = 0
        let exchange = Exchange(patience: patience, isCancelled: { isCancelled.isRaised })
        while results.count < texts.count {
            let next = results.count
            guard texts[next].utf8.count <= Self.longest, !texts[next].utf8.contains(0) else {
                results.append(.failure(ServiceError(.limitExceeded, "the text is longer than a mebibyte")))
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
            if ending == .cancelled { throw ServiceError(.cancelled, "the request was cancelled") }
            // What is sent with others may suffer for them when the programs break; where they stop, it is the first one.
            // Nothing fails for one accident.
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
        case .stalled: ServiceError(.timedOut, "Apertium (\(name)) gave no answer within \(patience)")
        case .confused: ServiceError(.protocolViolation, "Apertium (\(name)) gave an answer that does not fit the text")
        default: ServiceError(.providerFailed, "Apertium (\(name)) breaks on the text")
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

/// Something that happens once.
final class Flag: Sendable {
    private let state = Mutex(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
