import LanguageServices

/// Computes the changes to notes from the answers in a journal.
struct NoteEditing: Sendable {
    private let journal: BatchJournal
    private let keys: BatchKey.Maker
    /// Stored as closures because a call through the existential would copy it for each note.
    private let work: @Sendable (Note, [String], [BatchAnswer]) throws(ServiceError) -> NoteEdit
    private let wording: @Sendable (String) -> String

    init(_ batch: Batch, _ journal: BatchJournal) {
        self.journal = journal
        keys = journal.keys
        work = { [notes = batch.notes] (note, texts, answers) throws(ServiceError) in
            try notes.edit(of: note, texts: texts, answers: answers)
        }
        wording = batch.work.wording
    }

    /// The change to a note.
    ///
    /// - Parameter lines: Receives the report on the note.
    func edit(
        of note: Note,
        assignment: consuming NoteAssignment,
        report lines: inout [NoteReport]
    ) throws(ServiceError) -> NoteEdit? {
        var texts: [String]
        switch assignment {
        case .keep:
            lines.append(NoteReport(note, .kept))
            return nil
        case .skip(let reason):
            lines.append(NoteReport(note, .skipped, reason: reason))
            return nil
        case .work(let work): texts = work
        }
        var answers: [BatchAnswer] = []
        answers.reserveCapacity(texts.count)
        var failure: ServiceError?
        for text in texts {
            switch try journal.result(keys.key(of: text)) {
            case .success(let answer): answers.append(answer)
            case .failure(let error): failure = failure ?? error
            case nil:
                throw ServiceError(
                    .io,
                    "\(note.position): the deck changed while it was being processed",
                    remedy: "start again"
                )
            }
        }
        var edit: NoteEdit?
        if failure == nil {
            do throws(ServiceError) {
                edit = try work(note, texts, answers)
            } catch {
                failure = ServiceError(error, provider: answers.first?.provider)
            }
        }
        for index in texts.indices { texts[index] = wording(texts[index]) }
        var line = NoteReport(note, failure == nil ? .ok : .failed)
        line.error = failure
        line.texts = texts
        line.answers = answers
        lines.append(line)
        return edit
    }
}
