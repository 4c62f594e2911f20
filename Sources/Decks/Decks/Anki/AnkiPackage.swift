import Database
import LanguageServices
import Platform

/// An Anki package: `.apkg`, which contains decks, or `.colpkg`, which contains a whole collection.
///
/// All package layouts are supported, and a package is written in its original layout: `collection.anki2` (schema 11),
/// `collection.anki21`, and `collection.anki21b` with Zstandard-compressed collection and media. Everything that an
/// edit does not change is preserved: scheduling, review log, decks, note types, tags and media row by row, and unknown
/// zip entries in their original order.
///
/// The collection is unpacked into a folder in `TMPDIR` or `/tmp` that only its owner can access. The folder is removed
/// when the object is released. The package file stays open, so it may be replaced while it is being read, including by
/// ``write(to:newFields:edit:)``.
///
/// Packages are untrusted. Unpacking is limited to 64 MiB plus 200 times the file size, a collection is limited to 4
/// GiB, and a value (such as all fields of a note) to 64 MiB. Names that point outside a folder are rejected, and no
/// code stored in the database is executed.
public final class AnkiPackage: Deck {
    /// The contents of the package. Unused note types are omitted; only decks that contain cards are listed.
    public let info: DeckInfo

    /// The names of the media files.
    public var mediaNames: Set<String> { Set(contents.media.items.map(\.name)) }

    let file: RegularFile
    let folder: UnpackedFolder
    let contents: PackageContents
    let survey: CollectionSurvey
    let limits: PackageLimits
    let now: @Sendable () -> Int64

    /// Opens a package.
    ///
    /// - Parameter path: The file, a `.colpkg` by its extension, otherwise an `.apkg`.
    /// - Throws: `ServiceError.Code.io` when the file cannot be read or the temporary folder is full;
    ///   `ServiceError.Code.invalidRequest` when it is damaged or not an Anki package;
    ///   `ServiceError.Code.limitExceeded` when it unpacks to more than the limits allow.
    public convenience init(path: String) throws {
        try self.init(path: path, limits: PackageLimits(), now: WallClock.milliseconds)
    }

    /// Opens a package with a custom clock, for reproducible output.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - now: The time in milliseconds since 1970, recorded for changes.
    /// - Throws: The same errors as ``init(path:)``.
    package convenience init(path: String, now: @escaping @Sendable () -> Int64) throws {
        try self.init(path: path, limits: PackageLimits(), now: now)
    }

    /// Opens a package with custom limits and a custom clock.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limits: The resource limits.
    ///   - now: The time in milliseconds since 1970, recorded for changes.
    init(path: String, limits: PackageLimits, now: @escaping @Sendable () -> Int64) throws(ServiceError) {
        self.limits = limits
        self.now = now
        file = try RegularFile(path: path)
        folder = try UnpackedFolder()
        let collection = folder.file(Self.collection)
        contents = try PackageContents(of: file, collection: collection, folder: folder, limits: limits)
        try Self.endLog(of: collection)
        let database = try CollectionDatabase.open(collection, isWritable: false, package: path, limits: limits)
        survey = try CollectionSurvey(of: database, limits: limits)
        info = DeckInfo(
            format: path.lowercased().hasSuffix(".colpkg") ? .colpkg : .apkg,
            noteTypes: survey.types.map(\.type),
            noteCount: survey.noteCount,
            decks: survey.usedDecks,
            mediaCount: contents.media.items.count,
            hasMarkup: true,
            notices: contents.notices + survey.notices
        )
    }

    /// Reads all notes ordered by id, the order in which they were created.
    ///
    /// - Parameter body: Called with each note; returns `false` to stop.
    /// - Throws: `ServiceError`, or an error thrown by `body`.
    public func readNotes(_ body: (Note) throws -> Bool) throws {
        let database = try openCollection()
        let reader = try NoteReader(of: database, survey: survey, limits: limits)
        while let row = try reader.next() {
            guard try body(note(row)) else { return }
        }
    }

    /// The unpacked collection, opened for reading.
    func openCollection() throws(ServiceError) -> Database {
        try CollectionDatabase.open(folder.file(Self.collection), isWritable: false, package: file.path, limits: limits)
    }

    func note(_ row: NoteRow) -> Note {
        // The survey has an index for the type of every note.
        row.note(type: survey.typeIndices[row.type] ?? 0)
    }

    static let collection = "collection"

    /// Marks a database as having no write-ahead log.
    ///
    /// Anki packs its database in WAL mode without the log file. The file is complete without it (bytes 18 and 19 of
    /// the SQLite file format).
    private static func endLog(of path: String) throws(ServiceError) {
        let start = try RegularFile(path: path).bytes(20)
        guard start.count == 20, start[18] == 2 || start[19] == 2 else { return }
        try PrivateFile.overwrite([1, 1], in: path, at: 18)
    }
}

extension AnkiPackage {
    /// Writes the package with the edits applied.
    ///
    /// A changed note gets the current modification time and is marked as not synchronised; the same applies to the
    /// collection. The time is always later than the previous one; otherwise Anki would ignore the change on import.
    /// The id, GUID, tags, cards and review history of the note are preserved. An edit to an identical value changes
    /// nothing; if nothing changes, the package is copied byte for byte.
    ///
    /// A media file is added under its name. An existing file with the same name and content is reused; if its content
    /// differs, the edit is rejected because other notes may refer to it.
    ///
    /// New fields are added to the note types in use, and every note gets them, either empty or with the value from its
    /// edit. This changes the note types: when Anki imports the package over the same deck, notes conflict unless
    /// "merge note types" is chosen, and the collection needs a full synchronisation.
    ///
    /// - Parameters:
    ///   - path: The output, which may be the package's own file.
    ///   - newFields: Names of fields to append to the note types. Their indices follow the last field of a note.
    ///   - edit: Called for each note, in the order of ``readNotes(_:)``; `nil` leaves the note unchanged.
    /// - Returns: The number of notes whose field values changed. Adding an empty field does not count.
    /// - Throws: `ServiceError.Code.invalidRequest` when an edit names a missing field or has an invalid value or media
    ///   file; `ServiceError.Code.io`; or an error thrown by `edit`. Nothing is written in these cases.
    public func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int {
        AtomicFile.removeLeftovers(of: path)
        // Opened first, so a missing write permission is reported before any work is done.
        var output = try AtomicFile(path: path)
        let folder = try UnpackedFolder()
        let draft = folder.file(Self.collection)
        try PrivateFile.copy(self.folder.file(Self.collection), to: draft)
        var media = MediaAdditions(to: contents, package: file.path)
        let changes = try change(draft, newFields: newFields, media: &media, edit)
        let additions = try media.settle(with: file, limits: limits)
        guard changes.hasRows || !additions.isEmpty else {
            try file.readAll { (bytes) throws(ServiceError) in try output.write(bytes) }
            try output.commit()
            return 0
        }
        try PackageWriter(file: file, contents: contents, folder: folder, limits: limits).write(
            to: output,
            collection: changes.hasRows ? draft : nil,
            media: additions,
            time: Int(now() / 1000)
        )
        return changes.notes
    }

    /// Applies the changes to a draft of the collection.
    ///
    /// - Returns: The number of notes with changed values, and whether any row changed.
    private func change(
        _ draft: String,
        newFields: [String],
        media: inout MediaAdditions,
        _ edit: (Note) throws -> NoteEdit?
    ) throws -> (notes: Int, hasRows: Bool) {
        let source = try openCollection()
        let target = try CollectionDatabase.open(draft, isWritable: true, package: file.path, limits: limits)
        try target.run("BEGIN IMMEDIATE")
        let now = now()
        let reader = try NoteReader(of: source, survey: survey, limits: limits)
        let writer = try NoteWriter(of: target, survey: survey, newFields: newFields, now: now / 1000)
        while let row = try reader.next() {
            let note = note(row)
            let edit = try edit(note) ?? NoteEdit()
            for file in edit.media { try media.add(file, for: note.position.description) }
            try writer.write(row, values: edit.fields)
        }
        if writer.hasRows {
            if !newFields.isEmpty {
                try FieldAdding.add(newFields, to: survey, in: target, now: now)
            }
            let stamp = try target.prepare(
                newFields.isEmpty
                    ? "UPDATE col SET mod = max(?1, mod + 1)"
                    : "UPDATE col SET mod = max(?1, mod + 1), scm = max(?1, scm + 1)"
            )
            try stamp.bind(1, integer: now)
            while try stamp.step() {}
        }
        try target.run("COMMIT")
        return (writer.changedNotes, writer.hasRows)
    }
}
