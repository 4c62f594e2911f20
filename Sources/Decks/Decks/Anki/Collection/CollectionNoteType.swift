import Database
import LanguageServices
import Platform

/// A note type as stored in a collection.
struct CollectionNoteType: Sendable {
    /// Its id, which notes refer to.
    var id: Int64
    var type: NoteType

    /// The index of the field that notes are sorted by.
    var sortField = 0
}

extension CollectionNoteType {
    /// All note types in a collection, by id.
    static func all(in database: Database) throws(ServiceError) -> [Int64: Self] {
        if try database.columns(of: "notetypes").isSuperset(of: ["id", "name", "config"]) {
            guard try database.columns(of: "fields").isSuperset(of: ["ntid", "ord", "name", "config"]) else {
                throw PackageFailure.damaged(database.subject, "its collection has no valid table 'fields'")
            }
            return try fromTables(in: database)
        }
        guard try database.columns(of: "col").contains("models") else {
            throw PackageFailure.damaged(database.subject, "its collection has no note types")
        }
        return try fromJSON(in: database)
    }

    /// Reads the tables of schema 15 and later. Properties other than names and indices are in a Protocol Buffers
    /// message: field 1 of `Notetype.Config` is the kind (1 for cloze), field 2 is the sort field.
    private static func fromTables(in database: Database) throws(ServiceError) -> [Int64: Self] {
        var types: [Int64: Self] = [:]
        let kinds = try database.prepare("SELECT id, name, config FROM notetypes")
        while try kinds.step() {
            var kind = Self(id: kinds.integer(0), type: NoteType(name: kinds.text(1), fields: []))
            var config = ProtocolBuffer(kinds.bytes(2)[...])
            do throws(ProtocolBuffer.Malformed) {
                while let field = try config.next() {
                    guard case .number(let value) = field.value else { continue }
                    if field.number == 1 { kind.type.isCloze = value == 1 }
                    if field.number == 2 { kind.sortField = Int(clamping: value) }
                }
            } catch {
                throw PackageFailure.damaged(
                    database.subject,
                    "its note type \(SystemFailure.quoted(kind.type.name)) cannot be read"
                )
            }
            types[kind.id] = kind
        }
        // Names are not sorted by SQLite because other clients may use a different collation.
        let fields = try database.prepare("SELECT ntid, name FROM fields ORDER BY ntid, ord")
        while try fields.step() { types[fields.integer(0)]?.type.fields.append(fields.text(1)) }
        return types
    }

    /// Reads the JSON of schema 11: an object of note types by id.
    private static func fromJSON(in database: Database) throws(ServiceError) -> [Int64: Self] {
        let statement = try database.prepare(
            """
            SELECT kind.key, json_extract(kind.value, '$.name'), json_extract(kind.value, '$.type'),
                json_extract(kind.value, '$.sortf'), json_extract(field.value, '$.name')
            FROM (SELECT models FROM col LIMIT 1), json_each(models) AS kind
                LEFT JOIN json_each(kind.value, '$.flds') AS field ON field.type = 'object'
            WHERE kind.type = 'object'
            ORDER BY kind.id, json_extract(field.value, '$.ord'), field.key
            """
        )
        var types: [Int64: Self] = [:]
        while try statement.step() {
            guard let id = Int64(statement.text(0)) else { continue }
            var kind =
                types[id]
                ?? Self(
                    id: id,
                    type: NoteType(name: statement.text(1), fields: [], isCloze: statement.integer(2) == 1),
                    sortField: Int(clamping: statement.integer(3))
                )
            if !statement.isNull(4) { kind.type.fields.append(statement.text(4)) }
            types[id] = kind
        }
        return types
    }
}
