import LanguageServices

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

/// The file formats of decks.
public enum DeckFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// Comma-separated values, or with another separator that is not a tab.
    case csv
    /// Tab-separated values.
    case tsv
    /// Anki's text export, which begins with `#` lines.
    case ankiText = "anki-text"
    /// One JSON array of objects.
    case json
    /// One JSON object a line.
    case jsonLines = "jsonl"
    /// An Anki package of decks.
    case apkg
    /// An Anki package of a whole collection.
    case colpkg

    /// The format that a file's name ends with.
    package static func named(by path: String) -> DeckFormat? {
        let name = path.lowercased()
        if name.hasSuffix(".txt") { return .ankiText }
        if name.hasSuffix(".ndjson") { return .jsonLines }
        return allCases.first { name.hasSuffix(".\($0.rawValue)") }
    }

    /// Whether fields hold HTML. Of a text file it is known only when the file says so.
    public var hasMarkup: Bool { self == .apkg || self == .colpkg }
}

/// What a deck file holds.
public struct DeckInfo: Sendable, Hashable {
    /// The format of the file.
    public var format: DeckFormat

    /// The types of its notes; a file of plain text has one.
    public var noteTypes: [NoteType]

    /// How many notes there are; `nil` where that is known only after reading all.
    public var noteCount: Int?

    /// The names of the decks in the file, where it has some.
    public var decks: [String]

    /// How many media files there are.
    public var mediaCount: Int

    /// Whether the fields hold HTML, so that text has to be escaped and tags left alone.
    public var hasMarkup: Bool

    /// What the user should know, one line each.
    public var notices: [String]

    /// Creates a description.
    public init(
        format: DeckFormat,
        noteTypes: [NoteType],
        noteCount: Int? = nil,
        decks: [String] = [],
        mediaCount: Int = 0,
        hasMarkup: Bool = false,
        notices: [String] = []
    ) {
        self.format = format
        self.noteTypes = noteTypes
        self.noteCount = noteCount
        self.decks = decks
        self.mediaCount = mediaCount
        self.hasMarkup = hasMarkup
        self.notices = notices
    }
}

extension DeckInfo {
    /// Whether a note type has a field, by its name or its number from 1.
    package func hasField(_ name: String) -> Bool { noteTypes.contains { $0.place(ofField: name) != nil } }

    /// The first names of fields, each once.
    package var firstFields: ArraySlice<String> {
        noteTypes.flatMap(\.fields).reduce(into: OrderedNames()) { $0.add($1) }.all.prefix(12)
    }

    /// What helps when there is no such field.
    package var namedFields: String {
        "name one of these: \(firstFields.map { "'\($0)'" }.joined(separator: ", "))"
    }
}

/// What stands in the way of working with a deck, found by reading all of it.
package struct DeckCheck: Sendable {
    /// How many notes were read.
    package private(set) var notes = 0

    /// What was found, a sentence each.
    package let findings: [String]

    /// Reads a deck, or as much of it as is read before the task is cancelled.
    package init(_ deck: any Deck) throws {
        var count = 0
        var empty = 0
        var guids: [String: Int] = [:]
        try deck.readNotes { note in
            count += 1
            if note.fields.allSatisfy(BlankText.isBlank) { empty += 1 }
            if let guid = note.guid { guids[guid, default: 0] += 1 }
            return !Task.isCancelled
        }
        let shared = guids.values.count { $0 > 1 }
        var findings = deck.info.notices
        if empty > 0 { findings.append("\(empty) of the notes are empty") }
        if shared > 0, !findings.contains(where: { $0.contains("GUID") || $0.contains("guid") }) {
            findings.append("\(shared) ids are of more than one note")
        }
        if let deck = deck as? any PartlyReadDeck { findings += try deck.unreadValues().map(\.finding) }
        notes = count
        self.findings = findings
    }
}
