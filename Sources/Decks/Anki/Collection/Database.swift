import CSQLite
import Files
import LanguageServices

/// A connection to the database of a collection, which somebody else made: nothing that is written in it is run.
///
/// Views, triggers, extensions, other databases and functions that its schema calls are switched off, and values have a
/// largest size. A connection is used by one thread at a time.
final class Database {
    let handle: OpaquePointer

    /// The package that it came out of, for errors.
    let package: String

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: The file; without one the database is in memory and empty.
    ///   - isWritable: Whether it may be changed. Changes are safe only against other connections, not against a power
    ///     cut: a draft is changed, never a file that is anybody's.
    ///   - package: The package that it came out of.
    ///   - limits: How large a value may be.
    init(path: String?, isWritable: Bool, package: String, limits: PackageLimits) throws(ServiceError) {
        var handle: OpaquePointer?
        let access = isWritable || path == nil ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(path ?? ":memory:", &handle, access | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw ServiceError(.io, "no memory is left to open a deck") }
        self.handle = handle
        self.package = package
        guard code == SQLITE_OK else { throw failure() }
        let settings: [(Int32, Int32)] = [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
        ]
        for (setting, value) in settings where csqlite_switch(handle, setting, value) != SQLITE_OK { throw failure() }
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: limits.value))
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 100)
        guard UnicaseCollation.register(handle) == SQLITE_OK else { throw failure() }
        try run("PRAGMA cell_size_check = ON")
        try run("PRAGMA temp_store = MEMORY")
        if isWritable {
            try run("PRAGMA journal_mode = MEMORY")
            try run("PRAGMA synchronous = OFF")
        }
    }

    /// Prepares a statement.
    func prepare(_ sql: String) throws(ServiceError) -> Statement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure()
        }
        return Statement(statement, of: self)
    }

    /// Runs a statement to its end.
    func run(_ sql: String) throws(ServiceError) {
        let statement = try prepare(sql)
        while try statement.step() {}
    }

    /// The names of the columns of a real table, of those that are stored and not computed; none when there is no such
    /// table.
    func columns(of table: String) throws(ServiceError) -> Set<String> {
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
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// What SQLite says of its last failure.
    func failure() -> ServiceError {
        let reason = PackageFailure.text(sqlite3_errmsg(handle)) ?? "SQLite says nothing of it"
        switch sqlite3_errcode(handle) & 0xFF {
        case SQLITE_FULL:
            return ServiceError(
                .io,
                "the temporary folder is full, where \(SystemFailure.quoted(package)) was unpacked",
                remedy: "free some space, or set TMPDIR to another folder"
            )
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_PERM, SQLITE_READONLY:
            return ServiceError(.io, "cannot work on \(SystemFailure.quoted(package)): \(reason)")
        case SQLITE_TOOBIG:
            let size = PackageFailure.size(Int(sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1)))
            return PackageFailure.tooLarge(package, "its collection has a value larger than \(size)")
        default:
            return PackageFailure.damaged(package, "its collection cannot be read: \(reason)")
        }
    }

    deinit { sqlite3_close_v2(handle) }
}
