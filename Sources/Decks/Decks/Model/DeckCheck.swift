import LanguageServices

/// What stands in the way of working with a deck, found by reading all of it.
package struct DeckCheck: Sendable {
    /// How many notes were read.
    package private(set) var notes = 0

    /// What was found, a sentence each.
    package let findings: [String]

    /// Reads a deck, or as much of it as is read before the task is cancelled.
    package init(_ deck: any Deck) throws {
        var count = 0
        var empty = 0
        var guids: [String: Int] = [:]
        try deck.readNotes { note in
            count += 1
            if note.fields.allSatisfy(BlankText.isBlank) { empty += 1 }
            if let guid = note.guid { guids[guid, default: 0] += 1 }
            return !Task.isCancelled
        }
        let shared = guids.values.count { $0 > 1 }
        var findings = deck.info.notices
        if empty > 0 { findings.append("\(empty) of the notes are empty") }
        if shared > 0, !findings.contains(where: { $0.contains("GUID") || $0.contains("guid") }) {
            findings.append("\(shared) ids are of more than one note")
        }
        if let deck = deck as? any PartlyReadDeck { findings += try deck.unreadValues().map(\.finding) }
        notes = count
        self.findings = findings
    }
}
