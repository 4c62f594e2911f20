import Synchronization

/// What a provider that sends requests passes through before each of them, so that the user's limits are kept.
///
/// A limit on requests that stood around a call of the provider would count calls, while one call may send many requests.
/// So the gate goes into the provider (``ProviderContext/gate``), which says of each request how many characters it sends:
///
/// ```swift
/// let pass = try await gate.enter(characters: text.unicodeScalars.count)
/// do {
///     let answer = try await transport.send(request)
///     pass.end()
/// } catch {
///     await pass.end(after: error)
///     throw error
/// }
/// ```
///
/// ``send(characters:_:)`` does this for an answer that comes as a whole. A request for a list (of languages, of voices) sends
/// 0 characters. Copies share their limits; a gate without limits does nothing.
public struct RequestGate: Sendable {
    /// The limits that are kept.
    public let limits: RequestGateLimits

    private let admit: (@Sendable (_ characters: Int, _ tokens: Int, CallTime?) async throws -> RequestPass)?

    /// A gate without limits.
    public static let open = RequestGate(RequestGateLimits(), admit: nil)

    /// Creates a gate whose limits are kept by somebody else.
    ///
    /// - Parameter admit: Waits until a request may be sent and counts it; `nil` where there are no limits.
    package init(
        _ limits: RequestGateLimits,
        admit: (@Sendable (_ characters: Int, _ tokens: Int, CallTime?) async throws -> RequestPass)?
    ) {
        self.limits = limits
        self.admit = admit
    }

    /// Waits until a request may be sent, and counts it.
    ///
    /// - Parameters:
    ///   - characters: How many characters of the user's texts the request sends, counted in Unicode scalars.
    ///   - tokens: How many tokens of a language model it is likely to take; ``RequestPass/settle(tokens:)`` says how many it
    ///     took.
    /// - Returns: The pass of the request, which must be ended when the answer is there.
    /// - Throws: ``ServiceError/Code/cancelled`` when the task is cancelled while it waits; where there are budgets,
    ///   ``ServiceError/Code/quotaExceeded`` when too little is left, ``ServiceError/Code/limitExceeded`` when the request is
    ///   larger than a whole budget, ``ServiceError/Code/unavailable`` when the count cannot be kept. A request that is refused
    ///   has not been counted; of a refusal by a budget, ``ServiceError/rejectedLocally`` is true.
    public func enter(characters: Int, tokens: Int = 0) async throws(ServiceError) -> RequestPass {
        let time = CallTime.current
        time?.wait()
        do {
            let pass = try await admit?(characters, tokens, time) ?? RequestPass(time: time)
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
    ///   - characters: How many characters of the user's texts the request sends, counted in Unicode scalars.
    ///   - request: Sends the request and reads the whole answer.
    /// - Throws: What ``enter(characters:tokens:)`` throws, and what `request` throws, as a ``ServiceError``.
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

/// What the user allows a provider to send.
public struct RequestGateLimits: Sendable, Hashable {
    /// How many requests may be under way at once; `nil` for the provider's own measure.
    public var concurrentRequests: Int?

    /// How many requests may start in any minute.
    public var requestsPerMinute: Int?

    /// How many characters may be sent in any minute.
    ///
    /// A request with more than that is sent nevertheless, when nothing has been sent for a minute.
    public var charactersPerMinute: Int?

    /// How much may be sent in a day or a month.
    public var budgets: [UsageBudget]

    /// Creates limits; what is `nil` is not limited.
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

    /// Whether tokens are limited, so that a request should say how many it is likely to take, and then how many it took.
    public var limitsTokens: Bool { budgets.contains { $0.unit == .tokens } }

    /// How many characters of several texts a request should send at the most, so that it keeps within every limit; `nil` when
    /// there is no such limit.
    public var charactersTogether: Int? {
        (budgets.filter { $0.unit == .characters }.map(\.limit) + [charactersPerMinute].compactMap { $0 }).min()
    }
}

/// The right to one request, given by a ``RequestGate``.
///
/// It counts as under way until it is ended, or until nobody holds the pass any more.
public final class RequestPass: Sendable {
    private let time: CallTime?
    private let release: (@Sendable () -> Void)?
    private let giveBack: (@Sendable () async -> Void)?
    private let settlement: (@Sendable (Int) async -> Void)?
    private let isOver = AtomicFlag()
    private let isSettled = AtomicFlag()

    package init(
        time: CallTime? = nil,
        release: (@Sendable () -> Void)? = nil,
        giveBack: (@Sendable () async -> Void)? = nil,
        settle: (@Sendable (Int) async -> Void)? = nil
    ) {
        self.time = time
        self.release = release
        self.giveBack = giveBack
        settlement = settle
    }

    deinit { end() }

    /// The request has been answered, whatever the answer was. Ending again does nothing.
    public func end() { _ = isFirstEnd() }

    /// Says how many tokens of a language model the request has taken, for budgets; before the pass is ended. Without it the
    /// number stands that was thought likely. Saying it again does nothing.
    public func settle(tokens: Int) async {
        guard isSettled.set(), !isOver.isSet else { return }
        await settlement?(tokens)
    }

    /// The request failed; one that surely never reached the server is not counted.
    ///
    /// That is so when the network failed (``ServiceError/Code/network``) before the request was sent, which
    /// ``ServiceError/outcomeUnknown`` tells, and when ``ServiceError/rejectedLocally`` is true.
    public func end(after error: any Error) async {
        guard isFirstEnd() else { return }
        let error = ServiceError(error)
        if error.rejectedLocally || error.code == .network && !error.outcomeUnknown { await giveBack?() }
    }

    private func isFirstEnd() -> Bool {
        guard isOver.set() else { return false }
        time?.end()
        release?()
        return true
    }
}

/// What the requests of one call do, as far as its deadline must know.
///
/// While all of them wait for limits that the user has set, the time of the call stands still: a deadline is for the provider,
/// and nobody would want both limits if the one broke what the other holds back.
package final class CallTime: Sendable {
    /// The call to which the running task belongs, when it has a deadline.
    @TaskLocal package static var current: CallTime?

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

    /// How long the call has worked, the time not counted in which it stood still.
    package var worked: Duration {
        let now = clock.now
        return state.withLock { now - start - $0.stopped - ($0.stoppedAt.map { now - $0 } ?? .zero) }
    }

    /// Whether the time stands still.
    package var isStopped: Bool { state.withLock { $0.stoppedAt != nil } }

    /// Whether a request with texts has been let through, so that what was asked for may have been done.
    package var hasSentTexts: Bool { state.withLock { $0.hasSentTexts } }

    /// A request begins to wait.
    package func wait() { change { $0.waiting += 1 } }

    /// A request waits no longer, since it gave up.
    package func giveUp() { change { $0.waiting -= 1 } }

    /// A request that waited is sent.
    package func send(characters: Int) {
        change { state in
            state.waiting -= 1
            state.underWay += 1
            if characters > 0 { state.hasSentTexts = true }
        }
    }

    /// A request that was sent is over.
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
