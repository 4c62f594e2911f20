import CSQLite
package import LanguageServices

/// What a database needs that is a file of our own, which several processes change at once.
extension Database {
    /// Has changes written to a log first (WAL mode), so that readers never wait, and a process that is killed, or a
    /// power cut, leaves the file whole.
    ///
    /// - Parameters:
    ///   - patience: How long a change waits for another connection's, in milliseconds; the thread sleeps meanwhile.
    ///   - isDurable: Whether a change that is committed is on the disk, and survives a power cut. Without it the last
    ///     changes may be missing after one, but never parts of a change.
    package func keepLog(patience: Int, isDurable: Bool) throws(ServiceError) {
        try setPatience(patience)
        let statement = try prepare("PRAGMA journal_mode = WAL")
        guard try statement.step(), statement.text(0).lowercased() == "wal" else {
            throw failure(DatabaseFailure(kind: .unusable, reason: "the file system cannot share a log of changes"))
        }
        try run("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
    }

    /// How long a statement waits for another connection, in milliseconds.
    package func setPatience(_ milliseconds: Int) throws(ServiceError) {
        guard sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)) == SQLITE_OK else { throw failure() }
    }

    /// Leaves the log where it is when the connection is closed, instead of moving its content into the file.
    ///
    /// SQLite takes the log to be the one beside the name that it has opened. Where somebody else may have put another file
    /// under this name, closing must change nothing.
    package func leaveLogAtEnd() throws(ServiceError) {
        guard csqlite_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) == SQLITE_OK else { throw failure() }
    }

    /// Does all of `body` or nothing, and nothing of another process between its statements.
    ///
    /// - Throws: `ServiceError`, and what `body` throws; then nothing is changed.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try within("BEGIN IMMEDIATE", body)
    }

    /// Reads, and sees nothing of what others change meanwhile.
    ///
    /// - Throws: `ServiceError`, and what `body` throws.
    package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try within("BEGIN", body)
    }

    private func within<Value>(_ begin: String, _ body: () throws -> Value) throws -> Value {
        try run(begin)
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // The first failure is what is to be told, and after some SQLite has gone back by itself.
            let first = lastFailure
            try? run("ROLLBACK")
            lastFailure = first
            throw error
        }
    }

    /// The number that the file carries for its users, 0 in a new one.
    package func userVersion() throws(ServiceError) -> Int64 {
        try number("PRAGMA user_version")
    }

    /// Writes the number that the file carries for its users.
    package func setUserVersion(_ version: Int32) throws(ServiceError) {
        try run("PRAGMA user_version = \(version)")
    }

    /// What SQLite finds wrong with the file, a line each; none when it is whole.
    ///
    /// - Parameter isThorough: Whether indexes are compared with their tables as well, which takes longer.
    package func mistakes(isThorough: Bool) throws(ServiceError) -> [String] {
        let statement = try prepare(isThorough ? "PRAGMA integrity_check(20)" : "PRAGMA quick_check(20)")
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(0)) }
        return lines == ["ok"] ? [] : lines
    }

    /// The number that a query without parameters gives; 0 when it gives none.
    package func number(_ sql: String) throws(ServiceError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : 0
    }
}
