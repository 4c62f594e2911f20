import LanguageServices

/// An entry among those of a key.
///
/// Ranking hands it about a lot, and its many texts and lists would be counted each time.
final class KeyedEntry: Sendable {
    let offset: Int
    /// The entry, with what ranking looks at: forms and notes are missing, and examples and references are there in their
    /// number and without their texts.
    let entry: TranslationEntry
    let spelling: String
    let isForm: Bool
    /// What the labels of the entry say against it, and for it; see ``UsageMarks``.
    let marking: Double
    let commonness: Double

    init(offset: Int, entry: TranslationEntry, spelling: String, isForm: Bool) {
        self.offset = offset
        self.entry = entry
        self.spelling = spelling
        self.isForm = isForm
        marking = UsageMarks.against(entry.labels)
        commonness = UsageMarks.common(entry.labels)
    }
}
