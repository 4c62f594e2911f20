import Language
import LanguageServices

/// Verbs of German that are in two words in most sentences: *aufstehen* in *Ich stehe um sieben auf*.
enum SeparableVerbs {
    /// Where the verb and its prefix stand.
    static func find(_ verb: String, in tokens: [WordToken], language: String) -> WordMatch? {
        guard language == "de", let tag = LanguageTag("de"), let rules = LemmaRules(language: tag) else { return nil }
        let wanted = verb.lowercased()
        for (index, token) in tokens.enumerated() {
            let prefix = token.text
            // The prefix stands at the end of its clause.
            guard index > 0, token.endsClause || isConjunction(tokens[index + 1].text), wanted.hasPrefix(prefix),
                wanted.utf8.count > prefix.utf8.count, let range = token.readings.first?.range
            else { continue }
            for place in stride(from: index - 1, through: 0, by: -1) {
                let head = tokens[place]
                let lemmas = rules.lemmas(of: head.text.lowercased() + " " + prefix)
                if lemmas.contains(where: { $0.text == wanted }), let first = head.readings.first?.range {
                    return WordMatch(ranges: [first, range], certainty: .form)
                }
                if head.followsBreak { break }
            }
        }
        return nil
    }

    private static func isConjunction(_ word: String) -> Bool { ["und", "oder", "aber"].contains(word) }
}
