/// A note: the content from which cards are made. In a plain text deck, a note is a row.
public struct Note: Sendable, Hashable {
    /// Its index in the deck, from 0.
    public var number: Int

    /// Its position, for messages.
    public var position: NotePosition

    /// Its GUID, if the deck has GUIDs.
    public var guid: String?

    /// The index of its type among the deck's note types.
    public var type: Int

    /// Its fields as stored in the deck, including markup.
    public var fields: [String]

    /// Its tags.
    public var tags: [String]

    /// The deck of its first card, if the file has that information.
    public var deck: String?

    /// Creates a note.
    public init(
        number: Int,
        position: NotePosition,
        guid: String? = nil,
        type: Int = 0,
        fields: [String],
        tags: [String] = [],
        deck: String? = nil
    ) {
        self.number = number
        self.position = position
        self.guid = guid
        self.type = type
        self.fields = fields
        self.tags = tags
        self.deck = deck
    }
}

/// The properties shared by notes of the same type, such as the names of their fields.
public struct NoteType: Sendable, Hashable, Codable {
    /// The name, such as `Basic` or `Cloze`. A plain text deck has a single type with an empty name.
    public var name: String

    /// The field names, in order. Columns without a header are named by their number, from 1.
    public var fields: [String]

    /// Whether the fields contain clozes, `{{c1::…}}`.
    public var isCloze: Bool

    /// Creates a note type.
    public init(name: String = "", fields: [String], isCloze: Bool = false) {
        self.name = name
        self.fields = fields
        self.isCloze = isCloze
    }

    /// The index of a field, by name or by number from 1. Names are matched case-insensitively unless an exact match
    /// exists.
    public func index(ofField name: String) -> Int? {
        if let index = fields.firstIndex(of: name) { return index }
        if let index = fields.firstIndex(where: { $0.lowercased() == name.lowercased() }) { return index }
        guard let number = Int(name), fields.indices.contains(number - 1) else { return nil }
        return number - 1
    }
}

/// The position of a note in a deck, for messages, such as `words.tsv:12` or `note 1690000000000`.
///
/// The description is created on demand because most positions are never displayed.
public struct NotePosition: Sendable, Hashable, CustomStringConvertible {
    private let words: String
    private let number: Int64?

    /// Creates a position from a prefix and a number, such as `words.tsv:` and the line number.
    public init(_ words: String, number: Int64? = nil) {
        self.words = words
        self.number = number
    }

    /// The position as displayed in messages.
    public var description: String { number.map { "\(words)\($0)" } ?? words }
}

extension NotePosition {
    /// Whether two positions have the same text.
    public static func == (first: Self, second: Self) -> Bool { first.description == second.description }

    /// Hashes the description.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension NotePosition: ExpressibleByStringLiteral {
    /// Creates a position without a number.
    public init(stringLiteral words: String) { self.init(words) }
}

/// The changes to a note. Everything else is preserved byte for byte.
public struct NoteEdit: Sendable, Hashable {
    /// New field values by index.
    public var fields: [Int: String]

    /// Files that the new values refer to, such as sounds.
    public var media: [MediaFile]

    /// Creates an edit.
    public init(fields: [Int: String] = [:], media: [MediaFile] = []) {
        self.fields = fields
        self.media = media
    }
}

/// A media file that fields in a deck refer to.
public struct MediaFile: Sendable, Hashable {
    /// The name used in fields: a plain file name without a folder.
    public var name: String

    /// The path of the file.
    public var path: String

    /// Creates a media file.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}
