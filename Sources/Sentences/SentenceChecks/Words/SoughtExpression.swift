import Language
import LanguageServices

/// An expression as a card gives it, taken apart: *to give up*, *der Hund*, *take sb for granted*, *sich freuen*.
struct SoughtExpression: Sendable {
    /// A word of the expression, and what may stand before it.
    struct Part: Sendable {
        let forms: [WordForm]
        /// How many other words may stand between the part before and this one.
        let gap: Int
        /// Whether the gap may not hold a mark that parts clauses.
        let staysInClause: Bool
    }

    let parts: [Part]

    /// Words of which one must stand somewhere in the sentence: the pronouns of a reflexive verb.
    let companions: Set<String>

    /// The words that are looked for, without articles and what stands for other words.
    let words: [String]

    init(_ text: String, language: String, partOfSpeech: PartOfSpeech?, forms: [String]) {
        var words = Self.words(of: text, language: language)
        let grammar = ExpressionGrammar.of(language)
        var companions: Set<String> = []
        var isInfinitive = false
        if words.count > 1, let pronouns = grammar.reflexive[words[0].lowercased()] {
            companions = pronouns
            isInfinitive = true
            words.removeFirst()
        } else if language == "es", let verb = words.first, SpanishReflexives.isVerb(verb) {
            companions = SpanishReflexives.pronouns
            isInfinitive = true
        } else if words.count > 1, grammar.articles.contains(words[0].lowercased()) {
            isInfinitive = language == "en" && words[0].lowercased() == "to"
            words.removeFirst()
        }
        let verbal = VerbalExpression(
            words,
            language: language,
            partOfSpeech: partOfSpeech,
            isInfinitive: isInfinitive
        )
        var parts: [Part] = []
        var gap = 0
        for (index, word) in words.enumerated() {
            let low = word.lowercased()
            if words.count > 1, grammar.placeholders.contains(low) {
                gap = 5
                continue
            }
            let isParticle = index > 0 && grammar.particles.contains(low)
            let isLastWord = words.count == 1
            var accepted = [
                WordForm(
                    word,
                    language: language,
                    partOfSpeech: isLastWord ? partOfSpeech : nil,
                    forms: isLastWord ? forms : []
                )
            ]
            for other in grammar.variants[low] ?? [] {
                accepted.append(WordForm(other, language: language, partOfSpeech: nil))
            }
            let inside = max(isParticle ? 5 : 0, verbal?.rooms[index] ?? 0)
            parts.append(Part(forms: accepted, gap: parts.isEmpty ? 0 : max(gap, inside), staysInClause: inside > 0))
            gap = 0
        }
        self.parts = parts
        self.companions = companions
        self.words = parts.compactMap { $0.forms.first?.text }
    }

    /// The words of an expression, without what stands in brackets.
    private static func words(of text: String, language: String) -> [String] {
        var depth = 0
        var kept: [Unicode.Scalar] = []
        for scalar in HeadwordFolding.composed(text).unicodeScalars {
            switch scalar {
            case "(", "[": depth += 1
            case ")", "]": depth = max(0, depth - 1)
            default: if depth == 0 { kept.append(scalar) }
            }
        }
        return TextSegmenter(language: language).words(in: kept).filter { $0.kind == .word }
            .map { WordSearch.text(kept[$0.range]) }
    }
}
