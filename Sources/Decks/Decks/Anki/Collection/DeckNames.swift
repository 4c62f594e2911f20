import Database
import LanguageServices

/// The names of the decks in a collection.
enum DeckNames {
    /// All names, by the numbers of the decks; a deck within another is `outer::inner`.
    static func all(in database: Database) throws(ServiceError) -> [Int64: String] {
        var names: [Int64: String] = [:]
        if try database.columns(of: "decks").isSuperset(of: ["id", "name"]) {
            let decks = try database.prepare("SELECT id, name FROM decks")
            while try decks.step() {
                // Schema 15 and later keep the parts apart by a control character.
                names[decks.integer(0)] = decks.text(1).split(separator: "\u{1F}", omittingEmptySubsequences: false)
                    .joined(separator: "::")
            }
        } else if try database.columns(of: "col").contains("decks") {
            let decks = try database.prepare(
                """
                SELECT deck.key, json_extract(deck.value, '$.name')
                FROM (SELECT decks FROM col LIMIT 1), json_each(decks) AS deck WHERE deck.type = 'object'
                """
            )
            while try decks.step() {
                if let id = Int64(decks.text(0)) { names[id] = decks.text(1) }
            }
        }
        return names
    }

    /// The names of the decks that hold cards, sorted.
    static func used(in database: Database, of names: [Int64: String]) throws(ServiceError) -> [String] {
        let decks = try database.prepare("SELECT DISTINCT \(NoteReader.homeDeck) FROM cards")
        var used: Set<String> = []
        while try decks.step() {
            if let name = names[decks.integer(0)] { used.insert(name) }
        }
        return used.sorted()
    }
}
