/// Writes notes as objects: an array of them, or one a line.
struct JSONNoteWriter {
    let plan: ConversionPlan
    let isLines: Bool

    private let style = JSONStringStyle()

    /// - Returns: How many notes were written.
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
        var object: [UInt8] = [UInt8(ascii: "{")]
        func begin(_ key: String) {
            if object.count > 1 { object.append(contentsOf: Array(", ".utf8)) }
            style.write(key, to: &object)
            object.append(contentsOf: Array(": ".utf8))
        }
        func member(_ key: String, _ value: String) {
            begin(key)
            style.write(value, to: &object)
        }
        if let guid = note.guid { member("guid", guid) }
        if plan.hasTypes { member("notetype", plan.typeName(note)) }
        if let deck = note.deck { member("deck", deck) }
        let values = plan.values(note)
        let own = plan.places.indices.contains(note.type) ? plan.places[note.type] : []
        for place in own { member(plan.fields[place], values[place]) }
        if !note.tags.isEmpty {
            begin("tags")
            object.append(UInt8(ascii: "["))
            for (index, tag) in note.tags.enumerated() {
                if index > 0 { object.append(contentsOf: Array(", ".utf8)) }
                style.write(tag, to: &object)
            }
            object.append(UInt8(ascii: "]"))
        }
        object.append(UInt8(ascii: "}"))
        return object
    }
}
