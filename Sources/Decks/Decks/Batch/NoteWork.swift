public import LanguageServices

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
