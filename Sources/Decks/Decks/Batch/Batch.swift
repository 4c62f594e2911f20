import LanguageServices
import Platform

/// Work on all notes of a deck.
///
/// The deck is read, each different text in it is asked for once, and then the deck is written with the answers. What was
/// answered stands in a journal beside the output, `.NAME.parlance-journal`, so that a run that was ended in any way, also
/// by a killed process, goes on where it was when the same batch is run again. Memory grows by less than 50 bytes for each
/// different text, and not with the size of the deck.
///
/// What is guaranteed: the answers to a request are in the journal before the next request is made in its stead, and from
/// then on none of its texts is asked for again, however the process ends. Of requests that are under way at that moment
/// the answers are lost, and their texts are asked for again; these are not more than ``BatchOptions/concurrency`` times
/// ``BatchOptions/textsPerRequest`` texts. When the machine itself goes down, the answers of the last second may be lost as
/// well. The output is there as a whole or not at all.
///
/// A request that fails is halved until the text is found that it fails for. An error that concerns the provider and
/// not a text (credentials, quota, nobody there) ends the run; see ``BatchSummary/interruption``.
public struct Batch: Sendable {
    /// The deck.
    public let deck: any Deck
    /// What is done with texts.
    public let work: any BatchWork
    /// What is done with notes.
    public let notes: any NoteWork
    /// How it is done.
    public let options: BatchOptions

    /// Creates a batch.
    public init(deck: any Deck, work: any BatchWork, notes: any NoteWork, options: BatchOptions = BatchOptions()) {
        self.deck = deck
        self.work = work
        self.notes = notes
        self.options = options
    }

    /// Finds out what there is to do, and asks nobody for anything.
    ///
    /// - Parameter output: The file that the batch would write, whose journal is looked at; nothing is made or changed.
    /// - Throws: `ServiceError`, when the deck cannot be read, or another run is at work.
    public func forecast(output: String?) throws -> BatchForecast {
        let journal = try earlierJournal(of: options.restarts ? nil : output)
        defer { journal.unlock() }
        return try plan(journal: journal, spool: nil)
    }

    /// Says what is known of each note from a run that ended before the deck was written.
    ///
    /// - Parameters:
    ///   - output: The file that the batch would write, whose journal is looked at.
    ///   - report: Told of each note, in the order of the deck. A note that would be changed is ``NoteReport/Outcome/open``,
    ///     with its answers once all of them are there.
    /// - Throws: `ServiceError`, when the deck cannot be read, or another run is at work, and what `report` throws.
    public func survey(output: String, report: (NoteReport) throws -> Void) throws {
        let journal = try earlierJournal(of: output)
        defer { journal.unlock() }
        let assignment = assignments()
        try deck.readNotes { note in
            try report(state(of: note, assignment: assignment(note), journal: journal))
            return true
        }
    }

    /// The journal that an earlier run has left beside an output; one of nothing when there is none.
    private func earlierJournal(of output: String?) throws(ServiceError) -> BatchJournal {
        var kept = output
        if let output, !Self.keepsJournal(besides: output) || !WholeFile.exists(BatchJournal.path(for: output)) {
            kept = nil
        }
        return try BatchJournal(
            output: kept,
            temporaryFolder: TemporaryDirectory.parent,
            restarts: false,
            identity: work.identity
        )
    }

    /// Runs the batch, or goes on with it.
    ///
    /// - Parameters:
    ///   - output: The file to be written; the file of the deck itself is allowed.
    ///   - progress: Told after each request how far the batch is.
    ///   - report: Told of each note, in the order of the deck, while the deck is written; what it throws ends the writing.
    /// - Returns: What came of it. The deck was not written when there is a ``BatchSummary/interruption``.
    /// - Throws: `ServiceError`, when the deck cannot be read or written, or the journal cannot: it is made before anything
    ///   is asked for.
    public func run(
        output: String,
        progress: @Sendable (BatchProgress) -> Void = { _ in },
        report: @Sendable (NoteReport) throws -> Void = { _ in }
    ) async throws -> BatchSummary {
        let keepsJournal = Self.keepsJournal(besides: output)
        let folder = keepsJournal ? AtomicFile.split(output).folder : TemporaryDirectory.parent
        let journal = try BatchJournal(
            output: keepsJournal ? output : nil,
            temporaryFolder: folder,
            restarts: options.restarts,
            identity: work.identity
        )
        var isComplete = false
        // The journal is what keeps other runs away. A task of a request that has ended may hold it a moment longer than this
        // function runs.
        defer {
            work.end(isComplete: isComplete)
            journal.unlock()
        }
        do { try work.begin() } catch {
            if journal.isEmpty { journal.remove() }
            throw error
        }
        let spool = try TextSpool(folder: folder)
        var summary = BatchSummary(forecast: try plan(journal: journal, spool: spool))
        try await ask(spool, journal: journal, summary: &summary, progress: progress)
        if summary.interruption != nil {
            if journal.isEmpty { journal.remove() } else { journal.sync() }
            return summary
        }
        journal.syncWhenDue()
        isComplete = try write(to: output, journal: journal, summary: &summary, report: report)
        if isComplete { journal.remove() }
        summary.isComplete = isComplete
        return summary
    }

    /// Collects the texts that are to be asked for.
    private func plan(journal: BatchJournal, spool: TextSpool?) throws -> BatchForecast {
        var forecast = BatchForecast()
        let keys = journal.keys
        let wording = work.wording
        let assignment = assignments()
        try deck.readPieces(
            inOrder: options.limit != nil,
            into: PlannedNotes(),
            adding: { note, planned in planned.add(assignment(note), keys: keys, wording: wording) },
            { planned in
                try ServiceError.checkCancellation(of: "the batch")
                try add(planned, to: &forecast, journal: journal, spool: spool)
                return true
            }
        )
        return forecast
    }

    private func add(
        _ planned: PlannedNotes,
        to forecast: inout BatchForecast,
        journal: BatchJournal,
        spool: TextSpool?
    ) throws(ServiceError) {
        forecast.notes += planned.toDo + planned.kept + planned.skipped
        forecast.pendingNotes += planned.toDo
        forecast.notesKept += planned.kept
        forecast.notesSkipped += planned.skipped
        forecast.texts += planned.texts.count
        for text in planned.texts {
            let (isFirst, known) = journal.meet(text.key)
            guard isFirst else { continue }
            forecast.differentTexts += 1
            switch try usable(known, text.key, in: journal) {
            case .answered: forecast.textsKnown += 1
            case .failed where !options.retriesFailed: forecast.textsFailed += 1
            default:
                forecast.textsToSend += 1
                forecast.charactersToSend += text.characters
                try spool?.add(text.text, text.key)
            }
        }
    }

    /// What is known of a text, without what can no longer be used.
    private func usable(
        _ known: BatchJournal.Known?,
        _ key: BatchKey,
        in journal: BatchJournal
    ) throws(ServiceError) -> BatchJournal.Known? {
        guard known == .answered, let check = work.answerCheck else { return known }
        guard case .success(let answer) = try journal.result(key), check(answer) else { return nil }
        return known
    }

    /// Whether a journal can stand beside an output, from which a run that was ended goes on: not beside a device or a
    /// pipe.
    public static func keepsJournal(besides output: String) -> Bool {
        var status = stat()
        return stat(output, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }
}

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
        let editing = NoteEditing(self, journal)
        let assignment = assignments()
        summary.notesChanged = try deck.writePieces(
            inOrder: options.limit != nil,
            to: output,
            newFields: notes.newFields,
            into: [NoteReport](),
            adding: { note, lines in try editing.edit(of: note, assignment: assignment(note), report: &lines) },
            { lines in
                // By their places, since a copy of each counts the uses of all that it holds.
                for place in lines.indices {
                    if lines[place].outcome == .failed { failed += 1 }
                    if lines[place].reason == .beyondLimit { isWhole = false }
                    try report(lines[place])
                }
            }
        )
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
        case .skip(let reason): return NoteReport(note, .skipped, reason: reason)
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
