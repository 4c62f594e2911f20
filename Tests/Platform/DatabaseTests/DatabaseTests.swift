import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Database

@Suite("Databases")
struct DatabaseTests {
    private static func open(_ place: DatabaseLocation, largestValue: Int = 1 << 20) throws -> Database {
        try Database(place, subject: "the trial", largestValue: largestValue) { failure in
            ServiceError(.io, "\(failure.kind): \(failure.reason)")
        }
    }

    private static func shared(_ path: String, patience: Int = 0) throws -> Database {
        let database = try open(.creating(path))
        try database.enableWAL(timeout: patience, isDurable: true)
        return database
    }

    @Test("bound values are returned unchanged")
    func values() throws {
        let database = try Self.open(.memory)
        try database.run("CREATE TABLE t (a INTEGER, b TEXT, c BLOB, d TEXT)")
        let insert = try database.prepare("INSERT INTO t VALUES (?, ?, ?, ?)")
        for number in [Int64.min, 0, .max] {
            try insert.bind(1, integer: number)
            try insert.bind(2, text: "a\u{0}é")
            try insert.bind(3, blob: [0, 0xFF])
            try insert.bindNull(4)
            try insert.run()
        }
        #expect(database.lastRow == 3)
        let rows = try database.prepare("SELECT a, b, c, d FROM t ORDER BY a")
        var numbers: [Int64] = []
        while try rows.step() {
            numbers.append(rows.integer(0))
            #expect(rows.isInteger(0))
            #expect(rows.text(1) == "a\u{0}é")
            #expect(rows.bytes(2) == [0, 0xFF])
            #expect(rows.isNull(3) && !rows.isNull(1))
        }
        #expect(numbers == [.min, 0, .max])
        #expect(try database.columns(of: "t") == ["a", "b", "c", "d"])
        #expect(try database.columns(of: "none").isEmpty)
    }

    @Test("a name is always a file name, never a URI", arguments: [":memory:", "file:x?mode=memory", "x y"])
    func names(_ name: String) throws {
        let folder = try TemporaryFolder()
        let database = try Self.open(.creating(folder.file(name)))
        try database.run("CREATE TABLE t (a)")
        #expect(folder.names() == [name])
        #expect(DatabaseLocation.creating(name).path == "./\(name)")
        #expect(DatabaseLocation.reading("").path == "./")
    }

    @Test("a missing file is not created unless requested")
    func missing() throws {
        let folder = try TemporaryFolder()
        for place in [DatabaseLocation.reading(folder.file("none")), .writing(folder.file("none"))] {
            #expect(throws: ServiceError.self) { try Self.open(place) }
        }
        #expect(folder.names().isEmpty)
    }

    @Test("an untrusted schema is not executed")
    func hostile() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("d")
        do {
            let database = try Self.open(.creating(path))
            try database.run("CREATE TABLE t (a)")
            try database.run("CREATE TABLE heard (a)")
            try database.run("CREATE TRIGGER loud AFTER INSERT ON t BEGIN INSERT INTO heard VALUES (1); END")
            try database.run("CREATE VIEW v AS SELECT * FROM t")
        }
        let database = try Self.open(.writing(path))
        try database.run("INSERT INTO t VALUES (1)")
        #expect(try database.number("SELECT count(*) FROM heard") == 0)
        #expect(throws: ServiceError.self) { try database.run("SELECT * FROM v") }
        #expect(throws: ServiceError.self) { try database.run("ATTACH '\(folder.file("other"))' AS other") }
        #expect(throws: ServiceError.self) { try database.run("SELECT load_extension('x')") }
        #expect(try database.columns(of: "v").isEmpty)
        #expect(folder.names() == ["d"])
    }

    @Test("kinds of failures are distinguished")
    func kinds() throws {
        let folder = try TemporaryFolder()
        try AtomicFile.write(Array("this is no database, but a text that is long enough".utf8), to: folder.file("text"))
        let text = try Self.open(.writing(folder.file("text")))
        #expect(text.lastFailure == nil)
        #expect(throws: ServiceError.self) { try text.run("SELECT * FROM sqlite_master") }
        #expect(text.lastFailure?.kind == .damaged)

        let small = try Self.open(.memory, largestValue: 1000)
        try small.run("CREATE TABLE t (a)")
        let insert = try small.prepare("INSERT INTO t VALUES (?)")
        #expect(throws: ServiceError.self) { try insert.bind(1, blob: Array(repeating: 0, count: 2000)) }
        #expect(small.lastFailure?.kind == .tooLarge(limit: 1000))

        #expect(throws: ServiceError.self) { try small.run("INSERT INTO none VALUES (1)") }
        #expect(small.lastFailure?.kind == .refused)
        #expect(small.lastFailure?.reason.contains("none") == true)
    }

    @Test("a failed transaction changes nothing, and reports its first failure")
    func transactions() throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let database = try Self.shared(folder.file("d"))
        try database.run("CREATE TABLE t (a UNIQUE)")
        #expect(throws: Stop.self) {
            try database.transaction {
                try database.run("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        #expect(throws: ServiceError.self) {
            try database.transaction {
                try database.run("INSERT INTO t VALUES (1)")
                try database.run("INSERT INTO t VALUES (1)")
            }
        }
        #expect(database.lastFailure?.reason.contains("UNIQUE") == true)
        #expect(try database.number("SELECT count(*) FROM t") == 0)
        let seven = try database.transaction {
            try database.run("INSERT INTO t VALUES (7)")
            return try database.number("SELECT a FROM t")
        }
        #expect(seven == 7)
    }

    @Test("connections share a file: a reader does not wait, and a second writer gets a busy error")
    func sharing() throws {
        let folder = try TemporaryFolder()
        let first = try Self.shared(folder.file("d"))
        let second = try Self.shared(folder.file("d"))
        try first.run("CREATE TABLE t (a)")
        try first.run("BEGIN IMMEDIATE")
        try first.run("INSERT INTO t VALUES (1)")
        #expect(try second.number("SELECT count(*) FROM t") == 0)
        #expect(throws: ServiceError.self) { try second.transaction {} }
        #expect(second.lastFailure?.kind == .busy)
        try first.run("COMMIT")
        try second.transaction { try second.run("INSERT INTO t VALUES (2)") }
        #expect(try first.number("SELECT count(*) FROM t") == 2)
        #expect(try first.mistakes(isThorough: true).isEmpty)
    }

    @Test("an incomplete journal is ignored")
    func unfinished() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("d")
        let database = try Self.shared(path)
        try database.run("CREATE TABLE t (a)")
        try database.run("INSERT INTO t VALUES (1)")
        try database.run("BEGIN IMMEDIATE")
        try database.run("INSERT INTO t VALUES (2)")
        // The state left by a process that is killed now.
        for suffix in ["", "-wal"] {
            try AtomicFile.write(try #require(contents(path + suffix)), to: folder.file("copy" + suffix))
        }
        let copy = try Self.shared(folder.file("copy"))
        #expect(try copy.number("SELECT group_concat(a) FROM t") == 1)
        #expect(try copy.mistakes(isThorough: true).isEmpty)
    }

    @Test("the user version is stored in the file")
    func version() throws {
        let folder = try TemporaryFolder()
        do {
            let database = try Self.shared(folder.file("d"))
            #expect(try database.userVersion() == 0)
            try database.setUserVersion(12)
        }
        #expect(try Self.open(.reading(folder.file("d"))).userVersion() == 12)
    }

    @Test("damage within a file is detected")
    func damage() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("d")
        do {
            let database = try Self.open(.creating(path))
            try database.run("CREATE TABLE t (a TEXT)")
            try database.run("CREATE INDEX i ON t (a)")
            let insert = try database.prepare("INSERT INTO t VALUES (?)")
            for number in 0..<500 {
                try insert.bind(1, text: "text \(number)")
                try insert.run()
            }
        }
        var bytes = try #require(contents(path))
        for place in stride(from: 5000, to: bytes.count, by: 97) { bytes[place] ^= 0x5A }
        try AtomicFile.write(bytes, to: path)
        let database = try Self.open(.reading(path))
        let mistakes = try? database.mistakes(isThorough: true)
        #expect(mistakes?.isEmpty != true)
    }
}
