import Database
import LanguageServices
import Platform

/// Writes changed notes to the draft of a collection.
final class NoteWriter {
    /// The number of notes with changed values.
    private(set) var changedNotes = 0

    /// Whether any row changed.
    private(set) var hasRows = false

    private let update: Statement
    private let sort: Statement
    private let checksum: Statement
    private let database: Database
    private let survey: CollectionSurvey
    private let newFields: Int
    private let now: Int64

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - database: The draft.
    ///   - survey: The survey of the collection.
    ///   - newFields: The names of the fields to add to every note.
    ///   - now: The time of the change, in seconds since 1970.
    init(of database: Database, survey: CollectionSurvey, newFields: [String], now: Int64) throws(ServiceError) {
        if let uneven = survey.unevenNote, !newFields.isEmpty {
            throw ServiceError(
                .invalidRequest,
                "note \(uneven) in \(SystemFailure.quoted(database.subject)) and its note type have different field counts, so no field can be added",
                remedy: "run Tools > Check Database in Anki and export the deck again, or fill an existing field"
            )
        }
        update = try database.prepare("UPDATE notes SET flds = ?2, mod = ?3, usn = -1 WHERE id = ?1")
        sort = try database.prepare("UPDATE notes SET sfld = ?2 WHERE id = ?1")
        checksum = try database.prepare("UPDATE notes SET csum = ?2 WHERE id = ?1")
        self.database = database
        self.survey = survey
        self.newFields = newFields.count
        self.now = now
    }

    /// Writes a note.
    ///
    /// - Parameters:
    ///   - row: The current row.
    ///   - values: New field values by index.
    func write(_ row: NoteRow, values: [Int: String]) throws(ServiceError) {
        let count = row.fields.count + newFields
        for (index, value) in values {
            guard (0..<count).contains(index) else {
                throw ServiceError(
                    .invalidRequest,
                    "note \(row.id) has \(count) fields; field \(index + 1) does not exist",
                    remedy: "use a field that its note type has"
                )
            }
            guard !value.utf8.contains(NoteRow.separator) else {
                throw ServiceError(
                    .invalidRequest,
                    "the new value for field \(index + 1) of note \(row.id) contains U+001F, Anki's field separator"
                )
            }
        }
        let changed = values.filter { !$0.value.utf8.elementsEqual(row.field($0.key)) }
        guard !changed.isEmpty || newFields > 0 else { return }
        try update.bind(1, integer: row.id)
        try update.bind(2, text: row.replacing(changed, count: count))
        try update.bind(3, integer: max(now, row.modified == .max ? .max : row.modified + 1))
        try finish(update, row)
        hasRows = true
        if changed.isEmpty { return }
        changedNotes += 1
        let sortField = survey.typeIndices[row.type].map { survey.types[$0].sortField } ?? 0
        if let value = changed[sortField] {
            try sort.bind(1, integer: row.id)
            try sort.bind(2, text: SortField.text(of: value.utf8))
            try finish(sort, row)
        }
        if let value = changed[0] {
            try checksum.bind(1, integer: row.id)
            try checksum.bind(2, integer: SortField.checksum(of: SortField.text(of: value.utf8)))
            try finish(checksum, row)
        }
    }

    private func finish(_ statement: Statement, _ row: NoteRow) throws(ServiceError) {
        while try statement.step() {}
        statement.reset()
        guard database.changes == 1 else {
            throw PackageFailure.damaged(database.subject, "note \(row.id) in its collection cannot be changed")
        }
    }
}
