/// Writes notes as JSON objects: as an array, or one object per line.
struct JSONNoteWriter {
    let plan: ConversionPlan
    let isLines: Bool

    private let style = JSONStringStyle()

    /// - Returns: The number of notes written.
    func write(_ deck: any Deck, to output: DeckOutput) throws -> Int {
        var count = 0
        if !isLines { try output.write(Array("[".utf8)) }
        try deck.readNotes { note in
            if !isLines { try output.write(Array((count == 0 ? "\n  " : ",\n  ").utf8)) }
            try output.write(object(note))
            if isLines { try output.write([0x0A]) }
            count += 1
            return true
        }
        if !isLines { try output.write(Array("\n]\n".utf8)) }
        return count
    }

    private func object(_ note: Note) -> [UInt8] {
        var members = JSONObjectChanges()
        func member(_ key: String, _ value: String) { members.added.append((key, .text(value))) }
        if let guid = note.guid { member("guid", guid) }
        if plan.hasTypes { member("notetype", plan.typeName(note)) }
        if let deck = note.deck { member("deck", deck) }
        let values = plan.values(note)
        let indices = plan.fieldIndices.indices.contains(note.type) ? plan.fieldIndices[note.type] : []
        for index in indices { member(plan.fields[index], values[index]) }
        if !note.tags.isEmpty {
            let tags = note.tags.map { tag in
                var bytes: [UInt8] = []
                style.write(tag, to: &bytes)
                return bytes
            }
            members.added.append(("tags", .json(Array("[".utf8) + tags.joined(separator: ", ".utf8) + "]".utf8)))
        }
        return Array("{}".utf8).withUnsafeBytes { members.applied(to: $0, [], style: style) }
    }
}
