import Database
import Dispatch
public import LanguageServices
import Platform
public import ServiceRegistry
import Synchronization

/// Counts usage in a file that all of the user's processes share.
///
/// Each count is durable when the call returns, so it survives a crash or a power failure. If the file cannot be
/// opened, is damaged or was written by a later version, every call fails. The file is not replaced, since that would
/// silently reset the budgets.
public final class UsageDatabase: UsageStore {
    private let file: StateFile?
    private let time: @Sendable () -> Int64
    private let connection = Mutex<Connection?>(nil)
    private let queue = DispatchQueue(label: "parlance.usage")

    /// A connection to an open file, and the file's identity.
    private struct Connection {
        var database: Database
        var identity: FileIdentity
    }

    /// Creates a store. Its file is opened or created on demand.
    ///
    /// - Parameters:
    ///   - path: The path of the file; `nil` if there is no folder for it, in which case every call fails.
    ///   - time: Returns the time in seconds since 1970; the system clock by default.
    public init(path: String?, time: (@Sendable () -> Int64)? = nil) {
        self.time = time ?? systemSeconds
        file = path.map {
            StateFile(
                path: $0,
                largestValue: 1 << 20,
                largeItem: nil,
                schema: Self.schema,
                remedies: Self.remedies,
                // The file contains no texts, and a caller may choose a folder that other users read.
                ownsFolder: false
            )
        }
    }

    /// The time that determines the periods.
    public var secondsSince1970: Int64 { time() }

    /// Counts a request unless a budget forbids it.
    public func count(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod,
        within budgets: [UsageBudget]
    ) async throws(ServiceError) -> (budget: UsageBudget, used: Int)? {
        let oldest = UsagePeriod(.month, at: time() - Self.memory).text
        return try await change { database throws(ServiceError) in
            let used = [
                UsagePeriod.Length.day: try Self.usage(of: account, in: day.text, database),
                .month: try Self.usage(of: account, in: month.text, database),
            ]
            for budget in budgets {
                let used = max(0, used[budget.period]?[budget.unit] ?? 0)
                if usage[budget.unit] > budget.limit - used { return (budget, used) }
            }
            for period in [day, month] {
                try database.run(
                    """
                    INSERT INTO usage (account, period, requests, characters, tokens) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (account, period)
                    DO UPDATE SET requests = requests + excluded.requests,
                                  characters = characters + excluded.characters, tokens = tokens + excluded.tokens
                    """,
                    [.text(account.rawValue), .text(period.text)] + Self.values(usage)
                )
            }
            if used[.day] == Usage() {
                try database.run("DELETE FROM usage WHERE period < ?", [.text(oldest)])
            }
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
        try await change { database throws(ServiceError) in
            for period in [day, month] {
                try database.run(
                    """
                    UPDATE usage SET requests = max(0, requests - ?), characters = max(0, characters - ?),
                                     tokens = max(0, tokens - ?)
                    WHERE account = ? AND period = ?
                    """,
                    Self.values(usage) + [.text(account.rawValue), .text(period.text)]
                )
            }
        }
    }

    /// The usage in a set of periods.
    public func usage(in periods: [UsagePeriod]) async throws(ServiceError) -> [UsageRecord] {
        guard isThere else { return [] }
        let texts = Set(periods.map(\.text))
        return try await change { database throws(ServiceError) in
            let select = try database.prepare(
                "SELECT account, period, requests, characters, tokens FROM usage ORDER BY account, period"
            )
            var records: [UsageRecord] = []
            while try select.step() {
                let usage = try Self.usage(select, from: 2, of: database)
                let period = select.text(1)
                guard texts.contains(period), usage != Usage() else { continue }
                records.append(
                    UsageRecord(account: ProviderID(rawValue: select.text(0)), period: period, usage: usage)
                )
            }
            return records
        }
    }

    /// Resets the usage.
    public func reset(_ account: ProviderID?) async throws(ServiceError) -> Bool {
        guard isThere else { return false }
        return try await change { database throws(ServiceError) in
            let condition = account.map { _ in " WHERE account = ?" } ?? ""
            return try database.run("DELETE FROM usage" + condition, account.map { [.text($0.rawValue)] } ?? []) > 0
        }
    }

    /// Removes all counts and overwrites them in the file, which remains for processes that have it open. A damaged file
    /// is removed.
    ///
    /// - Returns: Whether there were any.
    public func erase() async throws(ServiceError) -> Bool {
        guard let file, isThere else { return false }
        do {
            return try await change { database throws(ServiceError) in
                try database.overwriteDeletedContent()
                return try database.run("DELETE FROM usage", []) > 0
            }
        } catch {
            guard error.code == .io else { throw error }
            connection.withLock { $0 = nil }
            for suffix in ["", "-journal"] {
                guard let failure = FileTree.remove(file.path + suffix).failures.first else { continue }
                throw failure
            }
            return true
        }
    }

    /// Whether the file exists. Reads check this so that they do not create the file. The value is `true` if there is
    /// no folder for it.
    private var isThere: Bool { file.map { WholeFile.isAnything(at: $0.path) } ?? true }

    /// How long old counts are kept: 100 days, in seconds.
    private static let memory: Int64 = 100 * 86_400

    private static func values(_ usage: Usage) -> [SQLValue] {
        [.integer(Int64(usage.requests)), .integer(Int64(usage.characters)), .integer(Int64(usage.tokens))]
    }

    private static func usage(of account: ProviderID, in period: String, _ database: Database) throws(ServiceError)
        -> Usage
    {
        let row = try database.statement(
            "SELECT requests, characters, tokens FROM usage WHERE account = ? AND period = ?",
            [.text(account.rawValue), .text(period)]
        )
        return try row.step() ? try usage(row, from: 0, of: database) : Usage()
    }

    private static func usage(_ row: Statement, from column: Int32, of database: Database) throws(ServiceError) -> Usage
    {
        guard (column...column + 2).allSatisfy({ row.isInteger($0) && row.integer($0) >= 0 }) else {
            throw database.failure(DatabaseFailure(kind: .damaged, reason: "a count is not a number"))
        }
        return Usage(
            requests: Int(clamping: row.integer(column)),
            characters: Int(clamping: row.integer(column + 1)),
            tokens: Int(clamping: row.integer(column + 2))
        )
    }

    // MARK: The connection

    /// Runs `work` in a transaction. A count that was stored is reported even if the task is cancelled.
    private func change<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        guard let file else {
            throw ServiceError(
                .io,
                "there is no folder for usage counts",
                remedy: "set HOME or XDG_STATE_HOME"
            )
        }
        return try await queue.perform { [self] () throws(ServiceError) in
            try connection.withLock { connection throws(ServiceError) in
                // The file may have been removed or replaced since it was opened.
                if let open = connection, open.identity != FileIdentity(path: file.path) { connection = nil }
                let open = if let connection { connection } else { try Self.connect(to: file) }
                connection = open
                do {
                    return try open.database.transaction { try work(open.database) }
                } catch {
                    // The next call reopens the file.
                    connection = nil
                    throw ServiceError(error)
                }
            }
        }
    }

    private static func connect(to file: StateFile) throws(ServiceError) -> Connection {
        try file.make()
        let database = try file.connect()
        try database.setTimeout(10_000)
        try database.run("PRAGMA synchronous = FULL")
        try file.prepare(database)
        do {
            try database.transaction {
                // Versions that do not count tokens can still use the file.
                guard try !database.columns(of: schema.table).contains("tokens") else { return }
                try database.run("ALTER TABLE usage ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0")
            }
        } catch {
            throw ServiceError(error)
        }
        guard let identity = FileIdentity(path: file.path) else {
            throw SystemFailure.error("cannot open", file.path, errno: ENOENT)
        }
        return Connection(database: database, identity: identity)
    }

    private static let schema = StateFile.Schema(
        version: 1,
        table: "usage",
        columns: ["account", "period", "requests", "characters"],
        statements: [
            """
            CREATE TABLE usage (
                account TEXT NOT NULL, period TEXT NOT NULL, requests INTEGER NOT NULL, characters INTEGER NOT NULL,
                tokens INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (account, period)
            ) WITHOUT ROWID
            """
        ]
    )

    private static let remedies = StateFile.Remedies(
        full: "free some space",
        unusable: "make it readable and writable, remove it to reset the counts, or set XDG_STATE_HOME",
        damaged: "remove the file; the counts restart, so check your accounts with the services first",
        laterVersion: "use that version, or remove the file to restart the counts"
    )
}
