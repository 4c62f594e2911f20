import Database
import LanguageServices
import Platform

/// An SQLite file for state that the user's processes share, with its folder, permissions, schema and error messages.
struct StateFile: Sendable {
    /// The schema of a file.
    struct Schema: Sendable {
        /// The `user_version` of the file.
        var version: Int32
        /// The required table and its columns.
        var table: String
        var columns: Set<String>
        /// The statements that create the tables.
        var statements: [String]
    }

    /// The remedies for failures.
    struct Remedies: Sendable {
        var full: String
        var unusable: String
        var damaged: String
        var laterVersion: String
    }

    let path: String
    /// The maximum size of a value and of a row, in bytes.
    let largestValue: Int
    /// The kind of value that may exceed that size, such as "a request"; `nil` if only a damaged file can contain such
    /// a value.
    let largeItem: String?
    let schema: Schema
    let remedies: Remedies
    /// Whether the folder belongs to the file, so other users may lose their access to it.
    var ownsFolder = true

    /// The folder of the file; `nil` if the path has none.
    var folder: String? { Self.parent(of: path) }

    /// The parent folder of a path; `nil` if the path has none or is in the root.
    static func parent(of path: String) -> String? {
        path.lastIndex(of: "/").flatMap { $0 == path.startIndex ? nil : String(path[..<$0]) }
    }

    /// Creates the folder and an empty file if necessary, readable only by the user.
    func make() throws(ServiceError) {
        if let folder {
            if let parent = Self.parent(of: folder) { try Folder.make(parent, permissions: 0o700) }
            try PrivateFolder.make(folder, restrictsReading: ownsFolder, remedy: remedies.unusable)
        }
        for _ in 0..<10 {
            // Do not open an existing file: closing it would release the locks of other connections in this process.
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor < 0 else {
                close(descriptor)
                return
            }
            guard errno == EEXIST else { throw SystemFailure.error("cannot open", path, errno: errno) }
            var status = stat()
            // Another process may have removed the file since then.
            guard lstat(path, &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw ServiceError(.io, "\(name) is not a regular file", remedy: remedies.unusable)
            }
            guard status.st_mode & 0o077 == 0 || chmod(path, 0o600) == 0 else {
                throw SystemFailure.error("cannot protect", path, errno: errno)
            }
            // SQLite creates these files with the permissions that the database had at that time.
            for suffix in ["-wal", "-shm", "-journal"] { Self.protect(path + suffix) }
            return
        }
        throw ServiceError(.io, "\(name) is removed repeatedly by another process", remedy: "try again")
    }

    private static func protect(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { return }
        _ = chmod(path, 0o600)
    }

    /// Opens the file created by ``make()`` without reading it.
    func connect() throws(ServiceError) -> Database {
        try Database(.writing(path), subject: path, largestValue: largestValue) { failure in error(for: failure) }
    }

    /// Creates the tables in a new file, and checks the tables of an existing file.
    ///
    /// - Throws: `ServiceError.Code.unavailable` for a file from a later version, `io` for another program's database.
    func prepare(_ database: Database) throws(ServiceError) {
        if try database.userVersion() == 0 {
            do {
                try database.transaction { try makeTables(database) }
            } catch {
                throw ServiceError(error)
            }
        }
        guard try database.userVersion() == Int64(schema.version) else {
            throw ServiceError(
                .unavailable,
                "\(name) was written by a later version of this program",
                remedy: remedies.laterVersion
            )
        }
        guard try database.columns(of: schema.table).isSuperset(of: schema.columns) else {
            throw database.failure(
                DatabaseFailure(kind: .damaged, reason: "the table '\(schema.table)' is missing or incomplete")
            )
        }
    }

    private func makeTables(_ database: Database) throws {
        // Another process may have created the tables while this process waited.
        guard try database.userVersion() == 0 else { return }
        guard try database.number("SELECT count(*) FROM sqlite_master") == 0 else {
            throw database.failure(DatabaseFailure(kind: .damaged, reason: "it is another program's database"))
        }
        for statement in schema.statements { try database.run(statement) }
        try database.setUserVersion(schema.version)
    }

    private var name: String { SystemFailure.quoted(path) }

    private func error(for failure: DatabaseFailure) -> ServiceError {
        switch failure.kind {
        case .full:
            return ServiceError(.io, "the disk is full: cannot write \(name)", remedy: remedies.full)
        case .busy:
            return ServiceError(.unavailable, "another process is using \(name)", remedy: "try again later")
        case .unusable:
            return ServiceError(.io, "cannot use \(name): \(failure.reason)", remedy: remedies.unusable)
        case .tooLarge(let limit):
            guard let largeItem else { break }
            return ServiceError(.limitExceeded, "\(largeItem) exceeds \(limit) bytes, the maximum for \(name)")
        case .damaged, .refused: break
        }
        return ServiceError(.io, "\(name) is damaged: \(failure.reason)", remedy: remedies.damaged)
    }
}

/// A value to bind to a statement's parameter.
enum SQLValue {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

extension Statement {
    /// Binds the values of all parameters.
    func bind(_ values: [SQLValue]) throws(ServiceError) {
        var index: Int32 = 1
        for value in values {
            switch value {
            case .integer(let number): try bind(index, integer: number)
            case .text(let text): try bind(index, text: text)
            case .blob(let bytes): try bind(index, blob: bytes)
            case .null: try bindNull(index)
            }
            index += 1
        }
    }

    /// Binds new values and runs the statement to completion.
    func run(_ values: [SQLValue]) throws(ServiceError) {
        try bind(values)
        try run()
    }
}

extension Database {
    /// Prepares a statement and binds values.
    func statement(_ sql: String, _ values: [SQLValue]) throws(ServiceError) -> Statement {
        let statement = try prepare(sql)
        try statement.bind(values)
        return statement
    }

    /// Runs a statement with values and returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue]) throws(ServiceError) -> Int {
        try statement(sql, values).run()
        return changes
    }

    /// Runs a statement for each row ID, which is the last parameter.
    ///
    /// - Returns: The IDs of the changed rows.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = [], forEach rows: [Int64]) throws(ServiceError) -> Set<Int64> {
        let statement = try prepare(sql)
        var changed = Set<Int64>()
        for row in rows {
            try statement.run(values + [.integer(row)])
            if changes == 1 { changed.insert(row) }
        }
        return changed
    }
}

extension Database {
    /// From now on, deleted content is overwritten with zeros in the file.
    func overwriteDeletedContent() throws(ServiceError) { try run("PRAGMA secure_delete = ON") }

    /// Empties the write-ahead log, which contains deleted content. While another process reads the file, the log
    /// remains until a later checkpoint.
    func truncateLog() throws(ServiceError) { try run("PRAGMA wal_checkpoint(TRUNCATE)") }
}

/// The system time in seconds since 1970.
@Sendable func systemSeconds() -> Int64 { Int64(time(nil)) }
