/// Which notes are worked on: asked for all notes in their order, it says the same each time.
struct NoteSelection {
    /// A function, because to ask through the work itself would copy it for each note.
    private let work: @Sendable (Note) -> NoteAssignment
    private let limit: Int
    private var taken = 0

    init(_ batch: Batch) {
        work = Self.withoutLimit(batch)
        limit = batch.options.limit ?? .max
    }

    /// What is to be done with a note by itself, whatever was found for those before it.
    static func withoutLimit(_ batch: Batch) -> @Sendable (Note) -> NoteAssignment {
        { [notes = batch.notes, shard = batch.options.shard] note in
            let assignment = notes.assignment(for: note)
            if let shard, case .work(let texts) = assignment, !shard.holds(texts) { return .skip(.otherShard) }
            return assignment
        }
    }

    mutating func assignment(for note: Note) -> NoteAssignment {
        let assignment = work(note)
        guard case .work = assignment else { return assignment }
        guard taken < limit else { return .skip(.beyondLimit) }
        taken += 1
        return assignment
    }
}
