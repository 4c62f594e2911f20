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
