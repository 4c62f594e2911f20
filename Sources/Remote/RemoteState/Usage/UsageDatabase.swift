import Dispatch
public import LanguageServices
public import ServiceRegistry
import Platform

/// Counts what providers have sent in a file that all processes of the user share.
///
/// Each count is a transaction that is on the disk when the call returns, so it outlives a process that is killed and a power
/// cut. A file that cannot be opened, is damaged or comes from a later version makes every call fail; it is not replaced, since
/// a budget would begin anew without the user's knowing.
public final class UsageDatabase: UsageStore {
    private let path: String?
    private let time: @Sendable () -> Int64
    private let file: UsageFile
    // SQLite waits for the disk and for other processes, which tasks must not.
    private let queue = DispatchQueue(label: "parlance.usage")

    /// Creates a store. The file is opened, or made, when it is first needed.
    ///
    /// - Parameters:
    ///   - path: The file; `nil` when there is no place for it, and every call fails.
    ///   - time: Gives the time of day in seconds since 1970.
    public init(path: String?, time: @escaping @Sendable () -> Int64 = UsageDatabase.systemTime) {
        self.path = path
        self.time = time
        file = UsageFile(path: path)
    }

    /// The time of day of this machine, in seconds since 1970.
    @Sendable public static func systemTime() -> Int64 {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
        return Int64(time.tv_sec)
    }

    /// The time by which periods are told.
    public var secondsSince1970: Int64 { time() }

    /// Counts a request unless a budget forbids it.
    public func count(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod,
        within budgets: [UsageBudget]
    ) async throws(ServiceError) -> (budget: UsageBudget, used: Int)? {
        let forgotten = UsagePeriod(.month, at: time() - Self.memory).text
        return try await run { file throws(ServiceError) in
            try file.count(usage, for: account, in: day, month, within: budgets, forgetting: forgotten)
        }
    }

    /// Takes back what was counted.
    public func takeBack(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod
    ) async throws(ServiceError) {
        try await run { file throws(ServiceError) in try file.takeBack(usage, for: account, in: [day, month]) }
    }

    /// What was sent in some periods.
    public func usage(in periods: [UsagePeriod]) async throws(ServiceError) -> [UsageRecord] {
        try await run { file throws(ServiceError) in try file.records(in: periods) }
    }

    /// Forgets what was sent.
    public func reset(_ account: ProviderID?) async throws(ServiceError) -> Bool {
        try await run { file throws(ServiceError) in try file.reset(account) }
    }

    /// How long counts are kept that no budget asks for any more: 100 days, in seconds.
    private static let memory: Int64 = 100 * 86_400

    /// Does work with the file, one piece after the other. It is done whole even when the task is cancelled: a count that was
    /// made must be told of.
    private func run<Value: Sendable>(
        _ work: @escaping @Sendable (UsageFile) throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        let result = await withCheckedContinuation { continuation in
            queue.async { [file] in
                continuation.resume(returning: Result { () throws(ServiceError) in try work(file) })
            }
        }
        return try result.get()
    }
}
