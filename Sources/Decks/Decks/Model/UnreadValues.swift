/// Values in a deck file that are not in any field of its notes. Edits preserve them; conversions lose them.
package struct IgnoredValues: Sendable, Hashable {
    /// A one-line description, such as `12 values of the member 'rank'`.
    package let what: String

    /// The number of values.
    package let count: Int

    init(_ count: Int, _ one: String, _ many: String, _ rest: String) {
        self.count = count
        what = "\(count) \(count == 1 ? one : many) \(rest)"
    }

    /// The notice for a conversion.
    var notice: String { "\(what) \(count == 1 ? "is" : "are") not kept" }

    /// The finding for a check.
    package var finding: String { "\(what) \(count == 1 ? "is" : "are") not in any field" }
}

/// A deck whose file may contain values that are not in the fields of its notes.
package protocol PartlyReadDeck: Deck {
    /// Rereads the file to find values that are not in any field.
    func ignoredValues() throws -> [IgnoredValues]

    /// Rereads the file to find field values that are not strings; these are represented as JSON text.
    func spelledValues() throws -> [String]
}

extension PartlyReadDeck {
    package func spelledValues() throws -> [String] { [] }
}

extension AnkiPackage: PartlyReadDeck {
    /// The fields that notes have beyond those of their note types.
    package func ignoredValues() throws -> [IgnoredValues] {
        let widths = info.noteTypes.map(\.fields.count)
        var count = 0
        try readNotes { note in
            let width = widths.indices.contains(note.type) ? widths[note.type] : 0
            count += note.fields.dropFirst(width).count { !$0.isEmpty }
            return true
        }
        return count == 0 ? [] : [IgnoredValues(count, "field", "fields", "beyond those of the note type")]
    }
}
