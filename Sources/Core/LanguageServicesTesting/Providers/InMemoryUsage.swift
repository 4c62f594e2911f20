public import LanguageServices
public import ServiceRegistry
import Synchronization

/// A store of usage in memory, whose time the test turns.
public final class InMemoryUsage: UsageStore {
    private struct Key: Hashable {
        var account: ProviderID
        var period: String
    }

    private struct State {
        var seconds: Int64
        var usage: [Key: Usage] = [:]
        var failure: ServiceError?
    }

    private let state: Mutex<State>

    /// Creates an empty store.
    ///
    /// - Parameter secondsSince1970: The time that it shows.
    public init(secondsSince1970: Int64 = 0) { state = Mutex(State(seconds: secondsSince1970)) }

    /// The time that it shows.
    public var secondsSince1970: Int64 {
        get { state.withLock { $0.seconds } }
        set { state.withLock { $0.seconds = newValue } }
    }

    /// What every call fails with; `nil` when none does.
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
        let result = state.withLock { state -> Result<(UsageBudget, Int)?, ServiceError> in
            if let failure = state.failure { return .failure(failure) }
            for budget in budgets {
                let period = budget.period == .day ? day : month
                let used = state.usage[Key(account: account, period: period.text)]?[budget.unit] ?? 0
                if usage[budget.unit] > budget.limit - used { return .success((budget, used)) }
            }
            for period in [day, month] {
                let key = Key(account: account, period: period.text)
                state.usage[key, default: Usage()].requests += usage.requests
                state.usage[key, default: Usage()].characters += usage.characters
                state.usage[key, default: Usage()].tokens += usage.tokens
            }
            return .success(nil)
        }
        guard let (budget, used) = try result.get() else { return nil }
        return (budget, used)
    }

    /// Takes back what was counted.
    public func takeBack(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod
    ) async throws(ServiceError) {
        let result = state.withLock { state -> Result<Void, ServiceError> in
            if let failure = state.failure { return .failure(failure) }
            for period in [day, month] {
                let key = Key(account: account, period: period.text)
                guard let old = state.usage[key] else { continue }
                state.usage[key] = Usage(
                    requests: max(0, old.requests - usage.requests),
                    characters: max(0, old.characters - usage.characters),
                    tokens: max(0, old.tokens - usage.tokens)
                )
            }
            return .success(())
        }
        try result.get()
    }

    /// What was sent in some periods.
    public func usage(in periods: [UsagePeriod]) async throws(ServiceError) -> [UsageRecord] {
        let texts = Set(periods.map(\.text))
        let result = state.withLock { state -> Result<[UsageRecord], ServiceError> in
            if let failure = state.failure { return .failure(failure) }
            let records = state.usage.filter { texts.contains($0.key.period) && $0.value != Usage() }.map {
                UsageRecord(account: $0.key.account, period: $0.key.period, usage: $0.value)
            }
            return .success(
                records.sorted { ($0.account.rawValue, $0.period) < ($1.account.rawValue, $1.period) }
            )
        }
        return try result.get()
    }

    /// Forgets what was sent.
    public func reset(_ account: ProviderID?) async throws(ServiceError) -> Bool {
        let result = state.withLock { state -> Result<Bool, ServiceError> in
            if let failure = state.failure { return .failure(failure) }
            let before = state.usage.count
            state.usage = state.usage.filter { account != nil && $0.key.account != account }
            return .success(state.usage.count < before)
        }
        return try result.get()
    }
}
