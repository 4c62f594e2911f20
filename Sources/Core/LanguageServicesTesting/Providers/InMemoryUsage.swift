public import LanguageServices
public import ServiceRegistry
import Synchronization

/// An in-memory usage store with a controllable clock.
public final class InMemoryUsage: UsageStore {
    private struct Key: Hashable {
        var account: ProviderID
        var period: String
    }

    private struct State {
        var seconds: Int64
        var usage: [Key: Usage] = [:]
        var failure: ServiceError?

        mutating func add(_ more: Usage, times factor: Int, _ key: Key) {
            let old = usage[key] ?? Usage()
            usage[key] = Usage(
                requests: max(0, old.requests + factor * more.requests),
                characters: max(0, old.characters + factor * more.characters),
                tokens: max(0, old.tokens + factor * more.tokens)
            )
        }
    }

    private let state: Mutex<State>

    /// Creates an empty store.
    ///
    /// - Parameter secondsSince1970: The initial time.
    public init(secondsSince1970: Int64 = 0) { state = Mutex(State(seconds: secondsSince1970)) }

    /// The current time.
    public var secondsSince1970: Int64 {
        get { state.withLock { $0.seconds } }
        set { state.withLock { $0.seconds = newValue } }
    }

    /// The error that every call throws, if any.
    public var failure: ServiceError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// Counts a request unless a budget forbids it.
    public func count(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod,
        within budgets: [UsageBudget]
    ) async throws(ServiceError) -> (budget: UsageBudget, used: Int)? {
        try change { state in
            for budget in budgets {
                let period = budget.period == .day ? day : month
                let used = state.usage[Key(account: account, period: period.text)]?[budget.unit] ?? 0
                if usage[budget.unit] > budget.limit - used { return (budget, used) }
            }
            for period in [day, month] { state.add(usage, times: 1, Key(account: account, period: period.text)) }
            return nil
        }
    }

    /// Subtracts a counted request.
    public func refund(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod
    ) async throws(ServiceError) {
        try change { state in
            for key in [day, month].map({ Key(account: account, period: $0.text) }) where state.usage[key] != nil {
                state.add(usage, times: -1, key)
            }
        }
    }

    /// The usage in a set of periods.
    public func usage(in periods: [UsagePeriod]) async throws(ServiceError) -> [UsageRecord] {
        let texts = Set(periods.map(\.text))
        return try change { state in
            state.usage.filter { texts.contains($0.key.period) && $0.value != Usage() }.map {
                UsageRecord(account: $0.key.account, period: $0.key.period, usage: $0.value)
            }.sorted { ($0.account.rawValue, $0.period) < ($1.account.rawValue, $1.period) }
        }
    }

    /// Resets the usage.
    public func reset(_ account: ProviderID?) async throws(ServiceError) -> Bool {
        try change { state in
            let before = state.usage.count
            state.usage = state.usage.filter { account != nil && $0.key.account != account }
            return state.usage.count < before
        }
    }

    private func change<Value>(_ body: (inout State) -> Value) throws(ServiceError) -> Value {
        try state.withLock { state throws(ServiceError) in
            if let failure = state.failure { throw failure }
            return body(&state)
        }
    }
}
