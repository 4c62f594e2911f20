import JSON
import LanguageServices
import PluginHost
import Synchronization

/// The running requests of one client. Each gets exactly one final frame, either from the code that handles it or from
/// its cancellation.
final class FrontEndExchange: Sendable {
    /// The maximum number of running requests.
    static let maximumRequests = 64

    /// The maximum total length of the lines of running requests, in bytes.
    static let maximumHeldBytes = 8 << 20

    private struct State {
        /// Requests without a final frame, by the client's IDs.
        var running: [Int: Int] = [:]
        /// Tasks that have not ended, by internal number. A cancelled request may take a while to end.
        var works: [Int: Work] = [:]
        var count = 0
        var held = 0
        var idle: CheckedContinuation<Void, Never>?
    }

    private struct Work {
        var task: Task<Void, Never>
        var size: Int
    }

    private let state = Mutex(State())
    private let output: FrameOutput

    init(_ output: FrameOutput) { self.output = output }

    /// Starts a request.
    ///
    /// - Throws: A fault when the client has violated the protocol.
    func begin(
        _ request: ClientFrame.Request,
        _ work: @escaping @Sendable (FrontEndAnswer) async throws -> JSONValue
    ) throws(FrameFault) {
        enum Entry { case begun, known, tooMany }
        let id = request.id
        let entry = state.withLock { state -> Entry in
            if state.running[id] != nil { return .known }
            guard state.works.count < Self.maximumRequests, state.held + request.size <= Self.maximumHeldBytes else {
                return .tooMany
            }
            state.count += 1
            let number = state.count
            state.running[id] = number
            state.held += request.size
            state.works[number] = Work(task: Task { await self.answer(id, number, work) }, size: request.size)
            return .begun
        }
        switch entry {
        case .begun: break
        case .known: throw FrameFault("used the ID \(id) for two concurrent requests", id: id)
        case .tooMany:
            output.add(
                AnswerFrame.error(
                    ServiceError(
                        .limitExceeded,
                        "more than \(Self.maximumRequests) requests, or \(Self.maximumHeldBytes >> 20) MiB of them, are running",
                        remedy: "wait for an answer before sending the next request"
                    ),
                    of: id
                )
            )
        }
    }

    private func answer(
        _ id: Int,
        _ number: Int,
        _ work: @Sendable (FrontEndAnswer) async throws -> JSONValue
    ) async {
        let answer = FrontEndAnswer(id: id, output: output) { self.state.withLock { $0.running[id] == number } }
        let frame: [UInt8]
        do {
            frame = answer.takeHeld() + AnswerFrame.result(try await work(answer), of: id)
        } catch {
            frame = AnswerFrame.error(ServiceError(error), of: id)
        }
        await output.send(frame) {
            self.state.withLock { state in
                guard state.running[id] == number else { return false }
                state.running[id] = nil
                return true
            }
        }
        let idle = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if let work = state.works.removeValue(forKey: number) { state.held -= work.size }
            guard state.works.isEmpty else { return nil }
            defer { state.idle = nil }
            return state.idle
        }
        idle?.resume()
    }

    /// Cancels a request. An unknown ID is ignored.
    func cancel(_ id: Int) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard let number = state.running.removeValue(forKey: id) else { return nil }
            return state.works[number]?.task
        }
        guard let task else { return }
        output.add(AnswerFrame.error(ServiceError.cancelled(), of: id))
        task.cancel()
    }

    /// Cancels all requests and sends no final frames.
    func cancelAll() {
        let tasks = state.withLock { state in
            state.running = [:]
            return state.works.values.map(\.task)
        }
        for task in tasks { task.cancel() }
    }

    /// Waits until all requests have ended, up to a time limit.
    func waitUntilIdle(within limit: Duration) async {
        let alarm = Task {
            try await Task.sleep(for: limit)
            giveUpWaiting()
        }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if !state.works.isEmpty { state.idle = continuation }
                return state.works.isEmpty
            }
            if isIdle { continuation.resume() }
        }
        alarm.cancel()
    }

    private func giveUpWaiting() {
        let idle = state.withLock { state in
            defer { state.idle = nil }
            return state.idle
        }
        idle?.resume()
    }
}
