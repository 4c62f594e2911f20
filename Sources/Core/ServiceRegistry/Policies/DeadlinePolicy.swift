public import LanguageServices
import Synchronization

/// Ends a call that takes too long.
///
/// At the deadline, the caller gets `ServiceError.Code.timedOut` even if the provider ignores cancellation; an answer
/// that arrives later is dropped. For a speech stream, the deadline applies to the wait for the first audio, then to
/// each further step.
public struct DeadlinePolicy: CallPolicy {
    /// The maximum duration of a call.
    public let limit: Duration

    private let clock: ServiceClock

    /// Creates the policy.
    public init(limit: Duration, clock: ServiceClock = .system) {
        self.limit = limit
        self.clock = clock
    }

    /// Runs the call with the deadline.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await runStep(operation)
    }

    /// Runs one step with the deadline.
    public func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let race = Race<Value>()
        let time = CallTimer(clock)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                race.start(continuation)
                CallTimer.$current.withValue(time) {
                    race.run {
                        do {
                            race.finish(.success(try await operation()))
                        } catch {
                            race.finish(.failure(error))
                        }
                    }
                }
                race.run {
                    // The wait throws only if another task has won the race.
                    guard (try? await isOver(time)) != nil else { return }
                    var error = ServiceError(.timedOut, "no answer within \(limit)")
                    error.outcomeUnknown = time.hasSentTexts
                    race.finish(.failure(error))
                }
            }
        } onCancel: {
            race.finish(.failure(CancellationError()))
        }
    }

    /// Waits until the call's time has elapsed.
    private func isOver(_ time: CallTimer) async throws {
        while true {
            let left = limit - time.worked
            guard left > .zero else { return try Task.checkCancellation() }
            // While the timer is paused, the remaining time does not decrease; a minimum sleep limits the polling rate.
            try await clock.sleep(for: time.isStopped ? max(left, .milliseconds(20)) : left)
        }
    }
}

extension CallPolicy where Self == DeadlinePolicy {
    /// Ends a call after `limit`.
    public static func deadline(_ limit: Duration, clock: ServiceClock = .system) -> Self {
        DeadlinePolicy(limit: limit, clock: clock)
    }
}

/// Tasks that race for one continuation: the first result wins, and the other tasks are cancelled.
private final class Race<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var early: Result<Value, any Error>?
        var isOver = false
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Mutex(State())

    func start(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state -> Result<Value, any Error>? in
            if state.early == nil { state.continuation = continuation }
            return state.early
        }
        if let early { continuation.resume(with: early) }
    }

    func run(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        let isOver = state.withLock { state in
            if !state.isOver { state.tasks.append(task) }
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    func finish(_ result: Result<Value, any Error>) {
        let (continuation, tasks) = state.withLock { state in
            guard !state.isOver else { return (nil as CheckedContinuation<Value, any Error>?, [Task<Void, Never>]()) }
            state.isOver = true
            if state.continuation == nil { state.early = result }
            defer {
                state.continuation = nil
                state.tasks = []
            }
            return (state.continuation, state.tasks)
        }
        for task in tasks { task.cancel() }
        continuation?.resume(with: result)
    }
}
