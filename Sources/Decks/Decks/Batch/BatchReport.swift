public import LanguageServices

/// The result for a note.
public struct NoteReport: Sendable, Hashable {
    /// The outcome for a note.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The note was changed.
        case ok
        /// The note already had the result.
        case kept
        /// The note needed no work.
        case skipped
        /// The note is unchanged because of an error.
        case failed
        /// The run ended before the note was processed.
        case open
    }

    /// Why a note was skipped.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its note type does not have the fields.
        case noField
        /// The source field is empty.
        case emptySource
        /// The field contains no text: only numbers or a sound.
        case nothingToDo
        /// The note is in another part of the deck.
        case otherShard
        /// The limit on the number of notes was reached.
        case beyondLimit
    }

    /// The number of the note in the deck, from 0.
    public var number: Int

    /// The position of the note in the deck.
    public var position: NotePosition

    /// Its GUID, if the deck has GUIDs.
    public var guid: String?

    /// The outcome.
    public var outcome: Outcome

    /// Why it was skipped.
    public var reason: Reason?

    /// Why it failed.
    public var error: ServiceError? {
        get {
            guard case .some(.error(let error)) = failure else { return nil }
            return error
        }
        set { failure = newValue.map(Failure.error) }
    }

    /// Boxed, because an error is large and most notes have none.
    private indirect enum Failure: Sendable, Hashable {
        case error(ServiceError)
    }

    private var failure: Failure?

    /// Its texts.
    public var texts: [String] = []

    /// The answers to the texts.
    public var answers: [BatchAnswer] = []

    /// Creates a report on a note without texts.
    public init(_ note: Note, _ outcome: Outcome, reason: Reason? = nil) {
        number = note.number
        position = note.position
        guid = note.guid
        self.outcome = outcome
        self.reason = reason
    }
}

/// The work to be done in a batch, and the results known from an earlier run.
public struct BatchForecast: Sendable, Hashable {
    /// The number of notes in the deck.
    public var notes = 0
    /// The number of notes to process.
    public var pendingNotes = 0
    /// The number of notes that already have the result.
    public var notesKept = 0
    /// The number of notes to skip.
    public var notesSkipped = 0
    /// The number of texts, counting duplicates.
    public var texts = 0
    /// The number of distinct texts.
    public var uniqueTexts = 0
    /// The number of distinct texts answered in the journal.
    public var textsKnown = 0
    /// The number of distinct texts that failed in an earlier run and are not resent.
    public var textsFailed = 0
    /// The number of texts to send.
    public var textsToSend = 0
    /// The number of characters to send, in Unicode scalars, the unit that providers count.
    public var charactersToSend = 0
}

/// The progress of a batch.
public struct BatchProgress: Sendable, Hashable {
    /// The number of distinct texts.
    public var total: Int
    /// The number of finished texts, including those from an earlier run.
    public var done: Int
    /// The number of finished texts known from an earlier run.
    public var known: Int
    /// The number of finished texts that failed.
    public var failed: Int
}

/// The result of a batch.
public struct BatchSummary: Sendable, Hashable {
    /// The work at the start.
    public var forecast: BatchForecast
    /// The number of texts sent in this run that were answered or rejected.
    public var textsSent = 0
    /// The number of sent texts that were answered from a cache, without a request to the provider.
    public var textsCached = 0
    /// The number of requests sent.
    public var requests = 0
    /// The number of changed notes.
    public var notesChanged = 0
    /// The number of failed notes.
    public var notesFailed = 0
    /// Whether the deck was written.
    public var isWritten = false
    /// Whether all work is done: no note failed, and none was left for another run.
    public var isComplete = false
    /// Why the run ended before all texts were sent. The answers are in the journal, and the next run resumes from
    /// them; no deck was written.
    public var interruption: ServiceError?
}
