import CSQLite
package import LanguageServices

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
        _ place: DatabasePlace,
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
