import Database
import LanguageServices

/// Reads the notes in a collection one at a time, ordered by id.
final class NoteReader {
    /// The home deck of a card, even while the card is in a filtered deck.
    static let homeDeck = "CASE WHEN odid <> 0 THEN odid ELSE did END"

    private let notes: Statement
    private let cards: Statement?
    private let survey: CollectionSurvey?
    private let package: String
    private let limits: PackageLimits
    private var number = 0
    private var card: (note: Int64, deck: Int64)?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - database: The collection.
    ///   - survey: The survey of the collection; without it, notes have neither a deck nor a type index.
    ///   - limits: The maximum number of fields per note.
    init(of database: Database, survey: CollectionSurvey?, limits: PackageLimits) throws(ServiceError) {
        notes = try database.prepare("SELECT id, mid, mod, guid, tags, flds FROM notes ORDER BY id")
        package = database.subject
        self.survey = survey
        self.limits = limits
        if survey == nil {
            cards = nil
        } else {
            // Both statements are ordered by note id, so the cards are read in one pass.
            let cards = try database.prepare("SELECT nid, \(Self.homeDeck) FROM cards ORDER BY nid, ord, id")
            self.cards = cards
            try advance(cards)
        }
    }

    /// The next note; `nil` at the end.
    func next() throws(ServiceError) -> NoteRow? {
        guard try notes.step() else { return nil }
        let id = notes.integer(0)
        guard notes.isInteger(1) else {
            throw PackageFailure.damaged(package, "note \(id) has no note type")
        }
        let bytes = notes.bytes(5)
        let fields = NoteRow.split(bytes, limit: limits.fields)
        guard fields.count <= limits.fields else {
            throw PackageFailure.tooLarge(package, "note \(id) has more than \(limits.fields) fields")
        }
        let row = NoteRow(
            id: id,
            type: notes.integer(1),
            modified: notes.integer(2),
            number: number,
            bytes: bytes,
            fields: fields,
            guid: survey == nil ? "" : notes.text(3),
            tags: survey == nil ? "" : notes.text(4),
            deck: try deck(of: id)
        )
        number += 1
        return row
    }

    private func deck(of note: Int64) throws(ServiceError) -> String? {
        guard let cards, let survey else { return nil }
        while let card, card.note < note { try advance(cards) }
        guard let card, card.note == note else { return nil }
        return survey.deckNames[card.deck]
    }

    private func advance(_ cards: Statement) throws(ServiceError) {
        card = try cards.step() ? (cards.integer(0), cards.integer(1)) : nil
    }
}
