/// A word of a sentence.
struct TextWord: Sendable, Hashable {
    /// Where it stands in the sentence, in Unicode scalars.
    var range: Range<Int>

    /// The word as it is written.
    var text: String

    /// The form under which dictionaries have it, where an analyser has said so; otherwise the rules of the language tell.
    var lemma: String?
}
