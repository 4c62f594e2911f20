import Database
import LanguageServices
import Platform

/// The structure of a collection, read before its notes.
struct CollectionSurvey: Sendable {
    /// The note types in use, followed by placeholders for missing types that notes refer to.
    private(set) var types: [CollectionNoteType] = []

    /// The index in ``types`` by the id of the note type.
    private(set) var typeIndices: [Int64: Int] = [:]

    private(set) var deckNames: [Int64: String] = [:]
    private(set) var usedDecks: [String] = []
    private(set) var noteCount = 0
    private(set) var notices: [String] = []

    /// The first note whose field count differs from the field count of its type.
    private(set) var unevenNote: Int64?

    private var uneven = 0
    private var garbled = 0
    private var firstGarbled: Int64?

    /// Surveys a collection: checks its integrity and tables, and examines its notes.
    ///
    /// - Throws: `ServiceError` when it is damaged or not a collection.
    init(of database: Database, limits: PackageLimits) throws(ServiceError) {
        try Self.check(database)
        deckNames = try DeckNames.all(in: database)
        usedDecks = try DeckNames.used(in: database, of: deckNames)
        let known = try CollectionNoteType.all(in: database)
        var unknown: [Int64: Int] = [:]
        var counts: [Int64: [Int: Int]] = [:]
        let reader = try NoteReader(of: database, survey: nil, limits: limits)
        while let row = try reader.next() {
            noteCount += 1
            counts[row.type, default: [:]][row.fields.count, default: 0] += 1
            if let kind = known[row.type] {
                if kind.type.fields.count != row.fields.count {
                    uneven += 1
                    unevenNote = unevenNote ?? row.id
                }
            } else {
                unknown[row.type] = max(unknown[row.type] ?? 0, row.fields.count)
            }
            if String(validating: row.bytes, as: UTF8.self) == nil {
                garbled += 1
                firstGarbled = firstGarbled ?? row.id
            }
        }
        let used = noteCount == 0 ? Array(known.values) : known.values.filter { counts[$0.id] != nil }
        types = used.sorted { ($0.type.name, $0.id) < ($1.type.name, $1.id) }
        for (id, count) in unknown.sorted(by: { $0.key < $1.key }) {
            types.append(
                CollectionNoteType(id: id, type: NoteType(name: "\(id)", fields: (1...max(count, 1)).map(String.init)))
            )
        }
        for (index, kind) in types.enumerated() { typeIndices[kind.id] = index }
        try report(unknown: unknown.keys.min(), in: database)
    }

    /// Checks that a database is intact and has Anki's tables.
    private static func check(_ database: Database) throws(ServiceError) {
        let pages = try database.prepare("PRAGMA quick_check(1)")
        guard try pages.step(), pages.text(0) == "ok" else {
            // The first line only names the database.
            let reason = pages.text(0).split(separator: "\n").last.flatMap { SystemFailure.line(String($0)) }
            throw PackageFailure.damaged(database.subject, "its collection is corrupt: \(reason ?? "no answer")")
        }
        let needed: [(String, Set<String>)] = [
            ("col", ["ver", "mod", "scm"]),
            ("notes", ["id", "guid", "mid", "mod", "usn", "tags", "flds", "sfld", "csum"]),
            ("cards", ["id", "nid", "did", "odid", "ord"]),
        ]
        for (table, columns) in needed {
            let missing = columns.subtracting(try database.columns(of: table))
            guard missing.isEmpty else {
                throw PackageFailure.damaged(
                    database.subject,
                    "its collection has no table '\(table)' with the columns that Anki uses"
                )
            }
        }
        // With duplicate ids, a change would affect notes other than the intended one.
        let key = try database.prepare(
            """
            SELECT count(*) FROM pragma_table_xinfo('notes')
            WHERE pk > 0 AND (name <> 'id' OR upper(type) <> 'INTEGER') OR pk = 0 AND name = 'id'
            """
        )
        guard try key.step(), key.integer(0) == 0 else {
            throw PackageFailure.damaged(database.subject, "the note ids in its collection are not unique")
        }
    }

    private mutating func report(unknown: Int64?, in database: Database) throws(ServiceError) {
        if let unevenNote {
            notices.append(
                "\(Self.notes(uneven)) a field count that does not match the note type (first: note \(unevenNote)); Anki rejects such a deck"
            )
        }
        if let unknown {
            notices.append("the note type \(unknown) is missing, but notes use it; Anki rejects such a deck")
        }
        if let firstGarbled {
            notices.append("\(Self.notes(garbled)) bytes that are not UTF-8 (first: note \(firstGarbled))")
        }
        let duplicates = try database.prepare(
            "SELECT count(*), min(guid) FROM (SELECT guid FROM notes GROUP BY guid HAVING count(*) > 1)"
        )
        if try duplicates.step(), duplicates.integer(0) > 0 {
            notices.append(
                "\(duplicates.integer(0)) GUIDs are used by more than one note (such as \(SystemFailure.quoted(duplicates.text(1)))); Anki keeps only one note per GUID"
            )
        }
        let version = try database.prepare("SELECT ver FROM col LIMIT 1")
        guard try version.step() else {
            throw PackageFailure.damaged(database.subject, "its collection has no row in the table 'col'")
        }
        if version.integer(0) > 18 {
            notices.append(
                "the collection has schema \(version.integer(0)), which is newer than the supported schemas (up to 18)"
            )
        }
    }

    private static func notes(_ count: Int) -> String {
        count == 1 ? "1 note has" : "\(count) notes have"
    }
}
