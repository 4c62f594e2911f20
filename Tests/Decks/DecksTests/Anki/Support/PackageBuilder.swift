import CSQLite
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

/// Builds valid and malformed packages.
struct PackageBuilder {
    var entries: [(name: String, bytes: [UInt8])] = []

    /// A package of the oldest format.
    static func first(_ sql: [String] = [], list: String = "{}", media: [String: [UInt8]] = [:]) throws -> Self {
        var package = Self()
        package.entries = [("collection.anki2", try collection(schema11 + sql)), ("media", Array(list.utf8))]
        for (name, bytes) in media.sorted(by: { $0.key < $1.key }) { package.entries.append((name, bytes)) }
        return package
    }

    /// A package of the newest format.
    static func third(_ sql: [String] = [], list: [UInt8] = [], media: [String: [UInt8]] = [:]) throws -> Self {
        var package = Self()
        package.entries = [
            ("meta", [8, 3]),
            ("collection.anki21b", try packed(collection(schema18 + sql))),
            (
                "collection.anki2",
                try collection(schema11 + [note(1, "Please update to the latest Anki version.\u{1F}")])
            ),
        ]
        for (name, bytes) in media.sorted(by: { $0.key < $1.key }) {
            package.entries.append((name, try packed(bytes)))
        }
        package.entries.append(("media", try packed(list)))
        return package
    }

    /// Replaces the content of an entry.
    func replacing(_ name: String, _ bytes: [UInt8]?) -> Self {
        var copy = self
        copy.entries = entries.compactMap { entry in
            guard entry.name == name else { return entry }
            return bytes.map { (name, $0) }
        }
        return copy
    }

    func adding(_ name: String, _ bytes: [UInt8] = []) -> Self {
        var copy = self
        copy.entries.append((name, bytes))
        return copy
    }

    /// Writes the package.
    func write(to path: String) throws {
        let zip = try ZipWriter(AtomicFile(path: path))
        for (number, entry) in entries.enumerated() {
            let isFolder = entry.name.hasSuffix("/")
            let header = ZipEntry(
                name: entry.name,
                isFolder: isFolder,
                isStored: number % 2 == 0,
                size: entry.bytes.count,
                modified: 1_600_000_000
            )
            try zip.add(header) { (write) throws(ServiceError) in try pass(entry.bytes, to: write) }
        }
        try zip.commit()
    }

    /// Reads the package at a path.
    static func read(_ path: String) throws -> Self {
        var package = Self()
        let reader = try ZipReader(RegularFile(path: path), limits: PackageLimits())
        while let entry = try reader.next() {
            package.entries.append((entry.name, entry.isFolder ? [] : try reader.bytes(of: entry, limit: .max)))
        }
        return package
    }

    func bytes(of name: String) -> [UInt8]? { entries.first { $0.name == name }?.bytes }

    // MARK: Parts

    static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try Zstandard.pack(to: folder.file("packed")) { (write) throws(ServiceError) in try pass(bytes, to: write) }
        return try #require(contents(folder.file("packed")))
    }

    static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try AtomicFile.write(bytes, to: folder.file("packed"))
        var result: [UInt8] = []
        try Zstandard.unpack(folder.file("packed"), limit: .max, package: "test", name: "test") { result += $0 }
        return result
    }

    /// A media list of the newest format.
    static func list(_ files: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
        try MediaList([], form: .message, package: "test", limits: PackageLimits()).appending(
            files.map {
                .init(name: $0.name, entry: "", size: $0.bytes.count, hash: SecureHash1.of($0.bytes))
            }
        )
    }

    /// A database in which the given statements were run.
    static func collection(_ statements: [String]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        var handle: OpaquePointer?
        try #require(sqlite3_open(folder.file("collection"), &handle) == SQLITE_OK)
        let database = try #require(handle)
        _ = UnicaseCollation.register(database)
        for statement in ["PRAGMA synchronous = OFF"] + statements {
            try #require(
                sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK,
                "\(String(cString: sqlite3_errmsg(database))): \(statement)"
            )
        }
        sqlite3_close(database)
        return try #require(contents(folder.file("collection")))
    }

    /// A statement that adds a note and one of its cards.
    static func note(
        _ id: Int,
        _ fields: String,
        type: Int = 10,
        guid: String? = nil,
        modified: Int = 1_600_000_000,
        deck: Int = 1
    ) -> String {
        let text = fields.replacing("'", with: "''")
        return """
            INSERT INTO notes VALUES (\(id), '\(guid ?? "guid\(id)")', \(type), \(modified), 5, ' a b ', '\(text)', 'x', 7, 0, '');
            INSERT INTO cards VALUES (\(id * 10), \(id), \(deck), 0, 1, 5, 2, 2, 100, 30, 2500, 8, 1, 0, 0, 0, 0, '');
            INSERT INTO revlog VALUES (\(id * 10), \(id * 10), 5, 3, 30, 20, 2500, 4000, 1);
            """
    }

    private static let shared = [
        """
        CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
            usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
            flags integer not null, data text not null)
        """,
        """
        CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
            mod integer not null, usn integer not null, type integer not null, queue integer not null,
            due integer not null, ivl integer not null, factor integer not null, reps integer not null,
            lapses integer not null, left integer not null, odue integer not null, odid integer not null,
            flags integer not null, data text not null)
        """,
        """
        CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
            ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
            type integer not null)
        """,
        """
        CREATE TABLE col (id integer primary key, crt integer, mod integer, scm integer, ver integer, dty integer,
            usn integer, ls integer, conf text, models text, decks text, dconf text, tags text)
        """,
        "CREATE INDEX ix_notes_usn ON notes (usn)", "CREATE INDEX ix_cards_nid ON cards (nid)",
    ]

    static let models = """
        {"10":{"id":10,"name":"Basic","type":0,"sortf":1,"mod":5,"usn":3,"flds":[
        {"name":"Front","ord":0,"font":"Arial","size":20,"media":[],"id":77,"tag":1},
        {"name":"Back","ord":1,"font":"Liberation","size":13,"media":[],"id":78,"preventDeletion":true}]},
        "20":{"id":20,"name":"Lücke","type":1,"sortf":0,"flds":[{"name":"Text","ord":0},{"name":"Extra","ord":1}]}}
        """

    static let schema11 =
        shared + [
            """
            INSERT INTO col VALUES (1, 0, 1600000000000, 1500000000000, 11, 0, 0, 0, '{}', '\(models)',
                '{"1":{"id":1,"name":"Default"},"2":{"id":2,"name":"Español::Verbos"}}', '{}', '{}')
            """
        ]

    static let schema18 =
        shared + [
            "INSERT INTO col VALUES (1, 0, 1600000000000, 1500000000000, 18, 0, 0, 0, '', '', '', '', '')",
            """
            CREATE TABLE notetypes (id integer primary key, name text not null collate unicase,
                mtime_secs integer not null, usn integer not null, config blob not null)
            """,
            """
            CREATE TABLE fields (ntid integer not null, ord integer not null, name text not null collate unicase,
                config blob not null, primary key (ntid, ord)) without rowid
            """,
            "CREATE UNIQUE INDEX idx_fields_name_ntid ON fields (name, ntid)",
            "CREATE TABLE decks (id integer primary key, name text not null collate unicase)",
            "INSERT INTO decks VALUES (1, 'Default'), (2, 'Español' || char(31) || 'Verbos')",
            // Field 2, the index of the sort field, is 1; field 1, the kind, is 1.
            "INSERT INTO notetypes VALUES (10, 'Basic', 5, 3, x'1001'), (20, 'Lücke', 5, 3, x'0801')",
            // Font size 20; description 'd'; number 5; tag 1; deletion prevented.
            """
            INSERT INTO fields VALUES (10, 0, 'Front', x''), (10, 1, 'Back', x'20142a01644805500158012801'),
                (20, 0, 'Text', x''), (20, 1, 'Extra', x'')
            """,
        ]
}

/// Passes bytes to a function that takes chunks.
func pass(_ bytes: [UInt8], to write: (UnsafeRawBufferPointer) throws(ServiceError) -> Void) throws(ServiceError) {
    var failure: ServiceError?
    bytes.withUnsafeBytes { raw in
        do throws(ServiceError) { try write(raw) } catch { failure = error }
    }
    if let failure { throw failure }
}
