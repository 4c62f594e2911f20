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
        var failed = 0
        var isWhole = true
        func take(_ line: NoteReport) throws {
            if line.outcome == .failed { failed += 1 }
            if line.reason == .beyondLimit { isWhole = false }
            try report(line)
        }
        if options.limit == nil {
            let assignment = NoteSelection.withoutLimit(self)
            summary.notesChanged = try deck.writePieces(
                to: output,
                newFields: notes.newFields,
                into: [NoteReport](),
                adding: { note, lines in
                    let (edit, line) = try outcome(of: note, assignment: assignment(note), journal: journal)
                    lines.append(line)
                    return edit
                },
                { lines in for line in lines { try take(line) } }
            )
        } else {
            // Which notes are within the limit is only known one after the other.
            var selection = NoteSelection(self)
            summary.notesChanged = try deck.write(to: output, newFields: notes.newFields) { note in
                let assignment = selection.assignment(for: note)
                let (edit, line) = try outcome(of: note, assignment: assignment, journal: journal)
                try take(line)
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

    /// The change to a note, and what is reported of it.
    private func outcome(
        of note: Note,
        assignment: NoteAssignment,
        journal: BatchJournal
    ) throws(ServiceError) -> (NoteEdit?, NoteReport) {
        let texts: [String]
        switch assignment {
        case .keep: return (nil, NoteReport(note, .kept))
        case .skip(let reason): return (nil, NoteReport(note, skipped: reason))
        case .work(let work): texts = work
        }
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
        return (edit, line)
    }
}
