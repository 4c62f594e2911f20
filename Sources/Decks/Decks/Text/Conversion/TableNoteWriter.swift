/// Writes notes as rows of a table: CSV, TSV or Anki's text format.
struct TableNoteWriter {
    let plan: ConversionPlan
    let separator: Separator
    let hasHeader: Bool

    private var isAnki: Bool { plan.format == .ankiText }

    private var dialect: DelimitedDialect {
        DelimitedDialect(separator: separator.byte, hasComments: isAnki)
    }

    /// - Returns: The number of notes written.
    func write(_ deck: any Deck, to output: DeckOutput) throws -> Int {
        try output.write(top)
        if hasHeader, let names = headerNames { try output.write(row(names)) }
        var count = 0
        try deck.readNotes { note in
            let cells = columns(
                guid: note.guid ?? "",
                type: plan.typeName(note),
                deck: note.deck ?? "",
                plan.values(note),
                tags: note.tags.joined(separator: " ")
            )
            try output.write(row(cells))
            count += 1
            return true
        }
        return count
    }

    /// The cells of a row. Anki's text format has GUID, note type and deck before the fields, as Anki writes them; a
    /// table has them after the fields, so column numbers equal field numbers.
    private func columns(guid: String, type: String, deck: String, _ fields: [String], tags: String) -> [String] {
        var special: [String] = []
        if plan.hasGuids { special.append(guid) }
        if plan.hasTypes { special.append(type) }
        if plan.hasDecks { special.append(deck) }
        let last = plan.hasTags ? [tags] : []
        return isAnki ? special + fields + last : fields + special + last
    }

    /// The names of the columns. Unnamed fields are identified by number, but a header of numbers would be mistaken for
    /// data. Such fields get no header, or the names `field 1` and so on if other columns need names.
    private var headerNames: [String]? {
        let isNameless = plan.fields.indices.allSatisfy { plan.fields[$0] == "\($0 + 1)" }
        if isNameless, !plan.hasGuids, !plan.hasTypes, !plan.hasDecks, !plan.hasTags { return nil }
        let fields = isNameless ? plan.fields.map { "field \($0)" } : plan.fields
        return columns(guid: "guid", type: "notetype", deck: "deck", fields, tags: "tags")
    }

    private func row(_ cells: [String]) -> [UInt8] {
        var row: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { row.append(separator.byte) }
            let style = DelimitedDialect.CellStyle(isFirst: index == 0, isAlone: cells.count == 1)
            dialect.write(cell, style: style, to: &row)
        }
        row.append(0x0A)
        return row
    }

    /// The header lines of Anki's text format.
    private var top: [UInt8] {
        guard isAnki else { return [] }
        var lines = ["#separator:\(separator.rawValue)", "#html:\(plan.hasMarkup)"]
        var column = 1
        for (name, isThere) in [("guid", plan.hasGuids), ("notetype", plan.hasTypes), ("deck", plan.hasDecks)]
        where isThere {
            lines.append("#\(name) column:\(column)")
            column += 1
        }
        if plan.hasTags { lines.append("#tags column:\(column + plan.fields.count)") }
        var top = Array(lines.map { $0 + "\n" }.joined().utf8)
        if plan.namesColumns {
            top += Array("#columns:".utf8)
            top += row(columns(guid: "guid", type: "notetype", deck: "deck", plan.fields, tags: "tags"))
        }
        return top
    }
}
