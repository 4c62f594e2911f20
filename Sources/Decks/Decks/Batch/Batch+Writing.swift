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
        let editing = NoteEditing(self, journal)
        if options.limit == nil {
            let assignment = NoteSelection.withoutLimit(self)
            summary.notesChanged = try deck.writePieces(
                to: output,
                newFields: notes.newFields,
                into: [NoteReport](),
                adding: { note, lines in try editing.edit(of: note, assignment: assignment(note), report: &lines) },
                // By their places, since a copy of each counts the uses of all that it holds.
                { lines in for place in lines.indices { try take(lines[place]) } }
            )
        } else {
            // Which notes are within the limit is only known one after the other.
            var selection = NoteSelection(self)
            summary.notesChanged = try deck.write(to: output, newFields: notes.newFields) { note in
                var lines: [NoteReport] = []
                let edit = try editing.edit(of: note, assignment: selection.assignment(for: note), report: &lines)
                try lines.forEach(take)
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
}
