/// Distinct values in order of first appearance.
struct OrderedNames<Name: Hashable & Sendable>: Sendable {
    private(set) var all: [Name] = []
    private var indices: [Name: Int] = [:]

    /// The index of a value; `nil` if it is unknown.
    subscript(name: Name) -> Int? { indices[name] }

    /// Adds a value unless it is already present.
    ///
    /// - Returns: Its index.
    @discardableResult
    mutating func add(_ name: Name) -> Int {
        if let index = indices[name] { return index }
        indices[name] = all.count
        all.append(name)
        return all.count - 1
    }
}

/// The note types and decks named by the notes in a text.
struct NoteNames: Sendable {
    private var types = OrderedNames<String>()
    private var deckNames = OrderedNames<String>()

    static let maximumTypes = 1_000
    static let maximumDecks = 10_000

    /// The names of the decks.
    var decks: [String] { deckNames.all }

    /// Whether a note type was named.
    var hasTypes: Bool { !types.all.isEmpty }

    /// - Returns: `false` if there are too many note types.
    mutating func addType(_ name: String) -> Bool {
        guard types[name] != nil || types.all.count < Self.maximumTypes else { return false }
        types.add(name)
        return true
    }

    /// Adds the deck of a note; empty names, and names beyond the limit, are ignored.
    mutating func addDeck(_ name: String) {
        if decks.count < Self.maximumDecks, !name.isEmpty { deckNames.add(name) }
    }

    /// The index of a note type.
    func typeIndex(_ name: String) -> Int { types[name] ?? 0 }

    /// The note types, all with the same fields. If no type was named, there is a single unnamed one.
    func noteTypes(fields: [String]) -> [NoteType] {
        (hasTypes ? types.all : [""]).map { name in
            NoteType(name: name, fields: fields, isCloze: name.lowercased().hasPrefix("cloze"))
        }
    }
}
