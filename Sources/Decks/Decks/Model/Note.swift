/// A note: what a learner learns, from which cards are made. In a deck of plain text, a row.
public struct Note: Sendable, Hashable {
    /// Its number in the deck, from 0.
    public var number: Int

    /// Where it stands, for a message.
    public var place: NotePlace

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
        place: NotePlace,
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
