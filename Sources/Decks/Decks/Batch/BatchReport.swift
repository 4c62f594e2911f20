public import LanguageServices

/// What became of a note.
public struct NoteReport: Sendable, Hashable {
    /// What became of a note, in a word.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// It was changed.
        case ok
        /// It had already what the batch would have given it.
        case kept
        /// There was nothing to do.
        case skipped
        /// It stays as it was because of an error.
        case failed
        /// The run ended before it was its turn.
        case open
    }

    /// Why there was nothing to do.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its note type does not have the fields.
        case noField
        /// The field to work from is empty.
        case emptySource
        /// There is no text in the field: numbers, a sound.
        case nothingToDo
        /// It belongs to another part of the deck.
        case otherShard
        /// As many notes as wanted were worked on.
        case beyondLimit
    }

    /// The number of the note in the deck, from 0.
    public var number: Int

    /// Where it stands in the deck.
    public var place: NotePosition

    /// What identifies it, where the deck has that.
    public var guid: String?

    /// What became of it.
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

    /// An error takes more room than all the rest, and of most notes there is none.
    private indirect enum Failure: Sendable, Hashable {
        case error(ServiceError)
    }

    private var failure: Failure?

    /// Its texts.
    public var texts: [String] = []

    /// What came of the texts.
    public var answers: [BatchAnswer] = []

    /// Creates a report of a note without texts.
    public init(_ note: Note, _ outcome: Outcome, reason: Reason? = nil) {
        number = note.number
        place = note.place
        guid = note.guid
        self.outcome = outcome
        self.reason = reason
    }
}

/// What a batch has to do, and what of it is known from an earlier run.
public struct BatchForecast: Sendable, Hashable {
    /// How many notes the deck has.
    public var notes = 0
    /// How many of them are worked on.
    public var pendingNotes = 0
    /// How many stay because they have already what they would be given.
    public var notesKept = 0
    /// How many there is nothing to do for.
    public var notesSkipped = 0
    /// How many texts the notes have, equal ones counted each time.
    public var texts = 0
    /// How many different texts there are.
    public var differentTexts = 0
    /// How many of these are answered in the journal.
    public var textsKnown = 0
    /// How many of these failed in an earlier run, and are not asked for again.
    public var textsFailed = 0
    /// How many texts are to be asked for.
    public var textsToSend = 0
    /// How many characters these have together: Unicode scalars, by which providers count.
    public var charactersToSend = 0
}

/// How far a batch is.
public struct BatchProgress: Sendable, Hashable {
    /// How many different texts there are.
    public var total: Int
    /// How many are done, with those of an earlier run.
    public var done: Int
    /// How many of these were known from an earlier run.
    public var known: Int
    /// How many of these failed.
    public var failed: Int
}

/// What came of a batch.
public struct BatchSummary: Sendable, Hashable {
    /// What was to do.
    public var forecast: BatchForecast
    /// How many texts were asked for in this run, and answered or refused.
    public var textsSent = 0
    /// How many of these came out of a cache, so that nobody was asked.
    public var textsCached = 0
    /// How many requests that took.
    public var requests = 0
    /// How many notes were changed.
    public var notesChanged = 0
    /// How many notes failed.
    public var notesFailed = 0
    /// Whether the deck was written.
    public var isWritten = false
    /// Whether nothing is left to be done: no note failed, and none was left for another run.
    public var isComplete = false
    /// Why the run ended before all texts were asked for. What was answered is in the journal, and the next run goes on
    /// from there; no deck was written.
    public var interruption: ServiceError?
}
