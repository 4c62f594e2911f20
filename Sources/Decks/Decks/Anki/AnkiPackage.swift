import Database
import LanguageServices
import Platform

/// A package of Anki: `.apkg`, which holds decks, or `.colpkg`, which holds a whole collection.
///
/// All layouts that Anki has had are read, and written as they were: `collection.anki2` (schema 11), `collection.anki21`,
/// and `collection.anki21b`, where collection and media are compressed with Zstandard. What an edit does not name stays:
/// scheduling, review log, decks, note types, tags and media row by row, and entries of the zip that are not known, in
/// their order.
///
/// The collection is unpacked into a folder in `TMPDIR` or `/tmp` that only its owner can look into and that goes away
/// with the value. The file itself is kept open, so it may be replaced while it is read, also by
/// ``write(to:newFields:edit:)``.
///
/// A package comes from somebody else. More than 64 MiB and 200 times the size of the file is never unpacked of it, of
/// the collection not more than 4 GiB, and a value (all fields of a note together, for one) has at most 64 MiB; names
/// that lead out of a folder are refused; nothing that is written in the database is run.
public final class AnkiPackage: Deck {
    /// What the package holds. Note types that no note has are left out; decks are those that hold cards.
    public let info: DeckInfo

    /// The names of its media files.
    public var mediaNames: Set<String> { Set(contents.media.items.map(\.name)) }

    let file: RegularFile
    let folder: UnpackedFolder
    let contents: PackageContents
    let survey: CollectionSurvey
    let limits: PackageLimits
    let now: @Sendable () -> Int64

    /// Opens a package.
    ///
    /// - Parameter path: The file. It is a `.colpkg` when it is called so, and else an `.apkg`.
    /// - Throws: `ServiceError.Code.io` when the file cannot be read, or the temporary folder has no room;
    ///   `ServiceError.Code.invalidRequest` when it is no package of Anki or a damaged one;
    ///   `ServiceError.Code.limitExceeded` when it would unpack to more than an honest one does.
    public convenience init(path: String) throws {
        try self.init(path: path, limits: PackageLimits(), now: WallClock.milliseconds)
    }

    /// Opens a package, with a clock of one's own, so that what is written can be the same again.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - now: The time in milliseconds since 1970, for what is changed.
    /// - Throws: As ``init(path:)``.
    package convenience init(path: String, now: @escaping @Sendable () -> Int64) throws {
        try self.init(path: path, limits: PackageLimits(), now: now)
    }

    /// Opens a package, with limits and a clock of one's own.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limits: What it may ask of the machine.
    ///   - now: The time in milliseconds since 1970, for what is changed.
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

    /// Reads all notes in the order of their numbers, which is that in which they were made.
    ///
    /// - Parameter body: Told of each note; `false` ends the reading.
    /// - Throws: `ServiceError`, and what `body` throws.
    public func readNotes(_ body: (Note) throws -> Bool) throws {
        let database = try openCollection()
        let reader = try NoteReader(of: database, survey: survey, limits: limits)
        while let row = try reader.next() {
            guard try body(note(row)) else { return }
        }
    }

    /// The collection as it was unpacked, for reading.
    func openCollection() throws(ServiceError) -> Database {
        try CollectionDatabase.open(folder.file(Self.collection), isWritable: false, package: file.path, limits: limits)
    }

    func note(_ row: NoteRow) -> Note {
        // The survey has a place for the type of every note.
        row.note(type: survey.places[row.type] ?? 0)
    }

    static let collection = "collection"

    /// Marks a database as one without a write-ahead log.
    ///
    /// Anki packs its database as it is, in the mode in which SQLite looks for a log beside it. The log is not in the
    /// package, and the file is whole without it (bytes 18 and 19 of the SQLite file format).
    private static func endLog(of path: String) throws(ServiceError) {
        let start = try RegularFile(path: path).bytes(20)
        guard start.count == 20, start[18] == 2 || start[19] == 2 else { return }
        try PrivateFile.overwrite([1, 1], in: path, at: 18)
    }
}

extension AnkiPackage {
    /// Writes the package with changes.
    ///
    /// A note that changes gets the time of the change (later than the one it had, for otherwise Anki would take it for
    /// the same when it is imported again) and is marked as not yet synchronised; so is the collection. Its number, GUID,
    /// tags, cards and their history stay. An edit that says what is there already changes nothing; without any change
    /// the package is copied byte for byte.
    ///
    /// A media file is put in under its name. If there is one of that name with the same content, that one is used; with
    /// another content the edit is refused, since other notes may mean the old one.
    ///
    /// New fields are added to the note types that notes have, and every note gets them, empty or with the value of its
    /// edit. That changes note types: Anki, importing the package over the same deck, then takes its notes for conflicts
    /// unless "merge note types" is chosen, and a collection has to be synchronised in full once.
    ///
    /// - Parameters:
    ///   - path: Where to; the file of the package itself is allowed.
    ///   - newFields: Names of fields to be added behind the others. They begin behind the last field of a note.
    ///   - edit: Asked for each note, in the order of ``readNotes(_:)``; `nil` leaves the note alone.
    /// - Returns: How many notes have other values in fields than before. An empty new field is none.
    /// - Throws: `ServiceError.Code.invalidRequest` when an edit names a field that is not there, or has a value or a
    ///   media file that cannot be; `ServiceError.Code.io`; and what `edit` throws. Then nothing is written.
    public func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int {
        AtomicFile.removeLeftovers(of: path)
        // First of all, so that somebody who may not write there learns it before the work is done.
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

    /// Changes a draft of the collection.
    ///
    /// - Returns: How many notes got other values, and whether any row is another.
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
            for file in edit.media { try media.add(file, for: note.place.description) }
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
