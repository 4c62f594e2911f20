/// What a batch has to know of some notes before it asks for anything.
struct PlannedNotes: Sendable {
    private(set) var toDo = 0
    private(set) var kept = 0
    private(set) var skipped = 0
    /// The texts of all of them, in their order.
    private(set) var texts: [PlannedText] = []

    /// Adds a note.
    mutating func add(_ assignment: NoteAssignment, keys: BatchKey.Maker, wording: (String) -> String) {
        switch assignment {
        case .keep: kept += 1
        case .skip: skipped += 1
        case .work(let texts):
            toDo += 1
            for text in texts {
                let characters = wording(text).unicodeScalars.count
                self.texts.append(PlannedText(text: text, key: keys.key(of: text), characters: characters))
            }
        }
    }
}

/// A text of a note.
struct PlannedText: Sendable {
    let text: String
    let key: BatchKey
    /// How many characters a provider counts.
    let characters: Int
}
