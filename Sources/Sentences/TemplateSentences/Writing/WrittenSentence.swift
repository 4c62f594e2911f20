import LanguageServices

/// A sentence that was made of a template.
struct WrittenSentence: Sendable, Hashable {
    var text: String
    /// Where the word stands, in Unicode scalars.
    var wordRanges: [Range<Int>]
    /// The level of everything in it but the word.
    var level: LearnerLevel
}
