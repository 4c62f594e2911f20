import LanguageServices

/// A deck in a file, opened for reading. The file is never changed; edits are written to a new file.
public protocol Deck: Sendable {
    /// The contents of the file.
    var info: DeckInfo { get }

    /// The names of the media files in the file; empty for text formats, which store media elsewhere.
    var mediaNames: Set<String> { get }

    /// Reads all notes in order.
    ///
    /// Text formats are streamed, so memory use does not grow with the deck.
    ///
    /// - Parameter body: Called with each note; returns `false` to stop.
    /// - Throws: `ServiceError` with the position in the file, or an error thrown by `body`.
    func readNotes(_ body: (Note) throws -> Bool) throws

    /// Writes the deck with the edits applied. The file appears only when it is complete. If nothing changes, a text
    /// file is identical byte for byte, and a package has identical contents.
    ///
    /// - Parameters:
    ///   - path: The output, which may be the deck's own file.
    ///   - newFields: Names of fields to append to every note type. Their values come from the edits, at the indices
    ///     that follow the last field. In a package this changes the note types, which Anki treats as a conflict on
    ///     import.
    ///   - edit: Called for each note in order; `nil` leaves the note unchanged.
    /// - Returns: The number of changed notes.
    /// - Throws: `ServiceError`, or an error thrown by `edit`; nothing is written in either case.
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
    /// Comma-separated values, or values with any delimiter other than a tab.
    case csv
    /// Tab-separated values.
    case tsv
    /// Anki's text export, which begins with `#` lines.
    case ankiText = "anki-text"
    /// One JSON array of objects.
    case json
    /// One JSON object per line.
    case jsonLines = "jsonl"
    /// An Anki package that contains decks.
    case apkg
    /// An Anki package that contains a whole collection.
    case colpkg

    /// The format that a file's extension indicates.
    package static func named(by path: String) -> DeckFormat? {
        let name = path.lowercased()
        if name.hasSuffix(".txt") { return .ankiText }
        if name.hasSuffix(".ndjson") { return .jsonLines }
        return allCases.first { name.hasSuffix(".\($0.rawValue)") }
    }

    /// Whether fields always contain HTML. For a text file this depends on its contents.
    public var hasMarkup: Bool { self == .apkg || self == .colpkg }
}

/// The contents of a deck file.
public struct DeckInfo: Sendable, Hashable {
    /// The format of the file.
    public var format: DeckFormat

    /// The note types; a plain text file has one.
    public var noteTypes: [NoteType]

    /// The number of notes; `nil` if it is known only after reading all of them.
    public var noteCount: Int?

    /// The names of the decks in the file, if it has any.
    public var decks: [String]

    /// The number of media files.
    public var mediaCount: Int

    /// Whether the fields contain HTML. If so, text must be escaped and tags preserved.
    public var hasMarkup: Bool

    /// Warnings for the user, one line each.
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
    /// Whether any note type has a field, given by name or by number from 1.
    package func hasField(_ name: String) -> Bool { noteTypes.contains { $0.index(ofField: name) != nil } }

    /// The first few distinct field names.
    package var firstFields: ArraySlice<String> {
        noteTypes.flatMap(\.fields).reduce(into: OrderedNames()) { $0.add($1) }.all.prefix(12)
    }

    /// A remedy for a missing field, which lists the field names.
    package var namedFields: String {
        "use one of these: \(firstFields.map { "'\($0)'" }.joined(separator: ", "))"
    }
}

/// The problems in a deck, found by reading all of it.
package struct DeckCheck: Sendable {
    /// The number of notes read.
    package private(set) var notes = 0

    /// The problems, one sentence each.
    package let findings: [String]

    /// Reads a deck until its end or until the task is cancelled.
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
        if empty > 0 { findings.append("\(empty) notes are empty") }
        if shared > 0, !findings.contains(where: { $0.contains("GUID") || $0.contains("guid") }) {
            findings.append("\(shared) ids are shared by several notes")
        }
        if let deck = deck as? any PartlyReadDeck { findings += try deck.ignoredValues().map(\.finding) }
        notes = count
        self.findings = findings
    }
}
