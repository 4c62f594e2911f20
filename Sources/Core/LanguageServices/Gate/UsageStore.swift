/// Keeps what providers have sent, so that budgets hold over several runs and processes.
///
/// An account is the name of a provider. For each account and period a store keeps one ``Usage``.
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
    func takeBack(
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
