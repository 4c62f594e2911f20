import CSQLite
import Platform

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
