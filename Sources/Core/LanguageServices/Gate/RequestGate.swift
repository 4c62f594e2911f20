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

    private let slots: RequestSlots?
    private let minute: MinuteShare?
    private let budget: BudgetKeeper?

    /// A gate without limits.
    public static let open = RequestGate()

    private init() {
        limits = RequestGateLimits()
        (slots, minute, budget) = (nil, nil, nil)
    }

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - limits: The limits to keep.
    ///   - account: Under whose name budgets are counted.
    ///   - store: Keeps what was sent, for budgets.
    ///   - clock: The clock to wait by.
    /// - Throws: ``ServiceError/Code/configuration`` when there are budgets and nothing to keep them in.
    public init(
        _ limits: RequestGateLimits,
        account: ProviderID,
        store: (any UsageStore)? = nil,
        clock: ServiceClock = .system
    ) throws(ServiceError) {
        self.limits = limits
        slots = limits.concurrentRequests.map { RequestSlots(count: $0) }
        minute =
            limits.requestsPerMinute == nil && limits.charactersPerMinute == nil
            ? nil
            : MinuteShare(
                requests: limits.requestsPerMinute,
                characters: limits.charactersPerMinute,
                clock: clock
            )
        if let first = limits.budgets.first {
            guard let store else {
                throw ServiceError(
                    .configuration,
                    "'\(account)' has a budget ('\(first.optionName)'), but this program keeps no count of what is sent",
                    provider: account,
                    remedy: "give the registry a store of usage, or remove the budget"
                )
            }
            budget = BudgetKeeper(account: account, budgets: limits.budgets, store: store)
        } else {
            budget = nil
        }
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
    ///   has not been counted; of a refusal by a budget, ``ServiceError/wasNotAsked`` is true.
    public func enter(characters: Int, tokens: Int = 0) async throws(ServiceError) -> RequestPass {
        let time = CallTime.current
        guard slots != nil || minute != nil || budget != nil else {
            guard let time else { return RequestPass() }
            time.wait()
            time.send(characters: characters)
            return RequestPass(time: time)
        }
        time?.wait()
        do {
            let pass = try await admit(characters, tokens, time)
            time?.send(characters: characters)
            return pass
        } catch {
            time?.giveUp()
            throw ServiceError(error)
        }
    }

    private func admit(_ characters: Int, _ tokens: Int, _ time: CallTime?) async throws -> RequestPass {
        // Before anything is waited for: what cannot be sent is refused at once.
        try await slots?.take()
        var entry: BudgetKeeper.Entry?
        do {
            entry = try await budget?.count(characters: characters, tokens: tokens)
            let place = try await minute?.wait(for: characters)
            do {
                // The day may have ended while the request waited; it is counted in the one in which it is sent.
                if let budget, let counted = entry, !budget.isCurrent(counted) {
                    await budget.takeBack(counted)
                    entry = nil
                    entry = try await budget.count(characters: characters, tokens: tokens)
                }
            } catch {
                if let place { minute?.giveBack(place) }
                throw error
            }
            return RequestPass(slots: slots, time: time) { [minute, budget, entry] in
                if let place { minute?.giveBack(place) }
                if let budget, let entry { await budget.takeBack(entry) }
            } settle: { [budget, entry] tokens in
                if let budget, let entry { await budget.settle(entry, tokens: tokens) }
            }
        } catch {
            if let budget, let entry { await budget.takeBack(entry) }
            slots?.release()
            throw error
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
