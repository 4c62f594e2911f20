public import LanguageServices

/// Counts the requests of one provider, and refuses those that its budgets forbid.
struct QuotaEnforcer: Sendable {
    let account: ProviderID
    let budgets: [UsageBudget]
    let store: any UsageStore

    /// A request that was counted, and when.
    struct Entry: Sendable {
        var usage: Usage
        var day: UsagePeriod
        var month: UsagePeriod
    }

    /// Counts a request.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when it is larger than a whole budget, `.quotaExceeded` when it is larger
    ///   than what is left of one, and `.unavailable` when the count cannot be kept. Nothing has been counted then.
    func count(characters: Int, tokens: Int) async throws(ServiceError) -> Entry {
        let usage = Usage(requests: 1, characters: max(0, characters), tokens: max(0, tokens))
        if let budget = budgets.first(where: { usage[$0.unit] > $0.limit }) {
            var error = ServiceError(
                .limitExceeded,
                "a request of \(counted(usage, budget.unit)) is larger than the whole budget of \(shown(budget))",
                provider: account,
                remedy: "make the text shorter, or raise '\(budget.optionName)'"
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
            throw unkept(error)
        }
        guard let refusal else { return entry }
        let period = refusal.budget.period == .day ? entry.day : entry.month
        let left = max(0, refusal.budget.limit - refusal.used)
        var error = ServiceError(
            .quotaExceeded,
            "the budget of \(shown(refusal.budget)) has \(left) left, too few for \(counted(usage, refusal.budget.unit)); "
                + "it begins anew at \(period.renewal)",
            provider: account,
            remedy: "wait, raise '\(refusal.budget.optionName)', or set the count back with "
                + "'parlance providers --reset-usage \(account)'",
            retryAfter: .seconds(max(0, period.end - now))
        )
        error.rejectedLocally = true
        throw error
    }

    /// Whether a request that was counted would be counted in the same periods now.
    func isCurrent(_ entry: Entry) -> Bool { UsagePeriod(.day, at: store.secondsSince1970) == entry.day }

    /// Takes a request back that never reached the server.
    ///
    /// Where that fails, more stands in the count than was sent, which is the safe side.
    func refund(_ entry: Entry) async {
        try? await store.refund(entry.usage, for: account, in: entry.day, entry.month)
    }

    /// Counts the tokens that a request has really taken in the place of those that it was thought to take.
    ///
    /// They have been taken, so that no budget forbids it. Where it fails, the guess stays.
    func settle(_ entry: Entry, tokens: Int) async {
        let more = max(0, tokens) - entry.usage.tokens
        if more > 0 {
            _ = try? await store.count(Usage(tokens: more), for: account, in: entry.day, entry.month, within: [])
        } else if more < 0 {
            try? await store.refund(Usage(tokens: -more), for: account, in: entry.day, entry.month)
        }
    }

    /// `12 characters`; tokens are a guess.
    private func counted(_ usage: Usage, _ unit: UsageBudget.Unit) -> String {
        (unit == .tokens ? "about " : "") + unit.counted(usage[unit])
    }

    /// What is not counted is not sent: the budget may be what keeps a bill small.
    private func unkept(_ cause: ServiceError) -> ServiceError {
        if cause.code == .cancelled { return cause }
        var error = ServiceError(
            .unavailable,
            "'\(account)' is not asked, since its budget cannot be kept: \(cause.message)",
            provider: account,
            remedy: cause.remedy ?? "mend that, or remove the budgets of the provider",
            underlying: cause.underlying
        )
        error.rejectedLocally = true
        return error
    }

    private func shown(_ budget: UsageBudget) -> String {
        "\(budget.unit.counted(budget.limit)) a \(budget.period.rawValue)"
    }
}

/// Keeps what providers have sent, so that budgets hold over several runs and processes.
///
/// An account is the name of a provider. For each account and period a store keeps one `Usage`.
public protocol UsageStore: Sendable {
    /// The time of day, in seconds since 1970 without leap seconds, by which periods are told.
    var secondsSince1970: Int64 { get }

    /// Counts a request in its day and its month, unless a budget forbids it; both or neither.
    ///
    /// Checking and counting are one step: whoever counts at the same time, in this process or in another, the sum keeps within
    /// the budgets. When the call returns, the count outlives the process.
    ///
    /// - Parameters:
    ///   - usage: What the request sends.
    ///   - account: Whose count it is.
    ///   - day: The day in which it is sent.
    ///   - month: The month in which it is sent.
    ///   - budgets: The budgets to keep.
    /// - Returns: The first budget that forbids it, and what has been used of it; `nil` when the request was counted.
    /// - Throws: `ServiceError` when the count cannot be kept; then nothing may be sent.
    func count(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod,
        within budgets: [UsageBudget]
    ) async throws(ServiceError) -> (budget: UsageBudget, used: Int)?

    /// Takes back what was counted for a request that never reached the server; a count does not go below zero.
    func refund(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod
    ) async throws(ServiceError)

    /// What was sent in some periods, by account; an account that has sent nothing is not there.
    func usage(in periods: [UsagePeriod]) async throws(ServiceError) -> [UsageRecord]

    /// Forgets what was sent.
    ///
    /// - Parameter account: Whose count; `nil` for all.
    /// - Returns: Whether there was anything to forget.
    func reset(_ account: ProviderID?) async throws(ServiceError) -> Bool
}

/// What an account has sent in a period.
public struct UsageRecord: Sendable, Hashable {
    /// Whose count it is.
    public var account: ProviderID

    /// The text of the period: `2026-03-31`, `2026-03`.
    public var period: String

    /// What was sent.
    public var usage: Usage

    /// Creates a record.
    public init(account: ProviderID, period: String, usage: Usage) {
        self.account = account
        self.period = period
        self.usage = usage
    }
}
