package import JSON
package import LanguageServices
import Synchronization

/// What comes back for one request: events, and one end.
package final class PluginReply: Sendable {
    /// What comes next.
    package enum Step: Sendable {
        /// Something on the way.
        case event(IncomingFrame)
        /// The answer; nothing comes after it.
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

    /// The request's number.
    let id: Int
    /// When it was sent, by the time that counts.
    let begun: Duration
    private let process: PluginProcess
    private let state: Mutex<State>

    init(id: Int, process: PluginProcess, begun: Duration) {
        self.id = id
        self.process = process
        self.begun = begun
        state = Mutex(State(lastFrame: begun))
    }

    // MARK: For who asked

    /// The next step; by one task at a time.
    ///
    /// - Throws: Why there is no answer. A task that is cancelled abandons the request.
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
                        return .failure(ServiceError(.invalidRequest, "two tasks await one answer"))
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

    /// Says that nobody waits any more. May be called more than once, and after the end.
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

    /// Whether more is held than is good.
    var isOverfull: Bool { state.withLock { $0.held > PluginProtocol.maximumHeldBytes } }

    /// When the last frame came, by the time that counts.
    var lastFrame: Duration { state.withLock { $0.lastFrame } }

    /// Takes what watches the time; it ends with the reply.
    func setWatch(_ watch: Task<Void, Never>) {
        let isLate = state.withLock { state in
            state.watch = watch
            return state.end != nil && !state.isAbandoned
        }
        if isLate { watch.cancel() }
    }

    /// Takes an event.
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

    /// Takes the end; the process calls this once, when nothing with the number may come any more.
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
