import LanguageServices
import Platform

/// Brings copies of a text deck together, in each of which other notes were changed: the parts of a batch that several
/// machines have shared.
///
/// What differs from the deck is held in memory.
public struct DeckMerge {
    private let deck: any Deck
    private let path: String
    /// The fields of each note of the deck, as hashes.
    private var hashes: [UInt64] = []
    /// The changed fields by note and place, and the copy they are from.
    private var changes: [Int: (fields: [String], part: String)] = [:]

    /// Begins with a deck.
    ///
    /// - Parameters:
    ///   - deck: The deck as it was before.
    ///   - path: Its file, for messages.
    /// - Throws: `ServiceError.Code.unsupported` for an Anki package, which Anki itself brings together, and what reading
    ///   throws.
    public init(_ deck: any Deck, path: String) throws {
        guard deck.info.format != .apkg, deck.info.format != .colpkg else {
            throw ServiceError(
                .unsupported,
                "\(SystemFailure.quoted(path)) is an Anki package",
                remedy: "import one after the other into Anki, which takes over the changed notes of each"
            )
        }
        self.deck = deck
        self.path = path
        var hashes: [UInt64] = []
        try deck.readNotes { note in
            hashes.append(Self.hash(note))
            return true
        }
        self.hashes = hashes
    }

    /// Takes over what is different in a copy of the deck.
    ///
    /// - Parameters:
    ///   - part: The copy.
    ///   - name: Its file, for messages.
    /// - Throws: `ServiceError.Code.invalidRequest` when it is no copy of the deck, or another copy has changed the same
    ///   note otherwise, and what reading throws.
    public mutating func add(_ part: any Deck, path name: String) throws {
        let noCopy = ServiceError(
            .invalidRequest,
            "\(SystemFailure.quoted(name)) is no copy of \(SystemFailure.quoted(path)): it has other notes or fields",
            remedy: "give the deck first that the copies were made from, and then the copies"
        )
        guard part.info.format == deck.info.format,
            part.info.noteTypes.map(\.fields) == deck.info.noteTypes.map(\.fields)
        else { throw noCopy }
        var count = 0
        var found: [(Int, [String])] = []
        try part.readNotes { note in
            guard count < hashes.count else { throw noCopy }
            if Self.hash(note) != hashes[count] {
                if let other = changes[count], other.fields != note.fields {
                    throw ServiceError(
                        .invalidRequest,
                        "\(note.place): the note was changed in \(SystemFailure.quoted(other.part)) as well, and otherwise",
                        remedy: "leave one of them out"
                    )
                }
                found.append((count, note.fields))
            }
            count += 1
            return true
        }
        guard count == hashes.count else { throw noCopy }
        for (number, fields) in found { changes[number] = (fields, name) }
    }

    /// Writes the deck with the changes of all copies.
    ///
    /// - Returns: How many notes were changed.
    public func write(to output: String) throws -> Int {
        try deck.write(to: output, newFields: []) { note in
            guard let (fields, _) = changes[note.number] else { return nil }
            var edit = NoteEdit()
            for (place, field) in fields.enumerated() where !Self.isSame(field, note.fields, place) {
                edit.fields[place] = field
            }
            return edit
        }
    }

    private static func isSame(_ field: String, _ fields: [String], _ place: Int) -> Bool {
        fields.indices.contains(place) ? field.utf8.elementsEqual(fields[place].utf8) : field.isEmpty
    }

    private static func hash(_ note: Note) -> UInt64 {
        StableHash.of(note.fields.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) })
    }
}
