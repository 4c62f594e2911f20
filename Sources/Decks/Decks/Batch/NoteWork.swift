public import LanguageServices
import Synchronization

/// What a batch does with each note: which texts of it are asked for, and what becomes of the answers.
///
/// Of a table several threads ask at the same time, for different notes and in any order.
public protocol NoteWork: Sendable {
    /// Fields that are added to the deck.
    var newFields: [String] { get }

    /// What is to be done with a note; the same whenever it is asked.
    func assignment(for note: Note) -> NoteAssignment

    /// The change to a note, once its texts are answered.
    ///
    /// - Parameters:
    ///   - note: The note.
    ///   - texts: The texts of its assignment.
    ///   - answers: An answer for each text.
    /// - Throws: `ServiceError` when the answers do not fit; then the note stays as it is.
    func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit
}

/// What is to be done with a note.
public enum NoteAssignment: Sendable, Hashable {
    /// Its texts are asked for.
    case work(texts: [String])
    /// It has already what the batch would give it.
    case keep
    /// There is nothing to do.
    case skip(NoteReport.Reason)
}

extension Batch {
    /// Says what is to be done with a note; with a limit, when it is asked for all notes in their order.
    ///
    /// It is a function, because to ask through the work itself would copy it for each note.
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

/// What a batch has to know of some notes before it asks for anything.
struct PlannedNotes: Sendable {
    private(set) var toDo = 0
    private(set) var kept = 0
    private(set) var skipped = 0
    /// The texts of all of them, in their order.
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

/// A text of a note.
struct PlannedText: Sendable {
    let text: String
    let key: BatchKey
    /// How many characters a provider counts.
    let characters: Int
}
