/// Which notes are worked on: asked for all notes in their order, it says the same each time.
struct NoteSelection {
    /// A function, because to ask through the work itself would copy it for each note.
    private let work: (Note) -> NoteAssignment
    private let shard: BatchShard?
    private let limit: Int
    private var taken = 0

    init(_ batch: Batch) {
        work = { [notes = batch.notes] in notes.assignment(for: $0) }
        shard = batch.options.shard
        limit = batch.options.limit ?? .max
    }

    mutating func assignment(for note: Note) -> NoteAssignment {
        let assignment = work(note)
        guard case .work(let texts) = assignment else { return assignment }
        if let shard, !shard.holds(texts) { return .skip(.otherShard) }
        guard taken < limit else { return .skip(.beyondLimit) }
        taken += 1
        return assignment
    }
}
