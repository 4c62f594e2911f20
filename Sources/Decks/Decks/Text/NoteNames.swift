/// Values in the order in which they first came, each once.
struct OrderedNames<Name: Hashable & Sendable>: Sendable {
    private(set) var all: [Name] = []
    private var places: [Name: Int] = [:]

    /// The place of a value; `nil` when it has not come.
    subscript(name: Name) -> Int? { places[name] }

    /// Adds a value, unless it is there.
    ///
    /// - Returns: Its place.
    @discardableResult
    mutating func add(_ name: Name) -> Int {
        if let place = places[name] { return place }
        places[name] = all.count
        all.append(name)
        return all.count - 1
    }
}

/// The note types and decks that the notes of a text name.
struct NoteNames: Sendable {
    private var types = OrderedNames<String>()
    private var deckNames = OrderedNames<String>()

    static let mostTypes = 1_000
    static let mostDecks = 10_000

    /// The names of the decks.
    var decks: [String] { deckNames.all }

    /// Whether a note type was named.
    var hasTypes: Bool { !types.all.isEmpty }

    /// - Returns: `false` when there are too many already.
    mutating func addType(_ name: String) -> Bool {
        guard types[name] != nil || types.all.count < Self.mostTypes else { return false }
        types.add(name)
        return true
    }

    /// Adds the deck of a note; an empty name is none, and of too many the first are enough.
    mutating func addDeck(_ name: String) {
        if decks.count < Self.mostDecks, !name.isEmpty { deckNames.add(name) }
    }

    /// The place of a note type.
    func typePlace(_ name: String) -> Int { types[name] ?? 0 }

    /// The note types, which all have the same fields; one without a name where none was named.
    func noteTypes(fields: [String]) -> [NoteType] {
        (hasTypes ? types.all : [""]).map { name in
            NoteType(name: name, fields: fields, isCloze: name.lowercased().hasPrefix("cloze"))
        }
    }
}
