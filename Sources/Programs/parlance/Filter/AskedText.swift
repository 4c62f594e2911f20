import LanguageServices

/// A text that is to be answered, and what is known beside it.
struct AskedText: Sendable {
    /// The text.
    var text: String

    /// What is known; `nil` when that is nothing.
    var context: TranslationContext?

    /// What kind of word it is.
    var partOfSpeech: PartOfSpeech?

    /// Which meaning is wanted.
    var sense: String?
}
