import Database
import LanguageServices
import Platform

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
