import LanguageServices

extension Batch {
    /// Writes the deck with the answers of a journal.
    ///
    /// - Returns: Whether all is done that there was to do.
    func write(
        to output: String,
        journal: BatchJournal,
        summary: inout BatchSummary,
        report: (NoteReport) throws -> Void
    ) throws -> Bool {
        var selection = NoteSelection(self)
        var failed = 0
        var isWhole = true
        summary.notesChanged = try deck.write(to: output, newFields: notes.newFields) { note in
            switch selection.assignment(for: note) {
            case .keep:
                try report(NoteReport(note, .kept))
                return nil
            case .skip(let reason):
                if reason == .beyondLimit { isWhole = false }
                try report(NoteReport(note, skipped: reason))
                return nil
            case .work(let texts):
                let (line, edit) = try outcome(of: note, texts: texts, journal: journal)
                if line.outcome == .failed { failed += 1 }
                try report(line)
                return edit
            }
        }
        summary.notesFailed = failed
        summary.isWritten = true
        return isWhole && failed == 0
    }

    /// What is known of a note before the deck is written.
    func state(
        of note: Note,
        assignment: NoteAssignment,
        journal: BatchJournal
    ) throws(ServiceError) -> NoteReport {
        switch assignment {
        case .keep: return NoteReport(note, .kept)
        case .skip(let reason): return NoteReport(note, skipped: reason)
        case .work(let texts):
            var line = NoteReport(note, .open)
            line.texts = texts.map { work.wording(of: $0) }
            for text in texts {
                switch try journal.result(journal.keys.key(of: text)) {
                case .success(let answer): line.answers.append(answer)
                case .failure(let error): line.error = line.error ?? error
                case nil: continue
                }
            }
            if line.error != nil { line.outcome = .failed }
            // Which answer is to which text could not be told.
            if line.answers.count < texts.count { line.answers = [] }
            return line
        }
    }

    private func outcome(
        of note: Note,
        texts: [String],
        journal: BatchJournal
    ) throws(ServiceError) -> (NoteReport, NoteEdit?) {
        var answers: [BatchAnswer] = []
        answers.reserveCapacity(texts.count)
        var failure: ServiceError?
        for text in texts {
            switch try journal.result(journal.keys.key(of: text)) {
            case .success(let answer): answers.append(answer)
            case .failure(let error): failure = failure ?? error
            case nil:
                throw ServiceError(
                    .io,
                    "\(note.place): the deck has changed since it was first read",
                    remedy: "start again"
                )
            }
        }
        var edit: NoteEdit?
        if failure == nil {
            do throws(ServiceError) {
                edit = try notes.edit(of: note, texts: texts, answers: answers)
            } catch {
                failure = ServiceError(error, provider: answers.first?.provider)
            }
        }
        let line = NoteReport(
            number: note.number,
            place: note.place,
            guid: note.guid,
            outcome: failure == nil ? .ok : .failed,
            error: failure,
            texts: texts.map { work.wording(of: $0) },
            answers: answers
        )
        return (line, edit)
    }
}
