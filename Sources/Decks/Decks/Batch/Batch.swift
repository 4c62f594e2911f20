import LanguageServices
import Platform

/// Processes all notes in a deck.
///
/// The deck is read, each distinct text is sent once, and the deck is written with the answers. Answers are stored in a
/// journal beside the output, `.NAME.parlance-journal`. An interrupted run resumes when the same batch is run again,
/// even if its process was killed. Memory use grows by less than 50 bytes per distinct text, regardless of the size of
/// the deck.
///
/// Guarantees: the answers to a request are in the journal before the next request starts, and from then on, its texts
/// are not resent, however the process ends. The answers to concurrent requests in progress when the process ends are
/// lost, and their texts are resent: at most ``BatchOptions/concurrency`` times ``BatchOptions/textsPerRequest`` texts.
/// A system crash may also lose the answers received in the last second. The output is written completely or not at
/// all.
///
/// A failed request is repeatedly split in half until the failing text is found. An error that concerns the provider
/// rather than a text (credentials, quota, no connection) ends the run; see ``BatchSummary/interruption``.
public struct Batch: Sendable {
    /// The deck.
    public let deck: any Deck
    /// The batch work on texts.
    public let work: any BatchWork
    /// The batch work on notes.
    public let notes: any NoteWork
    /// The options.
    public let options: BatchOptions

    /// Creates a batch.
    public init(deck: any Deck, work: any BatchWork, notes: any NoteWork, options: BatchOptions = BatchOptions()) {
        self.deck = deck
        self.work = work
        self.notes = notes
        self.options = options
    }

    /// Determines the work without sending any request.
    ///
    /// - Parameter output: The output file, whose journal is read; nothing is created or changed.
    /// - Throws: `ServiceError` when the deck cannot be read or another run is active.
    public func forecast(output: String?) throws -> BatchForecast {
        let journal = try earlierJournal(of: options.restarts ? nil : output)
        defer { journal.unlock() }
        return try plan(journal: journal, spool: nil)
    }

    /// Reports the state of each note after a run that ended before the deck was written.
    ///
    /// - Parameters:
    ///   - output: The output file, whose journal is read.
    ///   - report: Called with each note in deck order. A note that would be changed is ``NoteReport/Outcome/open``,
    ///     with its answers once all of them are present.
    /// - Throws: `ServiceError` when the deck cannot be read or another run is active, or an error thrown by `report`.
    public func survey(output: String, report: (NoteReport) throws -> Void) throws {
        let journal = try earlierJournal(of: output)
        defer { journal.unlock() }
        let assignment = assignments()
        try deck.readNotes { note in
            try report(state(of: note, assignment: assignment(note), journal: journal))
            return true
        }
    }

    /// The journal from an earlier run beside an output; an empty one if there is none.
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

    /// Runs or resumes the batch.
    ///
    /// - Parameters:
    ///   - output: The output file, which may be the deck's own file.
    ///   - progress: Called after each request.
    ///   - report: Called with each note in deck order while the deck is written; an error it throws stops the writing.
    /// - Returns: The summary. The deck was not written when there is a ``BatchSummary/interruption``.
    /// - Throws: `ServiceError` when the deck cannot be read or written, or the journal cannot be written. The journal
    ///   is created before any request is sent.
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
        // The journal locks out other runs. The task of a finished request may hold it until shortly after this
        // function returns.
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
        try await sendRequests(spool, journal: journal, summary: &summary, progress: progress)
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

    /// Collects the texts to send.
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
            forecast.uniqueTexts += 1
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

    /// The known result for a text, if it is still usable.
    private func usable(
        _ known: BatchJournal.Known?,
        _ key: BatchKey,
        in journal: BatchJournal
    ) throws(ServiceError) -> BatchJournal.Known? {
        guard known == .answered, let check = work.answerCheck else { return known }
        guard case .success(let answer) = try journal.result(key), check(answer) else { return nil }
        return known
    }

    /// Whether an output can have a journal from which an interrupted run resumes. A device or a pipe cannot.
    public static func keepsJournal(besides output: String) -> Bool {
        var status = stat()
        return stat(output, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }
}

extension Batch {
    /// Writes the deck with the answers from a journal.
    ///
    /// - Returns: Whether all work is done.
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
                // Accessed by index to avoid copies and their reference counting.
                for index in lines.indices {
                    if lines[index].outcome == .failed { failed += 1 }
                    if lines[index].reason == .beyondLimit { isWhole = false }
                    try report(lines[index])
                }
            }
        )
        summary.notesFailed = failed
        summary.isWritten = true
        return isWhole && failed == 0
    }

    /// The state of a note before the deck is written.
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
            // The answers could not be assigned to texts.
            if line.answers.count < texts.count { line.answers = [] }
            return line
        }
    }
}
