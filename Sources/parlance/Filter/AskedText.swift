import LanguageServices

/// A text that is to be translated, and what is known beside it.
struct AskedText: Sendable {
    /// The text.
    var text: String

    /// What is known; `nil` when that is nothing.
    var context: TranslationContext?
}
