/// What speaks for or against a translation of a headword, in numbers; docs/translation-ranking.md explains each, and
/// where the weights are from.
struct RankingFeatures {
    /// How the opposite dictionary translates it back: the headword's part of what the best one there has, from 0 to 1.
    var reverseShare = 0.0
    /// One divided by the rank that the headword has there; 0 when it is not there.
    var reverseRank = 0.0
    /// How much the opposite dictionary has of it: logarithm of its entries and examples.
    var popularity = 0.0
    /// How many translations it has there: logarithm.
    var breadth = 0.0
    /// How often it is given for the headword: logarithm of the senses that have it.
    var repetitions = 0.0
    /// Logarithm of the examples of its sense.
    var examples = 0.0
    /// Logarithm of the references of its entry to other headwords.
    var references = 0.0
    /// One divided by its place in its sense.
    var position = 0.0
    /// One divided by the place of its entry.
    var order = 0.0
    /// One divided by the number of words in its sense: who stands alone is meant.
    var singleness = 0.0
    /// How much of what the dictionary has for the headword is of the same part of speech, from 0 to 1.
    var partOfSpeech = 0.0
    /// 1 when its entry says no part of speech and others of the headword do, which are the word itself then, and this a
    /// form of it.
    var missingPart = 0.0
    /// How often the word occurs among the words of all translations and examples: logarithm, at most 5.
    var usage = 0.0
    /// Of how many senses in the whole dictionary it is the translation: logarithm.
    var vagueness = 0.0
    /// Its length: logarithm of the number of characters.
    var length = 0.0
    /// Its words after the first, at most 6.
    var extraWords = 0.0
    /// 1 for a part of a word: *-ness*.
    var fragment = 0.0
    /// 1 for a word with a capital in a language that writes only names with one: *Falls* beside *waterfall*.
    var name = 0.0
    /// What its labels say against it; see ``UsageMarks``.
    var marking = 0.0
    /// 1 when its entry is marked as that of a common word.
    var commonness = 0.0
    /// See ``HeadwordExactness``.
    var inexactness = 0.0

    /// How good a translation it is.
    var score: Double {
        var score = 1.02 * reverseShare + 0.75 * reverseRank + 0.58 * popularity - 0.59 * breadth
        score += 1.45 * repetitions + 0.95 * examples + 0.87 * references
        score += 0.67 * position + 0.33 * order + 0.21 * singleness
        score += 0.4 * partOfSpeech - 1.86 * missingPart
        score += 1.09 * usage - 0.59 * vagueness
        score -= 1.26 * length + 1.12 * extraWords + 2 * fragment
        score += 0.5 * commonness - 1.2 * name - 0.52 * marking - 0.6 * inexactness
        return score
    }
}
