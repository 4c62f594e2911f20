import Database
import LanguageServices
import ServiceRegistry
import Platform
import Synchronization

/// The file behind a ``UsageDatabase``: one row for each provider and period.
final class UsageFile: Sendable {
    private let path: String?
    private let connection = Mutex<Connection?>(nil)

    /// An open file, and which one it is.
    private struct Connection {
        var database: Database
        var identity: Identity
    }

    private struct Identity: Equatable {
        var device: UInt64
        var number: UInt64
    }

    init(path: String?) { self.path = path }

    /// Counts a request unless a budget forbids it; one transaction.
    ///
    /// - Parameter forgotten: The counts of periods before this one are removed.
    func count(
        _ usage: Usage,
        for account: ProviderID,
        in day: UsagePeriod,
        _ month: UsagePeriod,
        within budgets: [UsageBudget],
        forgetting forgotten: String
    ) throws(ServiceError) -> (budget: UsageBudget, used: Int)? {
        try change { database throws(ServiceError) in
            let used = [
                UsagePeriod.Length.day: try Self.usage(of: account, in: day.text, database),
                .month: try Self.usage(of: account, in: month.text, database),
            ]
            for budget in budgets {
                let used = max(0, used[budget.period]?[budget.unit] ?? 0)
                if usage[budget.unit] > budget.limit - used { return (budget, used) }
            }
            let insert = try database.prepare(
                """
                INSERT INTO usage (account, period, requests, characters, tokens) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (account, period)
                DO UPDATE SET requests = requests + excluded.requests, characters = characters + excluded.characters,
                              tokens = tokens + excluded.tokens
                """
            )
            for period in [day, month] {
                try insert.bind(1, text: account.rawValue)
                try insert.bind(2, text: period.text)
                try insert.bind(3, integer: Int64(usage.requests))
                try insert.bind(4, integer: Int64(usage.characters))
                try insert.bind(5, integer: Int64(usage.tokens))
                try insert.run()
            }
            if used[.day] == Usage() {
                let delete = try database.prepare("DELETE FROM usage WHERE period < ?")
                try delete.bind(1, text: forgotten)
                try delete.run()
            }
            return nil
        }
    }

    func takeBack(_ usage: Usage, for account: ProviderID, in periods: [UsagePeriod]) throws(ServiceError) {
        try change { database throws(ServiceError) in
            let update = try database.prepare(
                """
                UPDATE usage SET requests = max(0, requests - ?), characters = max(0, characters - ?),
                                 tokens = max(0, tokens - ?)
                WHERE account = ? AND period = ?
                """
            )
            for period in periods {
                try update.bind(1, integer: Int64(usage.requests))
                try update.bind(2, integer: Int64(usage.characters))
                try update.bind(3, integer: Int64(usage.tokens))
                try update.bind(4, text: account.rawValue)
                try update.bind(5, text: period.text)
                try update.run()
            }
        }
    }

    func records(in periods: [UsagePeriod]) throws(ServiceError) -> [UsageRecord] {
        // To look is no reason to make a file.
        if let path, !WholeFile.isAnything(at: path) { return [] }
        let texts = Set(periods.map(\.text))
        return try change { database throws(ServiceError) in
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

    func reset(_ account: ProviderID?) throws(ServiceError) -> Bool {
        if let path, !WholeFile.isAnything(at: path) { return false }
        return try change { database throws(ServiceError) in
            let delete = try database.prepare("DELETE FROM usage" + (account == nil ? "" : " WHERE account = ?"))
            if let account { try delete.bind(1, text: account.rawValue) }
            try delete.run()
            return database.changes > 0
        }
    }

    private static func usage(of account: ProviderID, in period: String, _ database: Database) throws(ServiceError)
        -> Usage
    {
        let select = try database.prepare(
            "SELECT requests, characters, tokens FROM usage WHERE account = ? AND period = ?"
        )
        try select.bind(1, text: account.rawValue)
        try select.bind(2, text: period)
        guard try select.step() else { return Usage() }
        return try usage(select, from: 0, of: database)
    }

    private static func usage(_ row: Statement, from column: Int32, of database: Database) throws(ServiceError) -> Usage
    {
        guard (column...column + 2).allSatisfy({ row.isInteger($0) && row.integer($0) >= 0 }) else {
            throw UsageFailure.error(DatabaseFailure(kind: .damaged, reason: "a count is no number"), database.subject)
        }
        return Usage(
            requests: Int(clamping: row.integer(column)),
            characters: Int(clamping: row.integer(column + 1)),
            tokens: Int(clamping: row.integer(column + 2))
        )
    }

    // MARK: The connection

    /// Does all of `work` or nothing, and nothing of another process between its statements.
    private func change<Value: Sendable>(
        _ work: @Sendable (Database) throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        guard let path else {
            throw ServiceError(
                .io,
                "there is no folder for the counts of budgets",
                remedy: "set HOME or XDG_STATE_HOME"
            )
        }
        return try connection.withLock { connection throws(ServiceError) in
            // Somebody may have removed the file, or put another in its place.
            if let open = connection, open.identity != Self.identity(of: path) { connection = nil }
            let database: Database
            if let open = connection {
                database = open.database
            } else {
                let new = try Self.connect(to: path)
                connection = new
                database = new.database
            }
            do {
                return try database.transaction { try work(database) }
            } catch {
                // The next call looks anew.
                connection = nil
                throw ServiceError(error)
            }
        }
    }

    private static func connect(to path: String) throws(ServiceError) -> Connection {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let folder = String(path[..<slash])
            if let above = folder.lastIndex(of: "/"), above != folder.startIndex {
                try Folder.make(String(folder[..<above]))
            }
            try PrivateFolder.make(folder, remedy: "remove it, or set XDG_STATE_HOME")
        }
        // SQLite would make it for everybody to read.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot open", path, errno: errno) }
        close(descriptor)
        let database = try Database(.writing(path), subject: path, largestValue: 1 << 20) {
            UsageFailure.error($0, path)
        }
        try database.setPatience(10_000)
        try database.run("PRAGMA synchronous = FULL")
        do {
            try database.transaction { try prepare(database, path) }
        } catch {
            throw ServiceError(error)
        }
        guard let identity = identity(of: path) else { throw SystemFailure.error("cannot open", path, errno: ENOENT) }
        return Connection(database: database, identity: identity)
    }

    private static func prepare(_ database: Database, _ path: String) throws(ServiceError) {
        switch try database.userVersion() {
        case 0:
            guard try database.number("SELECT count(*) FROM sqlite_master") == 0 else {
                throw UsageFailure.error(DatabaseFailure(kind: .damaged, reason: "it is another database"), path)
            }
            try database.run(
                """
                CREATE TABLE usage (
                    account TEXT NOT NULL, period TEXT NOT NULL, requests INTEGER NOT NULL, characters INTEGER NOT NULL,
                    tokens INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (account, period)
                ) WITHOUT ROWID
                """
            )
            try database.setUserVersion(1)
        case 1:
            let columns = try database.columns(of: "usage")
            guard columns.isSuperset(of: ["account", "period", "requests", "characters"]) else {
                throw UsageFailure.error(DatabaseFailure(kind: .damaged, reason: "its table is missing"), path)
            }
            // Versions that know no tokens go on using the file, and count none.
            if !columns.contains("tokens") {
                try database.run("ALTER TABLE usage ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0")
            }
        default:
            throw ServiceError(
                .unavailable,
                "\(SystemFailure.quoted(path)) was written by a later version of this program",
                remedy: "use that version, or remove the file, with which the counts begin anew"
            )
        }
    }

    private static func identity(of path: String) -> Identity? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    }
}
