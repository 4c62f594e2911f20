import Database
import LanguageServices
import Platform

/// Appends fields to the note types in a collection.
///
/// A new field copies font, size and direction from the last field. Properties specific to a field (id, tag,
/// description, protection from deletion) are not copied.
enum FieldAdding {
    /// Adds fields to all note types in use.
    ///
    /// - Parameters:
    ///   - names: The names of the fields.
    ///   - survey: The survey of the collection.
    ///   - database: The draft.
    ///   - now: The time of the change, in milliseconds since 1970.
    static func add(_ names: [String], to survey: CollectionSurvey, in database: Database, now: Int64)
        throws(ServiceError)
    {
        let isNew = try !database.columns(of: "notetypes").isEmpty
        for kind in survey.types {
            try check(names, kind, database.subject)
            for (offset, name) in names.enumerated() {
                let index = Int64(kind.type.fields.count + offset)
                if isNew {
                    try addRow(name, at: index, to: kind, in: database)
                } else {
                    try addObject(name, at: index, to: kind, in: database)
                }
            }
            let stamp = try database.prepare(
                isNew
                    ? "UPDATE notetypes SET mtime_secs = max(?1, mtime_secs + 1), usn = -1 WHERE id = ?2"
                    : """
                    UPDATE col SET models = json_set(models, \(path("mod")),
                        max(?1, coalesce(json_extract(models, \(path("mod"))), 0) + 1), \(path("usn")), -1)
                    """
            )
            try stamp.bind(1, integer: now / 1000)
            try stamp.bind(2, integer: kind.id)
            while try stamp.step() {}
        }
    }

    /// Anki rejects duplicate names, names with these characters, and names that begin like a template condition.
    private static func check(_ names: [String], _ kind: CollectionNoteType, _ package: String) throws(ServiceError) {
        var taken = Set(kind.type.fields.map { $0.lowercased() })
        for name in names {
            guard taken.insert(name.lowercased()).inserted else {
                throw ServiceError(
                    .invalidRequest,
                    "the note type \(SystemFailure.quoted(kind.type.name)) in \(SystemFailure.quoted(package)) already has a field \(SystemFailure.quoted(name))",
                    remedy: "choose another name, or fill the existing field"
                )
            }
            let trimmed = name.drop { $0 == " " }
            guard !trimmed.isEmpty, trimmed.count == name.count, name.last != " ",
                !name.contains(where: { ":{}\"".contains($0) }),
                !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
                name.first.map({ !"#/^".contains($0) }) == true
            else {
                throw ServiceError(
                    .invalidRequest,
                    "an Anki field cannot be named \(SystemFailure.quoted(name))",
                    remedy: "choose a name without : { } \" or surrounding spaces that does not begin with # / ^"
                )
            }
        }
    }

    // MARK: Schema 15 and later

    private static func addRow(_ name: String, at index: Int64, to kind: CollectionNoteType, in database: Database)
        throws(ServiceError)
    {
        let last = try database.prepare("SELECT config FROM fields WHERE ntid = ? ORDER BY ord DESC LIMIT 1")
        try last.bind(1, integer: kind.id)
        let config = try last.step() ? last.bytes(0) : []
        let insert = try database.prepare("INSERT INTO fields (ntid, ord, name, config) VALUES (?, ?, ?, ?)")
        try insert.bind(1, integer: kind.id)
        try insert.bind(2, integer: index)
        try insert.bind(3, text: name)
        try insert.bind(4, blob: look(of: config))
        while try insert.step() {}
    }

    /// The message `Notetype.Field.Config` without description (5), id (9), tag (10) and protection (11).
    static func look(of config: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var message = ProtocolBuffer(config[...])
        do throws(ProtocolBuffer.Malformed) {
            while let field = try message.next() {
                if ![5, 9, 10, 11].contains(field.number) { result += config[field.range] }
            }
        } catch {
            // An empty message means default settings.
            return []
        }
        return result
    }

    // MARK: Schema 11

    private static func addObject(_ name: String, at index: Int64, to kind: CollectionNoteType, in database: Database)
        throws(ServiceError)
    {
        let fields = path("flds")
        let statement = try database.prepare(
            """
            UPDATE col SET models = json_insert(models, \(path("flds[#]")), json_set(
                json_remove(coalesce(json_extract(models, \(path("flds[#-1]"))), '{}'),
                    '$.id', '$.tag', '$.preventDeletion', '$.description'),
                '$.name', ?1, '$.ord', ?3, '$.media', json('[]')))
            WHERE json_type(models, \(fields)) = 'array'
            """
        )
        try statement.bind(1, text: name)
        try statement.bind(2, integer: kind.id)
        try statement.bind(3, integer: index)
        while try statement.step() {}
        guard database.changes == 1 else {
            throw PackageFailure.damaged(
                database.subject,
                "its note type \(SystemFailure.quoted(kind.type.name)) cannot be changed"
            )
        }
    }

    /// The JSON path of a member of the note type whose id is the second parameter.
    private static func path(_ member: String) -> String { "'$.\"' || ?2 || '\".\(member)'" }
}
