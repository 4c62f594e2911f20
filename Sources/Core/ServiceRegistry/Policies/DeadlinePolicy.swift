public import LanguageServices
import Synchronization

/// Ends a call that takes too long.
///
/// The caller gets `ServiceError.Code.timedOut` at the deadline, even when the provider does not react to being
/// cancelled; what such a provider gives later is dropped. For a speech stream the deadline runs until the first audio,
/// and from then on anew for each step.
public struct DeadlinePolicy: CallPolicy {
    /// How long a call may take.
    public let limit: Duration

    private let clock: ServiceClock

    /// Creates the policy.
    public init(limit: Duration, clock: ServiceClock = .system) {
        self.limit = limit
        self.clock = clock
    }

    /// Runs the call against the clock.
    public func run<Value: Sendable>(
        _ trace: CallTrace,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await runStep(operation)
    }

    /// Runs one step against the clock.
    public func runStep<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let race = Race<Value>()
        let time = CallTime(clock)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                race.start(continuation)
                CallTime.$current.withValue(time) {
                    race.run {
                        do {
                            race.finish(.success(try await operation()))
                        } catch {
                            race.finish(.failure(error))
                        }
                    }
                }
                race.run {
                    // Waiting throws only when the race is over.
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

    /// Waits until a call has worked for as long as it may.
    private func isOver(_ time: CallTime) async throws {
        while true {
            let left = limit - time.worked
            guard left > .zero else { return try Task.checkCancellation() }
            // While the time stands still, what is left does not become less; nobody looks more often than this.
            try await clock.sleep(for: time.isStopped ? max(left, .milliseconds(20)) : left)
        }
    }
}

extension CallPolicy where Self == DeadlinePolicy {
    /// Ends a call that takes longer than `limit`.
    public static func deadline(_ limit: Duration, clock: ServiceClock = .system) -> Self {
        DeadlinePolicy(limit: limit, clock: clock)
    }
}

/// Some tasks that race for one continuation: the first result wins, and the other tasks are cancelled.
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
