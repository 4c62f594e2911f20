import Synchronization

/// Enforces the user's limits on a provider's requests.
///
/// Limiting provider calls would not be enough, since one call may send many requests. Therefore, the provider itself
/// receives the gate (``ProviderContext/gate``). Before each request, it calls ``enter(characters:tokens:)`` with the
/// number of characters to send:
///
/// ```swift
/// let permit = try await gate.enter(characters: text.unicodeScalars.count)
/// do {
///     let answer = try await transport.send(request)
///     permit.end()
/// } catch {
///     await permit.end(after: error)
///     throw error
/// }
/// ```
///
/// ``send(characters:_:)`` does the same for an answer that is not streamed. A request that only lists languages or
/// voices sends 0 characters. Copies of a gate share their limits. A gate without limits has no effect.
public struct RequestGate: Sendable {
    /// The limits that the gate enforces.
    public let limits: RequestGateLimits

    private let admit: (@Sendable (_ characters: Int, _ tokens: Int, CallTimer?) async throws -> RequestPermit)?

    /// A gate without limits.
    public static let open = RequestGate(RequestGateLimits(), admit: nil)

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - admit: Enforces the limits: waits until a request may be sent, and counts it. `nil` if there are no limits.
    package init(
        _ limits: RequestGateLimits,
        admit: (@Sendable (_ characters: Int, _ tokens: Int, CallTimer?) async throws -> RequestPermit)?
    ) {
        self.limits = limits
        self.admit = admit
    }

    /// Waits until a request may be sent, and counts it.
    ///
    /// - Parameters:
    ///   - characters: The number of characters from the user's texts in the request, in Unicode scalars.
    ///   - tokens: The estimated number of language model tokens; ``RequestPermit/settle(tokens:)`` replaces the
    ///     estimate.
    /// - Returns: The permit for the request. The caller ends it when the answer has arrived.
    /// - Throws: ``ServiceError/Code/cancelled`` if the task is cancelled while it waits. With budgets:
    ///   ``ServiceError/Code/quotaExceeded`` if the remaining budget is too small, ``ServiceError/Code/limitExceeded``
    ///   if the request alone exceeds a budget, ``ServiceError/Code/unavailable`` if the count cannot be stored. A
    ///   refused request is not counted. If a budget refused it, ``ServiceError/rejectedLocally`` is true.
    public func enter(characters: Int, tokens: Int = 0) async throws(ServiceError) -> RequestPermit {
        let time = CallTimer.current
        time?.wait()
        do {
            let pass = try await admit?(characters, tokens, time) ?? RequestPermit(time: time)
            time?.send(characters: characters)
            return pass
        } catch {
            time?.giveUp()
            throw ServiceError(error)
        }
    }

    /// Sends a request within the limits.
    ///
    /// - Parameters:
    ///   - characters: The number of characters from the user's texts in the request, in Unicode scalars.
    ///   - request: Sends the request and reads the complete answer.
    /// - Throws: The errors thrown by ``enter(characters:tokens:)``; errors thrown by `request` are converted to
    ///   ``ServiceError``.
    public func send<Answer>(
        characters: Int,
        _ request: () async throws -> Answer
    ) async throws(ServiceError) -> Answer {
        let pass = try await enter(characters: characters)
        do {
            let answer = try await request()
            pass.end()
            return answer
        } catch {
            await pass.end(after: error)
            throw ServiceError(error)
        }
    }
}

/// The user's limits on what a provider may send.
public struct RequestGateLimits: Sendable, Hashable {
    /// The maximum number of concurrent requests; `nil` uses the provider's own limit.
    public var concurrentRequests: Int?

    /// The maximum number of requests that start in any one minute.
    public var requestsPerMinute: Int?

    /// The maximum number of characters sent in any one minute, in Unicode scalars.
    ///
    /// A request with more characters is sent only if nothing has been sent for a minute.
    public var charactersPerMinute: Int?

    /// The daily and monthly budgets.
    public var budgets: [UsageBudget]

    /// Creates limits; `nil` means unlimited.
    public init(
        concurrentRequests: Int? = nil,
        requestsPerMinute: Int? = nil,
        charactersPerMinute: Int? = nil,
        budgets: [UsageBudget] = []
    ) {
        self.concurrentRequests = concurrentRequests
        self.requestsPerMinute = requestsPerMinute
        self.charactersPerMinute = charactersPerMinute
        self.budgets = budgets
    }

    /// Whether there is a token budget. If so, a provider passes the estimated number of tokens with each request, and
    /// the actual number afterwards.
    public var limitsTokens: Bool { budgets.contains { $0.unit == .tokens } }

    /// The maximum number of characters for a request that contains several texts, derived from all limits; `nil` if
    /// there is no such limit.
    public var maximumCharactersPerRequest: Int? {
        (budgets.filter { $0.unit == .characters }.map(\.limit) + [charactersPerMinute].compactMap { $0 }).min()
    }
}

/// The permission for one request, issued by a ``RequestGate``.
///
/// The request is considered to be in progress until the permit is ended or deallocated.
public final class RequestPermit: Sendable {
    private let time: CallTimer?
    private let release: (@Sendable () -> Void)?
    private let refund: (@Sendable () async -> Void)?
    private let settlement: (@Sendable (Int) async -> Void)?
    private let isOver = AtomicFlag()
    private let isSettled = AtomicFlag()

    package init(
        time: CallTimer? = nil,
        release: (@Sendable () -> Void)? = nil,
        refund: (@Sendable () async -> Void)? = nil,
        settle: (@Sendable (Int) async -> Void)? = nil
    ) {
        self.time = time
        self.release = release
        self.refund = refund
        settlement = settle
    }

    deinit { end() }

    /// Ends the permit of a request that received an answer, successful or not. Further calls have no effect.
    public func end() { _ = isFirstEnd() }

    /// Replaces the estimated number of tokens with the actual number. Call it before the permit is ended; otherwise,
    /// the estimate remains. Further calls have no effect.
    public func settle(tokens: Int) async {
        guard isSettled.set(), !isOver.isSet else { return }
        await settlement?(tokens)
    }

    /// Ends the permit of a failed request. A request is not counted if it is known not to have reached the server.
    ///
    /// This applies to a network failure (``ServiceError/Code/network``) without ``ServiceError/outcomeUnknown``, and
    /// to an error with ``ServiceError/rejectedLocally``.
    public func end(after error: any Error) async {
        guard isFirstEnd() else { return }
        let error = ServiceError(error)
        if error.rejectedLocally || error.code == .network && !error.outcomeUnknown { await refund?() }
    }

    private func isFirstEnd() -> Bool {
        guard isOver.set() else { return false }
        time?.end()
        release?()
        return true
    }
}

/// Measures the duration of one call against its deadline.
///
/// The timer is paused while every request that the call has made is waiting because of the user's limits. A deadline
/// limits only the provider; otherwise, the user's rate limits would cause timeouts.
package final class CallTimer: Sendable {
    /// The timer of the call in which the current task runs, if that call has a deadline.
    @TaskLocal package static var current: CallTimer?

    private struct State {
        var waiting = 0
        var underWay = 0
        var stoppedAt: Duration?
        var stopped = Duration.zero
        var hasSentTexts = false
    }

    private let clock: ServiceClock
    private let start: Duration
    private let state = Mutex(State())

    package init(_ clock: ServiceClock) {
        self.clock = clock
        start = clock.now
    }

    /// How long the call has been running, excluding the time during which the timer was paused.
    package var worked: Duration {
        let now = clock.now
        return state.withLock { now - start - $0.stopped - ($0.stoppedAt.map { now - $0 } ?? .zero) }
    }

    /// Whether the timer is paused.
    package var isStopped: Bool { state.withLock { $0.stoppedAt != nil } }

    /// Whether a request with texts has been admitted. If so, the call may have had an effect on the server.
    package var hasSentTexts: Bool { state.withLock { $0.hasSentTexts } }

    /// Records that a request has started to wait.
    package func wait() { change { $0.waiting += 1 } }

    /// Records that a waiting request has given up.
    package func giveUp() { change { $0.waiting -= 1 } }

    /// Records that a waiting request has been admitted.
    package func send(characters: Int) {
        change { state in
            state.waiting -= 1
            state.underWay += 1
            if characters > 0 { state.hasSentTexts = true }
        }
    }

    /// Records that a sent request has ended.
    package func end() { change { $0.underWay -= 1 } }

    private func change(_ body: (inout State) -> Void) {
        let now = clock.now
        state.withLock { state in
            body(&state)
            let stops = state.waiting > 0 && state.underWay == 0
            if stops, state.stoppedAt == nil {
                state.stoppedAt = now
            } else if !stops, let stoppedAt = state.stoppedAt {
                state.stopped += now - stoppedAt
                state.stoppedAt = nil
            }
        }
    }
}
