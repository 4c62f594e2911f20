/// A deck in a file, opened for reading. The file is never changed; an edited deck is another file.
public protocol Deck: Sendable {
    /// What the file holds.
    var info: DeckInfo { get }

    /// The names of the media files in the file; empty where media lie elsewhere, as those of text formats do.
    var mediaNames: Set<String> { get }

    /// Reads all notes in their order.
    ///
    /// Text formats are read piece by piece, so memory does not grow with the deck.
    ///
    /// - Parameter body: Told of each note; `false` ends the reading.
    /// - Throws: `ServiceError` with the place in the file, and what `body` throws.
    func readNotes(_ body: (Note) throws -> Bool) throws

    /// Writes the deck with changes.
    ///
    /// The file appears under its name when it is whole. Without any change it is the same, byte for byte, for a text
    /// format, and holds the same for a package.
    ///
    /// - Parameters:
    ///   - path: Where to; the file of the deck itself is allowed.
    ///   - newFields: Names of fields to be added behind the others, to every note type; their values come from the edits,
    ///     under the places behind the last. Of a package this changes the note types, which Anki takes for a conflict
    ///     when the package is imported again.
    ///   - edit: Asked for each note, in order; `nil` leaves the note alone.
    /// - Returns: How many notes were changed.
    /// - Throws: `ServiceError`, and what `edit` throws; then nothing is written.
    func write(
        to path: String,
        newFields: [String],
        edit: (Note) throws -> NoteEdit?
    ) throws -> Int
}

extension Deck {
    /// No media.
    public var mediaNames: Set<String> { [] }
}
