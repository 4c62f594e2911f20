import Decks
import JSON
import LanguageServices

/// What a batch does to notes, in the words in which it is told.
struct BatchAction: Sendable {
    /// What was done to a note: `translated`.
    var done: String

    /// The name of an answer in reports: `text`, `file`.
    var answer: String

    /// Whether it is told how many answers are guesses.
    var tellsGuesses = false

    /// What may find more of what was not found.
    var searchFurther: String?

    /// How an answer stands in a report.
    var value: @Sendable (BatchAnswer) -> JSONValue = { .string($0.text) }

    static let translate = BatchAction(done: "translated", answer: "text", tellsGuesses: true)
    static let gloss = BatchAction(done: "glossed", answer: "text")
    static let speak = BatchAction(done: "spoken", answer: "file")
    static let sentences = BatchAction(
        done: "given sentences",
        answer: "sentences",
        value: { .array(($0.sentences ?? []).map { SentenceJSON.value($0) }) }
    )
}
