/// A note: what a learner learns, from which cards are made. In a deck of plain text, a row.
public struct Note: Sendable, Hashable {
    /// Its number in the deck, from 0.
    public var number: Int

    /// Where it stands, for a message.
    public var place: NotePosition

    /// What identifies it for an application, where the deck has that.
    public var guid: String?

    /// The place of its type among the types of the deck.
    public var type: Int

    /// Its fields, as the deck has them: with markup where the deck has markup.
    public var fields: [String]

    /// Its tags.
    public var tags: [String]

    /// The name of the deck that its first card is in, where the file says so.
    public var deck: String?

    /// Creates a note.
    public init(
        number: Int,
        place: NotePosition,
        guid: String? = nil,
        type: Int = 0,
        fields: [String],
        tags: [String] = [],
        deck: String? = nil
    ) {
        self.number = number
        self.place = place
        self.guid = guid
        self.type = type
        self.fields = fields
        self.tags = tags
        self.deck = deck
    }
}

/// What the notes of a kind have in common: the names of their fields.
public struct NoteType: Sendable, Hashable, Codable {
    /// Its name: `Basic`, `Cloze`. A deck of plain text has a single type, whose name is empty.
    public var name: String

    /// The names of the fields, in order. Columns without a header are called by their number, from 1.
    public var fields: [String]

    /// Whether the fields hold clozes, `{{c1::…}}`.
    public var isCloze: Bool

    /// Creates a note type.
    public init(name: String = "", fields: [String], isCloze: Bool = false) {
        self.name = name
        self.fields = fields
        self.isCloze = isCloze
    }

    /// The place of a field, by its name (upper and lower case count only where two names differ in nothing else) or by
    /// its number from 1.
    public func place(ofField name: String) -> Int? {
        if let place = fields.firstIndex(of: name) { return place }
        if let place = fields.firstIndex(where: { $0.lowercased() == name.lowercased() }) { return place }
        guard let number = Int(name), fields.indices.contains(number - 1) else { return nil }
        return number - 1
    }
}

/// Where a note stands in a deck, for a message: `words.tsv:12`, `note 1690000000000`.
///
/// It becomes a text when somebody wants to see it, which of most notes nobody does.
public struct NotePosition: Sendable, Hashable, CustomStringConvertible {
    private let words: String
    private let number: Int64?

    /// A place in words, and a number behind them where there is one: `words.tsv:` and the line.
    public init(_ words: String, number: Int64? = nil) {
        self.words = words
        self.number = number
    }

    /// The place as a message shows it.
    public var description: String { number.map { "\(words)\($0)" } ?? words }
}

extension NotePosition {
    /// Whether two places are shown alike.
    public static func == (first: Self, second: Self) -> Bool { first.description == second.description }

    /// Hashes what is shown.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension NotePosition: ExpressibleByStringLiteral {
    /// A place in words.
    public init(stringLiteral words: String) { self.init(words) }
}

/// What is to change in a note. All that is not named stays as it is, to the byte.
public struct NoteEdit: Sendable, Hashable {
    /// New values of fields, by their places.
    public var fields: [Int: String]

    /// Files that the new values name, such as sounds.
    public var media: [MediaFile]

    /// Creates an edit.
    public init(fields: [Int: String] = [:], media: [MediaFile] = []) {
        self.fields = fields
        self.media = media
    }
}

/// A file that belongs to a deck.
public struct MediaFile: Sendable, Hashable {
    /// The name by which fields call it: a plain file name without a folder.
    public var name: String

    /// Where it lies.
    public var path: String

    /// Creates a media file.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}
