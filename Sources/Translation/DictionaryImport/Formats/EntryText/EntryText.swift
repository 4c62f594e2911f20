import LanguageServices

/// What a dictionary's entries are written like.
protocol EntryText: Sendable {
    /// Reads one entry; `nil` when there is no headword in it.
    func entry(_ text: ByteText) -> TranslationEntry?
}
