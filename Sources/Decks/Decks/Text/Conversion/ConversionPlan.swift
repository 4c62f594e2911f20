/// The contents of a deck and their mapping to another format.
struct ConversionPlan {
    let format: DeckFormat
    let types: [NoteType]
    let hasMarkup: Bool

    /// The fields of the new file. Anki's text format has one column per field index, as Anki reads it; the other
    /// formats have one column per field name.
    let fields: [String]

    /// The target columns of each note type, by field index.
    let fieldIndices: [[Int]]

    private(set) var hasGuids = false
    private(set) var hasDecks = false
    private(set) var hasTags = false
    let hasTypes: Bool

    /// Surveys a deck in one pass.
    init(_ deck: any Deck, format: DeckFormat) throws {
        self.format = format
        let info = deck.info
        types = info.noteTypes
        hasMarkup = info.hasMarkup
        hasTypes = types.contains { !$0.name.isEmpty }
        if format == .ankiText {
            let widest = types.max { $0.fields.count < $1.fields.count }
            fields = widest?.fields ?? []
            fieldIndices = types.map { Array($0.fields.indices) }
        } else {
            var layout = FieldLayout()
            fieldIndices = types.map { layout.indices(of: $0) }
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
        let indices = fieldIndices.indices.contains(note.type) ? fieldIndices[note.type] : []
        for (value, index) in zip(note.fields, indices) where values.indices.contains(index) { values[index] = value }
        return values
    }

    /// The name of a note's type.
    func typeName(_ note: Note) -> String { types.indices.contains(note.type) ? types[note.type].name : "" }

    /// Whether the header lines of Anki's text format name the columns. Anki matches the names against the fields of
    /// the note type, so unknown names would leave fields empty.
    var namesColumns: Bool { format == .ankiText && types.count == 1 && hasTypes }

    /// The information that is lost in the new file.
    func notices(of info: DeckInfo, hasHeader: Bool) -> [String] {
        var notices: [String] = []
        if info.format == .apkg || info.format == .colpkg {
            notices.append("scheduling, card templates and styles are not kept")
        }
        if info.mediaCount > 0 { notices.append("the \(info.mediaCount) media files are not kept, only their names") }
        if info.hasMarkup, format != .ankiText {
            notices.append(
                "the fields contain HTML, which the new file does not declare; use '--markup html' when you open it"
            )
        }
        if format == .ankiText, !namesColumns {
            notices.append("the field names are not kept; Anki uses their order")
        }
        if format == .csv || format == .tsv, !hasHeader { notices.append("the field names are not kept") }
        if format != .ankiText, types.count > 1 {
            notices.append("fields with the same name in several note types share a column")
        }
        return notices
    }
}

/// Maps the fields of several note types to one list of columns.
private struct FieldLayout {
    private var known = OrderedNames<String>()

    var names: [String] { known.all }

    mutating func indices(of type: NoteType) -> [Int] {
        var taken: Set<Int> = []
        return type.fields.map { field in
            // A reserved or duplicate name gets a number.
            var name = field
            var number = 2
            while ReservedName(name) != nil || known[name].map(taken.contains) == true {
                name = "\(field) \(number)"
                number += 1
            }
            let index = known.add(name)
            taken.insert(index)
            return index
        }
    }
}
