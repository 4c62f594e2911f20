import CSQLite
package import LanguageServices
import Platform

/// A connection to an SQLite database. It is safe for untrusted files: nothing in the schema is executed.
///
/// Views, triggers, extensions, attached databases and functions in the schema are disabled, and the size of values is
/// limited, so a damaged or malicious file can only cause errors. Only one thread at a time may use a connection, so it
/// is not `Sendable`.
package final class Database {
    /// The SQLite handle, for functions that this class does not wrap.
    package let handle: OpaquePointer

    /// The subject of error messages, usually a path.
    package let subject: String

    /// The last failure, for callers that depend on its kind; `nil` if nothing has failed yet.
    package internal(set) var lastFailure: DatabaseFailure?

    private let explain: @Sendable (DatabaseFailure) -> ServiceError

    /// Opens a database.
    ///
    /// The file is opened but not read. If it is not a database, the first statement fails.
    ///
    /// - Parameters:
    ///   - location: The location and access mode.
    ///   - subject: The subject of error messages.
    ///   - largestValue: The maximum size of a value and of a row, in bytes.
    ///   - explain: Converts a failure to the error to throw.
    package init(
        _ location: DatabaseLocation,
        subject: String,
        largestValue: Int,
        explain: @escaping @Sendable (DatabaseFailure) -> ServiceError
    ) throws(ServiceError) {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(location.path, &handle, location.flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else {
            throw explain(DatabaseFailure(kind: .unusable, reason: "out of memory"))
        }
        self.handle = handle
        self.subject = subject
        self.explain = explain
        guard code == SQLITE_OK else { throw failure() }
        let settings: [(Int32, Int32)] = [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
        ]
        for (setting, value) in settings where csqlite_switch(handle, setting, value) != SQLITE_OK { throw failure() }
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: largestValue))
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 100)
        try run("PRAGMA cell_size_check = ON")
        try run("PRAGMA temp_store = MEMORY")
    }

    /// Prepares a statement.
    package func prepare(_ sql: String) throws(ServiceError) -> Statement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure()
        }
        return Statement(statement, of: self)
    }

    /// Runs a statement to completion.
    package func run(_ sql: String) throws(ServiceError) {
        let statement = try prepare(sql)
        while try statement.step() {}
    }

    /// The names of an ordinary table's stored columns, excluding generated columns; empty if there is no such table.
    package func columns(of table: String) throws(ServiceError) -> Set<String> {
        // Views and virtual tables have no root page.
        let found = try prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ? AND rootpage > 0")
        try found.bind(1, text: table)
        guard try found.step(), found.integer(0) == 1 else { return [] }
        let statement = try prepare("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0")
        try statement.bind(1, text: table)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.text(0)) }
        return names
    }

    /// The number of rows that the last statement changed.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The id of the last inserted row.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Creates the error for SQLite's last failure on this connection and stores it as ``lastFailure``.
    package func failure() -> ServiceError {
        failure(DatabaseFailure(of: handle))
    }

    /// Creates the error for a failure that SQLite did not report and stores it as ``lastFailure``.
    package func failure(_ failure: DatabaseFailure) -> ServiceError {
        lastFailure = failure
        return explain(failure)
    }

    deinit { sqlite3_close_v2(handle) }
}

/// Features for our own databases, which several processes may change concurrently.
extension Database {
    /// Enables write-ahead logging: readers never wait, and neither killing a process nor a power failure damages the
    /// file.
    ///
    /// - Parameters:
    ///   - timeout: How long a write waits for another connection's lock, in milliseconds; the thread sleeps during the
    ///     wait.
    ///   - isDurable: Whether a committed transaction survives a power failure. If not, the most recent transactions
    ///     may be lost, but never partially.
    package func enableWAL(timeout: Int, isDurable: Bool) throws(ServiceError) {
        try setTimeout(timeout)
        let statement = try prepare("PRAGMA journal_mode = WAL")
        guard try statement.step(), statement.text(0).lowercased() == "wal" else {
            throw failure(DatabaseFailure(kind: .unusable, reason: "the file system does not support shared WAL files"))
        }
        try run("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
    }

    /// Sets how long a statement waits for another connection's lock, in milliseconds.
    package func setTimeout(_ milliseconds: Int) throws(ServiceError) {
        guard sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)) == SQLITE_OK else { throw failure() }
    }

    /// Keeps the write-ahead log when the connection is closed, instead of moving its content into the database file.
    ///
    /// SQLite derives the log's path from that of the database file. If another process may have put another file at
    /// that path, closing the connection must not change anything.
    package func leaveWALAtEnd() throws(ServiceError) {
        guard csqlite_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) == SQLITE_OK else { throw failure() }
    }

    /// Runs `body` in an exclusive transaction.
    ///
    /// - Throws: `ServiceError`, or an error thrown by `body`; in either case, the transaction is rolled back.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try within("BEGIN IMMEDIATE", body)
    }

    /// Runs `body` in a read transaction, so it sees a consistent state.
    ///
    /// - Throws: `ServiceError`, or an error thrown by `body`.
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
            // Report the first failure; SQLite rolls back automatically after some errors.
            let first = lastFailure
            try? run("ROLLBACK")
            lastFailure = first
            throw error
        }
    }

    /// Rewrites the file without free pages, outside a transaction.
    package func vacuum() throws(ServiceError) {
        // VACUUM attaches a temporary database.
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
        try run("VACUUM")
    }

    /// The `user_version` of the file, 0 in a new file.
    package func userVersion() throws(ServiceError) -> Int64 {
        try number("PRAGMA user_version")
    }

    /// Sets the `user_version` of the file.
    package func setUserVersion(_ version: Int32) throws(ServiceError) {
        try run("PRAGMA user_version = \(version)")
    }

    /// The problems found by SQLite's integrity check; empty if the file is intact.
    ///
    /// - Parameter isThorough: Whether to also compare indexes with their tables, which takes longer.
    package func mistakes(isThorough: Bool) throws(ServiceError) -> [String] {
        let statement = try prepare(isThorough ? "PRAGMA integrity_check(20)" : "PRAGMA quick_check(20)")
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(0)) }
        return lines == ["ok"] ? [] : lines
    }

    /// The number that a query without parameters returns; 0 if it returns no row.
    package func number(_ sql: String) throws(ServiceError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : 0
    }
}

/// The location and access mode of a ``Database``.
package enum DatabaseLocation: Sendable, Hashable {
    /// An empty in-memory database.
    case memory
    /// An existing file, read-only.
    case reading(String)
    /// An existing file, read-write.
    case writing(String)
    /// A file, read-write, created if it does not exist.
    case creating(String)

    var path: String {
        switch self {
        case .memory: ":memory:"
        case .reading(let path), .writing(let path), .creating(let path): Self.plain(path)
        }
    }

    var flags: Int32 {
        switch self {
        case .reading: SQLITE_OPEN_READONLY
        case .memory, .writing: SQLITE_OPEN_READWRITE
        case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }

    /// Converts a path so that SQLite does not interpret it. To SQLite, an empty name or `:memory:` means a database
    /// without a file, and `file:` starts a URI.
    private static func plain(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./" + path
    }
}

/// A failure of a ``Database``.
package struct DatabaseFailure: Sendable, Hashable {
    /// The kind of failure, which determines how the caller should react.
    package enum Kind: Sendable, Hashable {
        /// The disk is full.
        case full
        /// Another connection holds a lock and did not release it in time.
        case busy
        /// The file cannot be opened, read or written, or memory is exhausted.
        case unusable
        /// A value or row is larger than the connection's limit.
        case tooLarge(limit: Int)
        /// The file is damaged or not a database.
        case damaged
        /// Another error, such as a missing table or a violated constraint.
        case refused
    }

    /// The kind of failure.
    package var kind: Kind

    /// SQLite's message, for use within a line of text.
    package var reason: String

    /// Creates a failure that SQLite did not report.
    package init(kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// Creates the last failure of a connection.
    init(of database: OpaquePointer) {
        reason = SystemFailure.line(sqlite3_errmsg(database)) ?? "SQLite gives no reason"
        kind =
            switch sqlite3_errcode(database) & 0xFF {
            case SQLITE_FULL: .full
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_PERM, SQLITE_READONLY, SQLITE_PROTOCOL: .unusable
            case SQLITE_TOOBIG: .tooLarge(limit: Int(sqlite3_limit(database, SQLITE_LIMIT_LENGTH, -1)))
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
            default: .refused
            }
    }
}
