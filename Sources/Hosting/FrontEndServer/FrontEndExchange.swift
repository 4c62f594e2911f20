import JSON
import LanguageServices
import PluginHost
import Synchronization

/// The requests of one client that are under way. Each gets exactly one final frame, whoever is first: its work, or its cancel.
final class FrontEndExchange: Sendable {
    /// How many requests may be under way.
    static let maximumRequests = 64

    /// How many bytes of lines the requests under way may have had.
    static let maximumHeldBytes = 8 << 20

    private struct State {
        /// Those that have had no final frame, by the client's numbers for them.
        var running: [Int: Int] = [:]
        /// Those that have not ended here, by our own numbers: a request that was cancelled may take a while to end.
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

    /// Begins to work on a request.
    ///
    /// - Throws: What the client has done against the protocol.
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
        case .known: throw FrameFault("used the ID \(id) for two requests at once", id: id)
        case .tooMany:
            output.add(
                AnswerFrame.error(
                    ServiceError(
                        .limitExceeded,
                        "more than \(Self.maximumRequests) requests, or \(Self.maximumHeldBytes >> 20) MiB of them, are running",
                        remedy: "wait for an answer before the next request"
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

    /// Ends a request of which nobody wants to hear more; one that is not known is passed over.
    func cancel(_ id: Int) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard let number = state.running.removeValue(forKey: id) else { return nil }
            return state.works[number]?.task
        }
        guard let task else { return }
        output.add(AnswerFrame.error(ServiceError.cancelled(), of: id))
        task.cancel()
    }

    /// Ends everything without a word.
    func cancelAll() {
        let tasks = state.withLock { state in
            state.running = [:]
            return state.works.values.map(\.task)
        }
        for task in tasks { task.cancel() }
    }

    /// Waits until nothing is under way, but not for ever.
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
