import CSQLite
package import LanguageServices

/// A prepared statement of a ``Database``. As in SQLite, columns are numbered from 0 and parameters from 1.
package final class Statement {
    private let handle: OpaquePointer
    private let database: Database

    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    /// Advances to the next row; returns `false` if there is none.
    package func step() throws(ServiceError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw database.failure()
        }
    }

    /// Resets the statement; bound values are kept.
    package func reset() { sqlite3_reset(handle) }

    /// Runs the statement to completion and resets it.
    package func run() throws(ServiceError) {
        defer { reset() }
        while try step() {}
    }

    /// Binds a number.
    package func bind(_ index: Int32, integer: Int64) throws(ServiceError) {
        guard sqlite3_bind_int64(handle, index, integer) == SQLITE_OK else { throw database.failure() }
    }

    /// Binds text.
    package func bind(_ index: Int32, text: String) throws(ServiceError) {
        try bind(index, text: Array(text.utf8))
    }

    /// Binds text given as UTF-8.
    package func bind(_ index: Int32, text: [UInt8]) throws(ServiceError) {
        try check(text) { csqlite_bind_text(handle, index, $0, $1) }
    }

    /// Binds a blob.
    package func bind(_ index: Int32, blob: [UInt8]) throws(ServiceError) {
        try check(blob) { csqlite_bind_blob(handle, index, $0, $1) }
    }

    /// Binds NULL.
    package func bindNull(_ index: Int32) throws(ServiceError) {
        guard sqlite3_bind_null(handle, index) == SQLITE_OK else { throw database.failure() }
    }

    /// Whether a column is an integer.
    package func isInteger(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_INTEGER }

    /// Whether a column is NULL.
    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// An integer column; 0 for other types.
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// A text column; invalid UTF-8 becomes U+FFFD.
    package func text(_ column: Int32) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a blob column, or the UTF-8 bytes of a text column.
    package func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { Array($0) }
    }

    private func withBytes<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        // Reading a blob as text would make SQLite convert it from the database's encoding.
        let isBlob = sqlite3_column_type(handle, column) == SQLITE_BLOB
        let start = isBlob ? sqlite3_column_blob(handle, column) : sqlite3_column_text(handle, column).map { .init($0) }
        return body(
            UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
        )
    }

    private func check(_ bytes: [UInt8], _ bind: (UnsafeRawPointer?, Int32) -> Int32) throws(ServiceError) {
        guard let count = Int32(exactly: bytes.count) else {
            throw database.failure(DatabaseFailure(kind: .tooLarge(limit: 2 << 30), reason: "a new value is too large"))
        }
        guard bytes.withUnsafeBytes({ bind($0.baseAddress, count) }) == SQLITE_OK else { throw database.failure() }
    }

    deinit { sqlite3_finalize(handle) }
}
