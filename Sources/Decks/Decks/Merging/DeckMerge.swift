import LanguageServices
import Platform

/// Merges copies of a text deck in which different notes were changed, such as the outputs of a batch that was split
/// across machines.
///
/// Besides a hash per note, only the differences from the deck are kept in memory.
public struct DeckMerge {
    private let deck: any Deck
    private let path: String
    /// The fields of each note in the deck, as hashes.
    private var hashes: [UInt64] = []
    /// The changed fields and the copy that they come from, by note index.
    private var changes: [Int: (fields: [String], part: String)] = [:]

    /// Creates a merge of copies of a deck.
    ///
    /// - Parameters:
    ///   - deck: The original deck.
    ///   - path: Its file, for messages.
    /// - Throws: `ServiceError.Code.unsupported` for an Anki package, which Anki can merge itself, or an error that
    ///   occurs while reading.
    public init(_ deck: any Deck, path: String) throws {
        guard deck.info.format != .apkg, deck.info.format != .colpkg else {
            throw ServiceError(
                .unsupported,
                "\(SystemFailure.quoted(path)) is an Anki package",
                remedy: "import them one after another into Anki, which merges the changed notes"
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

    /// Adds the changes from a copy.
    ///
    /// - Parameters:
    ///   - part: The copy.
    ///   - name: Its file, for messages.
    /// - Throws: `ServiceError.Code.invalidRequest` when it is not a copy of the deck, or when another copy changed the
    ///   same note differently; or an error that occurs while reading.
    public mutating func add(_ part: any Deck, path name: String) throws {
        let noCopy = ServiceError(
            .invalidRequest,
            "\(SystemFailure.quoted(name)) is not a copy of \(SystemFailure.quoted(path)): its notes or fields differ",
            remedy: "give the original deck first, and then its copies"
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
                        "\(note.position): the note was changed differently in \(SystemFailure.quoted(other.part))",
                        remedy: "omit one of them"
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

    /// Writes the deck with the changes from all copies.
    ///
    /// - Returns: The number of changed notes.
    public func write(to output: String) throws -> Int {
        try deck.write(to: output, newFields: []) { note in
            guard let (fields, _) = changes[note.number] else { return nil }
            var edit = NoteEdit()
            for (index, field) in fields.enumerated() where !Self.isSame(field, note.fields, index) {
                edit.fields[index] = field
            }
            return edit
        }
    }

    private static func isSame(_ field: String, _ fields: [String], _ index: Int) -> Bool {
        fields.indices.contains(index) ? field.utf8.elementsEqual(fields[index].utf8) : field.isEmpty
    }

    private static func hash(_ note: Note) -> UInt64 {
        StableHash.of(note.fields.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) })
    }
}
