public import LanguageServices
import Synchronization

/// The work that a batch does on each note: it selects the texts to send and writes the answers to fields.
///
/// For tables, several threads call its methods concurrently, for different notes and in any order.
public protocol NoteWork: Sendable {
    /// Fields to add to the deck.
    var newFields: [String] { get }

    /// The work for a note. The result must be deterministic.
    func assignment(for note: Note) -> NoteAssignment

    /// The change to a note, once its texts are answered.
    ///
    /// - Parameters:
    ///   - note: The note.
    ///   - texts: The texts in its assignment.
    ///   - answers: An answer for each text.
    /// - Throws: `ServiceError` when the answers do not fit the note, which is then left unchanged.
    func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit
}

/// The work for a note.
public enum NoteAssignment: Sendable, Hashable {
    /// Its texts are sent.
    case work(texts: [String])
    /// It already has the result.
    case keep
    /// There is nothing to do.
    case skip(NoteReport.Reason)
}

extension Batch {
    /// Returns the work for a note. If there is a limit, it must be called for all notes in order.
    ///
    /// It is a closure, because a call through the existential would copy it for each note.
    func assignments() -> @Sendable (Note) -> NoteAssignment {
        let taken = Atomic(0)
        return { [notes, shard = options.shard, limit = options.limit] note in
            let assignment = notes.assignment(for: note)
            guard case .work(let texts) = assignment else { return assignment }
            if let shard, !shard.holds(texts) { return .skip(.otherShard) }
            guard let limit else { return assignment }
            return taken.add(1, ordering: .relaxed).newValue <= limit ? assignment : .skip(.beyondLimit)
        }
    }
}

/// The work on some notes, determined before any request is sent.
struct PlannedNotes: Sendable {
    private(set) var toDo = 0
    private(set) var kept = 0
    private(set) var skipped = 0
    /// The texts of all notes, in order.
    private(set) var texts: [PlannedText] = []

    /// Adds a note.
    mutating func add(_ assignment: NoteAssignment, keys: BatchKey.Maker, wording: (String) -> String) {
        switch assignment {
        case .keep: kept += 1
        case .skip: skipped += 1
        case .work(let texts):
            toDo += 1
            for text in texts {
                let characters = wording(text).unicodeScalars.count
                self.texts.append(PlannedText(text: text, key: keys.key(of: text), characters: characters))
            }
        }
    }
}

/// A text in a note.
struct PlannedText: Sendable {
    let text: String
    let key: BatchKey
    /// The number of characters, as counted by providers.
    let characters: Int
}
