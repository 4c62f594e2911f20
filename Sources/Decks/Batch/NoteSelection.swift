/// Which notes are worked on: asked for all notes in their order, it says the same each time.
struct NoteSelection {
    private let notes: any NoteWork
    private let shard: BatchShard?
    private let limit: Int
    private var taken = 0

    init(_ batch: Batch) {
        notes = batch.notes
        shard = batch.options.shard
        limit = batch.options.limit ?? .max
    }

    mutating func assignment(for note: Note) -> NoteAssignment {
        let assignment = notes.assignment(for: note)
        guard case .work(let texts) = assignment else { return assignment }
        if let shard, !shard.holds(texts) { return .skip(.otherShard) }
        guard taken < limit else { return .skip(.beyondLimit) }
        taken += 1
        return assignment
    }
}
