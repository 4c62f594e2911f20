/// How much each thing counts that speaks for a translation; docs/translation-ranking.md explains them.
package struct RankingWeights: Sendable {
    /// The opposite dictionary translates it back: by its share there, and that it does at all.
    package var reverseShare = 2.0
    package var reverse = 1.0
    /// How much this dictionary has of it under this headword.
    package var evidence = 1.0
    /// How often the whole translation occurs in this dictionary.
    package var frequency = 0.3
    /// How often it occurs as a word of translations and examples.
    package var usage = 0.2
    /// How many entries and examples the opposite dictionary has of it.
    package var popularity = 0.3
    /// How many examples and references the entry has.
    package var richness = 0.4
    /// Against each word after the first.
    package var length = 0.4
    /// Against what is marked as rare, old, dialect, or of a field.
    package var marking = 1.0
    /// Against a headword that is more than the key: a form, or one with signs.
    package var inexactness = 1.0

    package init() {}
}
