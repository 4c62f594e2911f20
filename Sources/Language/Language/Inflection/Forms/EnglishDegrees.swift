import LanguageServices

/// The comparative and the superlative of English adjectives and adverbs.
///
/// Short words take endings, the others *more* and *most* (Quirk et al. 1985, §7.74–7.82).
struct EnglishDegrees: Sendable {
    /// - Parameters:
    ///   - word: An adjective or adverb, which may be an expression.
    ///   - isAdverb: Whether it is an adverb, of which only few have degrees.
    /// - Returns: `nil` for an adverb that has none.
    func comparative(_ word: String, isAdverb: Bool) -> String? { degree(word, isAdverb, "er", "more", 0) }

    /// The same for the superlative, without its article.
    func superlative(_ word: String, isAdverb: Bool) -> String? { degree(word, isAdverb, "est", "most", 1) }

    private func degree(_ word: String, _ isAdverb: Bool, _ ending: String, _ with: String, _ place: Int) -> String? {
        if let known = Self.others[word] { return known[place] }
        if let forms = Self.table.forms(of: word, isAdverb ? "adverb" : "adjective"), forms.count >= 2 {
            return forms[place]
        }
        if isAdverb {
            if Self.shortAdverbs.contains(word) { return Self.ended(word, ending) }
            return word.hasSuffix("ly") && !Self.uncompared.contains(word) ? with + " " + word : nil
        }
        // *well-known* goes with its first part, which is left to *more*.
        guard !word.contains(" "), !word.contains("-"), takesEnding(word) else { return with + " " + word }
        return Self.ended(word, ending)
    }

    private func takesEnding(_ word: String) -> Bool {
        // *More English*; a capital is that of a name.
        if Self.withMore.contains(word) || word.first.map(\.isUppercase) ?? true { return false }
        if Self.withEnding.contains(word) { return true }
        let syllables = EnglishSound(word).syllables
        if syllables == 1 { return true }
        guard syllables == 2 || word.hasPrefix("un") && syllables == 3 else { return false }
        return word.hasSuffix("y") || word.hasSuffix("ow") || word.hasSuffix("le")
    }

    private static func ended(_ word: String, _ ending: String) -> String {
        if word.hasSuffix("e") { return word + ending.dropFirst() }
        let sound = EnglishSound(word)
        // *pricey, pricier*
        if word.hasSuffix("ey"), sound.syllables > 1 { return word.dropLast(2) + "i" + ending }
        if sound.endsInConsonantAndY, !dry.contains(word) { return word.dropLast() + "i" + ending }
        if sound.syllables == 1, sound.endsInShortSyllable, let last = word.last { return word + String(last) + ending }
        return word + ending
    }

    private static let table = IrregularParadigms(EnglishIrregulars.table)

    private static let others: [String: [String]] = [
        "old": ["older", "oldest"], "late": ["later", "latest"], "far": ["further", "furthest"],
        "ill": ["worse", "worst"], "fun": ["more fun", "most fun"],
    ]

    /// *Shyer*, *dryer* beside *drier*: the y stays.
    private static let dry: Set<String> = ["shy", "sly", "wry", "spry"]

    private static let shortAdverbs: Set<String> = [
        "hard", "fast", "late", "early", "soon", "long", "high", "low", "near", "close", "loud", "quick", "slow",
        "deep",
        "wide", "cheap", "clean", "clear", "easy", "tight", "thick", "thin", "short",
    ]

    /// Adverbs in *-ly* that have no degrees.
    private static let uncompared: Set<String> = [
        "only", "nearly", "hardly", "barely", "daily", "weekly", "monthly", "yearly", "really", "actually", "finally",
        "usually", "probably", "possibly", "certainly", "especially", "mainly", "mostly", "totally", "completely",
        "absolutely", "exactly", "immediately", "already", "suddenly", "eventually", "obviously", "apparently",
        "firstly", "secondly", "lastly", "family", "simply", "merely", "fairly", "partly", "entirely", "extremely",
        "originally", "currently", "previously", "fully", "highly", "perfectly", "fortunately", "unfortunately",
    ]

    /// Short words that take *more* all the same.
    private static let withMore: Set<String> = [
        "fluent", "royal", "naïve", "double", "same", "only", "whole", "unable", "best", "worst", "okay",
        "right", "wrong", "real", "fake", "just", "worth", "like", "lost", "bored", "scared", "pleased", "shocked",
        "hurt",
        "gone", "broke", "burnt", "drunk", "known", "stressed", "loved", "used", "ill", "eager", "proper",
        "afraid", "alone", "alive", "asleep", "awake", "ashamed", "male", "female", "dead", "square", "prime", "chief",
        "daily", "weekly", "worn", "torn", "spoilt", "mixed", "closed", "dressed", "armed", "blocked",
        "amused", "annoyed", "mobile", "fragile", "hostile", "sterile", "fertile", "agile", "single", "french",
        "dutch", "greek", "welsh", "swiss", "thai", "czech", "beige", "mauve", "apt", "prone", "sole", "spare", "due",
        "past", "next", "last", "own", "main", "top", "grown", "crushed",
    ]

    /// Longer words that take endings, with those of which both are right.
    private static let withEnding: Set<String> = [
        "clever", "quiet", "polite", "narrow", "tender", "lively", "lonely", "lovely", "homely", "timely", "stately",
        "shapely", "comely", "eerie", "foolhardy", "bloodthirsty", "cruel", "severe",
    ]
}
