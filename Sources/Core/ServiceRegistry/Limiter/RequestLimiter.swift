public import LanguageServices

/// Keeps the limits of a `RequestGate`: how many requests at once, how many in a minute, how much in a day or a month.
struct RequestLimiter: Sendable {
    private let slots: AsyncSemaphore?
    private let minute: SlidingWindowLimiter?
    private let budget: QuotaEnforcer?

    /// `nil` when there is nothing to keep.
    init?(
        _ limits: RequestGateLimits,
        account: ProviderID,
        store: (any UsageStore)?,
        clock: ServiceClock
    ) throws(ServiceError) {
        slots = limits.concurrentRequests.map { AsyncSemaphore(count: $0) }
        minute =
            limits.requestsPerMinute == nil && limits.charactersPerMinute == nil
            ? nil
            : SlidingWindowLimiter(
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
            budget = QuotaEnforcer(account: account, budgets: limits.budgets, store: store)
        } else {
            budget = nil
        }
        if slots == nil, minute == nil, budget == nil { return nil }
    }

    /// Waits until a request may be sent, and counts it.
    func admit(_ characters: Int, _ tokens: Int, _ time: CallTime?) async throws -> RequestPass {
        // The slot comes first, so that a request that is cancelled while it waits is not counted.
        try await slots?.take()
        var entry: QuotaEnforcer.Entry?
        do {
            entry = try await budget?.count(characters: characters, tokens: tokens)
            let place = try await minute?.wait(for: characters)
            do {
                // The day may have ended while the request waited; it is counted in the one in which it is sent.
                if let budget, let counted = entry, !budget.isCurrent(counted) {
                    await budget.refund(counted)
                    entry = nil
                    entry = try await budget.count(characters: characters, tokens: tokens)
                }
            } catch {
                if let place { minute?.giveBack(place) }
                throw error
            }
            return RequestPass(time: time, release: { [slots] in slots?.release() }) { [minute, budget, entry] in
                if let place { minute?.giveBack(place) }
                if let budget, let entry { await budget.refund(entry) }
            } settle: { [budget, entry] tokens in
                if let budget, let entry { await budget.settle(entry, tokens: tokens) }
            }
        } catch {
            if let budget, let entry { await budget.refund(entry) }
            slots?.release()
            throw error
        }
    }
}

extension RequestGate {
    /// Creates a gate that keeps limits; copies share them.
    ///
    /// - Parameters:
    ///   - limits: The limits to keep.
    ///   - account: The name under which budgets are counted.
    ///   - store: Keeps what was sent, for budgets.
    ///   - clock: The clock to wait by.
    /// - Throws: `ServiceError.Code.configuration` when there are budgets and no store.
    public init(
        _ limits: RequestGateLimits,
        account: ProviderID,
        store: (any UsageStore)? = nil,
        clock: ServiceClock = .system
    ) throws(ServiceError) {
        guard let limiter = try RequestLimiter(limits, account: account, store: store, clock: clock) else {
            self.init(limits, admit: nil)
            return
        }
        self.init(limits) { try await limiter.admit($0, $1, $2) }
    }
}
