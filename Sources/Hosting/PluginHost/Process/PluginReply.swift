package import JSON
package import LanguageServices
import Synchronization

/// The answer to one request: events, then a result or an error.
package final class PluginReply: Sendable {
    /// Part of the answer.
    package enum Step: Sendable {
        /// An event before the result.
        case event(IncomingFrame)
        /// The result; nothing follows it.
        case result(JSONNode)
    }

    private struct State {
        var events: [IncomingFrame] = []
        var first = 0
        var held = 0
        var end: Result<JSONNode, ServiceError>?
        var waiter: CheckedContinuation<Result<Step, ServiceError>, Never>?
        var isAbandoned = false
        var lastFrame: Duration
        var watch: Task<Void, Never>?
    }

    /// The ID of the request.
    let id: Int
    /// When the request was sent, in counted time.
    let begun: Duration
    private let process: PluginProcess
    private let state: Mutex<State>

    init(id: Int, process: PluginProcess, begun: Duration) {
        self.id = id
        self.process = process
        self.begun = begun
        state = Mutex(State(lastFrame: begun))
    }

    // MARK: For the caller

    /// The next step. Only one task may wait at a time.
    ///
    /// - Throws: The error for the request. Cancelling the task abandons the request.
    package func next() async throws(ServiceError) -> Step {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                var isRelieved = false
                let early: Result<Step, ServiceError>? = state.withLock { state in
                    if state.first < state.events.count {
                        let event = state.events[state.first]
                        state.first += 1
                        if state.first == state.events.count || state.first > 256 {
                            state.events.removeFirst(state.first)
                            state.first = 0
                        }
                        isRelieved = state.held > PluginProtocol.maximumHeldBytes
                        state.held -= event.size
                        isRelieved = isRelieved && state.held <= PluginProtocol.maximumHeldBytes
                        return .success(.event(event))
                    }
                    if let end = state.end { return end.map { .result($0) } }
                    guard state.waiter == nil else {
                        return .failure(ServiceError(.invalidRequest, "two tasks are waiting for the same answer"))
                    }
                    state.waiter = continuation
                    return nil
                }
                if isRelieved { process.isRelieved(of: id) }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            abandon()
        }
        return try result.get()
    }

    /// Abandons the request. Calling this again, or after the end, has no effect.
    package func abandon() {
        let cancelled = ServiceError.cancelled()
        let (isFirst, waiter) = state.withLock { state in
            let isFirst = !state.isAbandoned
            state.isAbandoned = true
            state.events = []
            state.first = 0
            state.held = 0
            if isFirst { state.end = .failure(cancelled) }
            defer { state.waiter = nil }
            return (isFirst, state.waiter)
        }
        waiter?.resume(returning: .failure(cancelled))
        guard isFirst else { return }
        process.isRelieved(of: id)
        process.cancel(id)
    }

    // MARK: For the process

    /// Whether more bytes are buffered than the limit allows.
    var isOverfull: Bool { state.withLock { $0.held > PluginProtocol.maximumHeldBytes } }

    /// When the last frame arrived, in counted time.
    var lastFrame: Duration { state.withLock { $0.lastFrame } }

    /// Sets the task that watches the time limits. It is cancelled when the reply ends.
    func setWatch(_ watch: Task<Void, Never>) {
        let isLate = state.withLock { state in
            state.watch = watch
            return state.end != nil && !state.isAbandoned
        }
        if isLate { watch.cancel() }
    }

    /// Adds an event.
    func take(_ event: IncomingFrame, at time: Duration) {
        let waiter = state.withLock { state -> CheckedContinuation<Result<Step, ServiceError>, Never>? in
            state.lastFrame = time
            guard !state.isAbandoned, state.end == nil else { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            state.events.append(event)
            state.held += event.size
            return nil
        }
        waiter?.resume(returning: .success(.event(event)))
    }

    /// Ends the reply. The process calls this once. After that, no frame with this ID is valid.
    func finish(_ result: Result<JSONNode, ServiceError>) {
        let (waiter, watch) = state.withLock { state in
            if state.end == nil { state.end = result }
            defer {
                state.waiter = nil
                state.watch = nil
            }
            return (state.waiter, state.watch)
        }
        watch?.cancel()
        waiter?.resume(returning: result.map { .result($0) })
    }
}
