public import LanguageServices

/// Enforces the budgets of one provider.
struct QuotaEnforcer: Sendable {
    let account: ProviderID
    let budgets: [UsageBudget]
    let store: any UsageStore

    /// A counted request and the periods in which it was counted.
    struct Entry: Sendable {
        var usage: Usage
        var day: UsagePeriod
        var month: UsagePeriod
    }

    /// Counts a request.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if the request alone exceeds a budget, `.quotaExceeded` if it
    ///   exceeds the remainder of a budget, and `.unavailable` if the count cannot be stored. After an error, nothing
    ///   has been counted.
    func count(characters: Int, tokens: Int) async throws(ServiceError) -> Entry {
        let usage = Usage(requests: 1, characters: max(0, characters), tokens: max(0, tokens))
        if let budget = budgets.first(where: { usage[$0.unit] > $0.limit }) {
            var error = ServiceError(
                .limitExceeded,
                "a request of \(counted(usage, budget.unit)) exceeds the whole budget of \(shown(budget))",
                provider: account,
                remedy: "shorten the text, or raise '\(budget.optionName)'"
            )
            error.rejectedLocally = true
            throw error
        }
        let now = store.secondsSince1970
        let entry = Entry(usage: usage, day: UsagePeriod(.day, at: now), month: UsagePeriod(.month, at: now))
        let refusal: (budget: UsageBudget, used: Int)?
        do throws(ServiceError) {
            refusal = try await store.count(usage, for: account, in: entry.day, entry.month, within: budgets)
        } catch {
            throw uncounted(error)
        }
        guard let refusal else { return entry }
        let period = refusal.budget.period == .day ? entry.day : entry.month
        let left = max(0, refusal.budget.limit - refusal.used)
        var error = ServiceError(
            .quotaExceeded,
            "the budget of \(shown(refusal.budget)) has \(left) left, too few for "
                + "\(counted(usage, refusal.budget.unit)); it resets at \(period.renewal)",
            provider: account,
            remedy: "wait, raise '\(refusal.budget.optionName)', or reset the count with "
                + "'parlance providers --reset-usage \(account)'",
            retryAfter: .seconds(max(0, period.end - now))
        )
        error.rejectedLocally = true
        throw error
    }

    /// Whether the periods in which the request was counted are still current.
    func isCurrent(_ entry: Entry) -> Bool { UsagePeriod(.day, at: store.secondsSince1970) == entry.day }

    /// Subtracts a request that never reached the server.
    ///
    /// If the update fails, the count stays too high, which is safe.
    func refund(_ entry: Entry) async {
        try? await store.refund(entry.usage, for: account, in: entry.day, entry.month)
    }

    /// Replaces the estimated number of tokens of a request with the actual number.
    ///
    /// The tokens have already been used, so no budget can refuse them. If the update fails, the estimate remains.
    func settle(_ entry: Entry, tokens: Int) async {
        let more = max(0, tokens) - entry.usage.tokens
        if more > 0 {
            _ = try? await store.count(Usage(tokens: more), for: account, in: entry.day, entry.month, within: [])
        } else if more < 0 {
            try? await store.refund(Usage(tokens: -more), for: account, in: entry.day, entry.month)
        }
    }

    /// A count with its unit: `12 characters`, or `about 500 tokens`, since token counts are estimates.
    private func counted(_ usage: Usage, _ unit: UsageBudget.Unit) -> String {
        (unit == .tokens ? "about " : "") + unit.counted(usage[unit])
    }

    /// The error for a request that cannot be counted. Such a request is not sent, since the budget may exist to
    /// prevent a large bill.
    private func uncounted(_ cause: ServiceError) -> ServiceError {
        if cause.code == .cancelled { return cause }
        var error = ServiceError(
            .unavailable,
            "'\(account)' is not called because its budget cannot be enforced: \(cause.message)",
            provider: account,
            remedy: cause.remedy ?? "fix the problem, or remove the provider's budgets",
            underlying: cause.underlying
        )
        error.rejectedLocally = true
        return error
    }

    private func shown(_ budget: UsageBudget) -> String {
        "\(budget.unit.counted(budget.limit)) per \(budget.period.rawValue)"
    }
}

/// Stores the amounts sent to providers, so budgets apply across runs and processes.
///
/// An account is the id of a provider. A store keeps one `Usage` per account and period.
public protocol UsageStore: Sendable {
    /// The current time in seconds since 1970, not counting leap seconds. It determines the periods.
    var secondsSince1970: Int64 { get }

    /// Adds a request to the counts for its day and its month, or to neither if a budget forbids it.
    ///
    /// The check and the update are one atomic step, even across processes, so the sum never exceeds the budgets. When
    /// the call returns, the count has been stored persistently.
    ///
    /// - Parameters:
    ///   - usage: The amount of the request.
    ///   - account: The account.
    ///   - day: The current day.
    ///   - month: The current month.
    ///   - budgets: The budgets to enforce.
    /// - Returns: The first budget that forbids the request, with its usage; `nil` if the request was counted.
    /// - Throws: `ServiceError` if the count cannot be stored; the request must then not be sent.
    func count(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod,
        within budgets: [UsageBudget]
    ) async throws(ServiceError) -> (budget: UsageBudget, used: Int)?

    /// Subtracts a request that never reached the server; a count never becomes negative.
    func refund(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod
    ) async throws(ServiceError)

    /// The usage in a set of periods. Accounts without usage are omitted.
    func usage(in periods: [UsagePeriod]) async throws(ServiceError) -> [UsageRecord]

    /// Resets the usage.
    ///
    /// - Parameter account: The account; `nil` for all.
    /// - Returns: Whether there was any usage.
    func reset(_ account: ProviderID?) async throws(ServiceError) -> Bool
}

/// The usage of an account in a period.
public struct UsageRecord: Sendable, Hashable {
    /// The account.
    public var account: ProviderID

    /// The text of the period: `2026-03-31`, `2026-03`.
    public var period: String

    /// The amount.
    public var usage: Usage

    /// Creates a record.
    public init(account: ProviderID, period: String, usage: Usage) {
        self.account = account
        self.period = period
        self.usage = usage
    }
}
