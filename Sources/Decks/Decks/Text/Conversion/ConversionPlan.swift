/// What the notes of a deck have, and where it goes in another format.
struct ConversionPlan {
    let format: DeckFormat
    let types: [NoteType]
    let hasMarkup: Bool

    /// The fields of the new file. Anki's text puts the first field of each note type into one column, as Anki reads
    /// it; the other formats put fields of a name together.
    let fields: [String]

    /// Where the fields of a note type go, by their places.
    let places: [[Int]]

    private(set) var hasGuids = false
    private(set) var hasDecks = false
    private(set) var hasTags = false
    let hasTypes: Bool

    /// Reads a deck once.
    init(_ deck: any Deck, format: DeckFormat) throws {
        self.format = format
        let info = deck.info
        types = info.noteTypes
        hasMarkup = info.hasMarkup
        hasTypes = types.contains { !$0.name.isEmpty }
        if format == .ankiText {
            let widest = types.max { $0.fields.count < $1.fields.count }
            fields = widest?.fields ?? []
            places = types.map { Array($0.fields.indices) }
        } else {
            var layout = FieldLayout()
            places = types.map { layout.places(of: $0) }
            fields = layout.names
        }
        try deck.readNotes { note in
            hasGuids = hasGuids || note.guid != nil
            hasDecks = hasDecks || note.deck != nil
            hasTags = hasTags || !note.tags.isEmpty
            return !(hasGuids && hasDecks && hasTags)
        }
    }

    /// The values of a note's fields, in the order of ``fields``.
    func values(_ note: Note) -> [String] {
        var values = [String](repeating: "", count: fields.count)
        let places = places.indices.contains(note.type) ? self.places[note.type] : []
        for (value, place) in zip(note.fields, places) where values.indices.contains(place) { values[place] = value }
        return values
    }

    /// The name of a note's type.
    func typeName(_ note: Note) -> String { types.indices.contains(note.type) ? types[note.type].name : "" }

    /// Whether the lines at the top of Anki's text name the columns. Anki matches the names to the fields of the note
    /// type, so names that it does not know would keep fields from being filled.
    var namesColumns: Bool { format == .ankiText && types.count == 1 && hasTypes }

    /// What the new file does not say any more.
    func notices(of info: DeckInfo, hasHeader: Bool) -> [String] {
        var notices: [String] = []
        if info.format == .apkg || info.format == .colpkg {
            notices.append("scheduling, card templates and styles are not kept")
        }
        if info.mediaCount > 0 { notices.append("the \(info.mediaCount) media files are not kept, only their names") }
        if info.hasMarkup, format != .ankiText {
            notices.append("the fields hold HTML, which the new file does not say: open it with markup")
        }
        if format == .ankiText, !namesColumns {
            notices.append("the names of the fields are not kept; Anki goes by their order")
        }
        if format == .csv || format == .tsv, !hasHeader { notices.append("the names of the fields are not kept") }
        if format != .ankiText, types.count > 1 {
            notices.append("fields of the same name in several note types share a column")
        }
        return notices
    }
}

/// Puts the fields of several note types into one row of names.
private struct FieldLayout {
    private var known = OrderedNames<String>()

    var names: [String] { known.all }

    mutating func places(of type: NoteType) -> [Int] {
        var taken: Set<Int> = []
        return type.fields.map { field in
            // A name that means something else, or that the type has twice, gets a number.
            var name = field
            var number = 2
            while ReservedName(name) != nil || known[name].map(taken.contains) == true {
                name = "\(field) \(number)"
                number += 1
            }
            let place = known.add(name)
            taken.insert(place)
            return place
        }
    }
}
