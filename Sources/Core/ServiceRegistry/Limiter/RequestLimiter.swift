public import LanguageServices

/// Enforces the limits of a `RequestGate`: concurrent requests, requests per minute, daily and monthly budgets.
struct RequestLimiter: Sendable {
    private let slots: AsyncSemaphore?
    private let minute: SlidingWindowLimiter?
    private let budget: QuotaEnforcer?

    /// Creates a limiter; `nil` if there are no limits.
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
                    "'\(account)' has a budget ('\(first.optionName)'), but this program does not count usage",
                    provider: account,
                    remedy: "pass a usage store to the registry, or remove the budget"
                )
            }
            budget = QuotaEnforcer(account: account, budgets: limits.budgets, store: store)
        } else {
            budget = nil
        }
        if slots == nil, minute == nil, budget == nil { return nil }
    }

    /// Waits until a request may be sent, and counts it.
    func admit(_ characters: Int, _ tokens: Int, _ time: CallTimer?) async throws -> RequestPermit {
        // The slot is taken first, so a request that is cancelled while it waits is not counted.
        try await slots?.take()
        var entry: QuotaEnforcer.Entry?
        do {
            entry = try await budget?.count(characters: characters, tokens: tokens)
            let slot = try await minute?.wait(for: characters)
            do {
                // A new day may have begun while the request waited. The request is counted on the day it is sent.
                if let budget, let counted = entry, !budget.isCurrent(counted) {
                    await budget.refund(counted)
                    entry = nil
                    entry = try await budget.count(characters: characters, tokens: tokens)
                }
            } catch {
                if let slot { minute?.remove(slot) }
                throw error
            }
            return RequestPermit(time: time, release: { [slots] in slots?.release() }) { [minute, budget, entry] in
                if let slot { minute?.remove(slot) }
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
    /// Creates a gate with limits; copies share them.
    ///
    /// - Parameters:
    ///   - limits: The limits to enforce.
    ///   - account: The account for the budgets.
    ///   - store: The usage store, for budgets.
    ///   - clock: The clock used for waiting.
    /// - Throws: `ServiceError.Code.configuration` if there are budgets but no store.
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
