import CSQLite
import Platform
import TestSupport
import Testing

@testable import Decks

/// All rows of all tables of a package's collection, and its schema, as text.
struct TableDump: Equatable {
    var schema: [String] = []

    /// The rows by table, then by first column.
    var rows: [String: [String: [String: String]]] = [:]

    init(package: String) throws {
        let contents = try PackageBuilder.read(package)
        let name = ["collection.anki21b", "collection.anki21", "collection.anki2"].first {
            contents.bytes(of: $0) != nil
        }
        let known = try #require(name)
        var bytes = try #require(contents.bytes(of: known))
        if name == "collection.anki21b" { bytes = try PackageBuilder.unpacked(bytes) }
        try self.init(collection: bytes)
    }

    init(collection bytes: [UInt8]) throws {
        let folder = try TemporaryFolder()
        try AtomicFile.write(bytes, to: folder.file("collection"))
        var handle: OpaquePointer?
        try #require(sqlite3_open(folder.file("collection"), &handle) == SQLITE_OK)
        let database = try #require(handle)
        defer { sqlite3_close(database) }
        _ = UnicaseCollation.register(database)
        #expect(try Self.query("PRAGMA integrity_check", database).map { Array($0.values) } == [["ok"]])
        var tables: [String] = []
        for row in try Self.query("SELECT type, name, sql FROM sqlite_master ORDER BY rowid", database) {
            schema.append("\(row["type"] ?? "") \(row["name"] ?? "") \(row["sql"] ?? "")")
            if row["type"] == "table", let name = row["name"] { tables.append(name) }
        }
        for table in tables {
            let columns = try Self.query("SELECT name FROM pragma_table_info('\(table)')", database)
                .compactMap { $0["name"] }
            for (number, row) in try Self.query("SELECT * FROM \"\(table)\"", database).enumerated() {
                let key = table == "fields" ? "\(row["ntid"] ?? "")/\(row["ord"] ?? "")" : row[columns.first ?? ""]
                rows[table, default: [:]][key ?? "\(number)"] = row
            }
        }
    }

    /// The rows of a table by key.
    subscript(table: String) -> [String: [String: String]] { rows[table] ?? [:] }

    /// The differences between two dumps: `table key column`.
    func differences(from other: Self) -> Set<String> {
        var result: Set<String> = schema == other.schema ? [] : ["schema"]
        for table in Set(rows.keys).union(other.rows.keys) {
            for key in Set(self[table].keys).union(other[table].keys) {
                guard let new = self[table][key], let old = other[table][key] else {
                    result.insert("\(table) \(key)")
                    continue
                }
                for column in new.keys where new[column] != old[column] { result.insert("\(table) \(key) \(column)") }
            }
        }
        return result
    }

    private static func query(_ sql: String, _ database: OpaquePointer) throws -> [[String: String]] {
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        var rows: [[String: String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            var row: [String: String] = [:]
            for column in 0..<sqlite3_column_count(statement) {
                let name = String(cString: sqlite3_column_name(statement, column))
                // Values include their type: the number 1 and the string "1" differ.
                let type = sqlite3_column_type(statement, column)
                let start = sqlite3_column_blob(statement, column)
                let bytes = UnsafeRawBufferPointer(
                    start: start,
                    count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
                )
                row[name] =
                    switch type {
                    case SQLITE_INTEGER: "#\(String(decoding: bytes, as: UTF8.self))"
                    case SQLITE_BLOB: bytes.map { String($0, radix: 16) }.joined(separator: " ")
                    default: String(decoding: bytes, as: UTF8.self)
                    }
            }
            rows.append(row)
        }
        return rows
    }
}
