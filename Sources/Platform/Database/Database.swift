import CSQLite
package import LanguageServices
import Platform

/// A connection to an SQLite database. Nothing that is written in the file is run.
///
/// Views, triggers, extensions, other databases and functions that its schema calls are switched off, and values have a
/// largest size; so a file that somebody else made, or that is damaged, can do no more than fail. A connection is used by
/// one thread at a time, which is why it is not `Sendable`.
package final class Database {
    /// SQLite's own handle, for what this class does not offer.
    package let handle: OpaquePointer

    /// What the database is a part of, for errors: a path, as a rule.
    package let subject: String

    /// What went wrong last, for who decides by the kind of a failure; `nil` before the first one.
    package internal(set) var lastFailure: DatabaseFailure?

    private let explain: @Sendable (DatabaseFailure) -> ServiceError

    /// Opens a database.
    ///
    /// The file is opened but not read: that it is no database shows with the first statement.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - subject: What it is a part of, for errors.
    ///   - largestValue: The largest size of a value and of a row, in bytes.
    ///   - explain: Makes the error that a failure is thrown as.
    package init(
        _ place: DatabaseLocation,
        subject: String,
        largestValue: Int,
        explain: @escaping @Sendable (DatabaseFailure) -> ServiceError
    ) throws(ServiceError) {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(place.path, &handle, place.flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else {
            throw explain(DatabaseFailure(kind: .unusable, reason: "no memory is left to open it"))
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

    /// Runs a statement to its end.
    package func run(_ sql: String) throws(ServiceError) {
        let statement = try prepare(sql)
        while try statement.step() {}
    }

    /// The names of the columns of a real table, of those that are stored and not computed; none when there is no such
    /// table.
    package func columns(of table: String) throws(ServiceError) -> Set<String> {
        // A view, and a table that a module makes up, has no page of its own.
        let found = try prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ? AND rootpage > 0")
        try found.bind(1, text: table)
        guard try found.step(), found.integer(0) == 1 else { return [] }
        let statement = try prepare("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0")
        try statement.bind(1, text: table)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.text(0)) }
        return names
    }

    /// How many rows the last statement changed.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The number of the row that was put in last.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The error for SQLite's last failure on this connection; remembers it as ``lastFailure``.
    package func failure() -> ServiceError {
        failure(DatabaseFailure(of: handle))
    }

    /// The error for a failure that SQLite does not know of; remembers it as ``lastFailure``.
    package func failure(_ failure: DatabaseFailure) -> ServiceError {
        lastFailure = failure
        return explain(failure)
    }

    deinit { sqlite3_close_v2(handle) }
}

/// What a database needs that is a file of our own, which several processes change at once.
extension Database {
    /// Has changes written to a log first (WAL mode), so that readers never wait, and a process that is killed, or a
    /// power cut, leaves the file whole.
    ///
    /// - Parameters:
    ///   - patience: How long a change waits for another connection's, in milliseconds; the thread sleeps meanwhile.
    ///   - isDurable: Whether a change that is committed is on the disk, and survives a power cut. Without it the last
    ///     changes may be missing after one, but never parts of a change.
    package func enableWAL(patience: Int, isDurable: Bool) throws(ServiceError) {
        try setTimeout(patience)
        let statement = try prepare("PRAGMA journal_mode = WAL")
        guard try statement.step(), statement.text(0).lowercased() == "wal" else {
            throw failure(DatabaseFailure(kind: .unusable, reason: "the file system cannot share a log of changes"))
        }
        try run("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
    }

    /// How long a statement waits for another connection, in milliseconds.
    package func setTimeout(_ milliseconds: Int) throws(ServiceError) {
        guard sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)) == SQLITE_OK else { throw failure() }
    }

    /// Leaves the log where it is when the connection is closed, instead of moving its content into the file.
    ///
    /// SQLite takes the log to be the one beside the name that it has opened. Where somebody else may have put another file
    /// under this name, closing must change nothing.
    package func leaveWALAtEnd() throws(ServiceError) {
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

/// Where a ``Database`` is, and what may be done with it.
package enum DatabaseLocation: Sendable, Hashable {
    /// In memory, empty.
    case memory
    /// A file that is only read.
    case reading(String)
    /// A file that is there and may be changed.
    case writing(String)
    /// A file that may be changed, and is made where it is missing.
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

    /// A path that SQLite takes for nothing else: an empty name and `:memory:` mean a database without a file, and `file:`
    /// may begin an address with options.
    private static func plain(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./" + path
    }
}

/// What went wrong in a ``Database``.
package struct DatabaseFailure: Sendable, Hashable {
    /// What is to be done about a failure depends on this.
    package enum Kind: Sendable, Hashable {
        /// The disk is full.
        case full
        /// Another connection has the database, and did not give it back in time.
        case busy
        /// The file cannot be opened, read or written, or no memory is left.
        case unusable
        /// A value or a row is larger than the connection allows.
        case tooLarge(limit: Int)
        /// The file is damaged, or no database at all.
        case damaged
        /// Anything else: a table that is missing, a constraint that does not hold.
        case refused
    }

    /// What kind of failure it is.
    package var kind: Kind

    /// What SQLite says of it, as a part of a line.
    package var reason: String

    /// A failure of one's own.
    package init(kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The last failure of a connection.
    init(of database: OpaquePointer) {
        reason = SystemFailure.line(sqlite3_errmsg(database)) ?? "SQLite says nothing of it"
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
