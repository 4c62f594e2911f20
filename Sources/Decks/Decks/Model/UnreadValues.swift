/// Values of a deck file that are in no field of its notes: an edited deck has them still, another format has not.
package struct UnreadValues: Sendable, Hashable {
    /// What they are, in one line: `12 values of the member 'rank'`.
    package let what: String

    /// How many there are.
    package let count: Int

    init(_ count: Int, _ one: String, _ many: String, _ rest: String) {
        self.count = count
        what = "\(count) \(count == 1 ? one : many) \(rest)"
    }

    /// What a conversion says of them.
    var notice: String { "\(what) \(count == 1 ? "is" : "are") not kept" }

    /// What a check says of them.
    package var finding: String { "\(what) \(count == 1 ? "is" : "are") in no field" }
}

/// A deck whose file may hold more than the fields of its notes.
package protocol PartlyReadDeck: Deck {
    /// Reads the file once more for what is in no field.
    func unreadValues() throws -> [UnreadValues]

    /// Reads the file once more for values of fields that are no texts, which are shown as they are written.
    func spelledValues() throws -> [String]
}

extension PartlyReadDeck {
    package func spelledValues() throws -> [String] { [] }
}

extension AnkiPackage: PartlyReadDeck {
    /// The fields that notes have besides those of their types.
    package func unreadValues() throws -> [UnreadValues] {
        let widths = info.noteTypes.map(\.fields.count)
        var count = 0
        try readNotes { note in
            let width = widths.indices.contains(note.type) ? widths[note.type] : 0
            count += note.fields.dropFirst(width).count { !$0.isEmpty }
            return true
        }
        return count == 0 ? [] : [UnreadValues(count, "field", "fields", "beyond those of the note type")]
    }
}
