import Language
import LanguageServices

/// German verbs whose separable prefix is at the end of the clause: *rufe … an* from *anrufen*.
enum SeparableVerbs {
    /// A separated verb.
    struct Pair {
        /// The token indices of the verb and of the prefix.
        var verb: Int
        var particle: Int
        var finding: GlossFinding
    }

    /// The separated verbs in a text.
    ///
    /// The last word of a clause is treated as a prefix if it forms a verb in the dictionary together with an earlier
    /// word in the clause. A clause ends at punctuation or before a conjunction.
    static func pairs(
        in tokens: [GlossToken],
        text: (GlossToken) -> String,
        find: (String) throws -> GlossFinding?
    ) rethrows -> [Pair] {
        guard let language = LanguageTag("de"), let rules = LemmaRules(language: language) else { return [] }
        var pairs: [Pair] = []
        var clause: [Int] = []
        for position in 0...tokens.count {
            let word = position < tokens.count && tokens[position].kind == .word ? text(tokens[position]) : nil
            if let word, !conjunctions.contains(word.lowercased()) {
                clause.append(position)
                continue
            }
            if position < tokens.count, tokens[position].kind == .space { continue }
            if let last = clause.last, clause.count > 1, particles.contains(text(tokens[last])) {
                let particle = text(tokens[last])
                // A finite verb is usually near the beginning of a clause. Distant words rarely belong to the same
                // clause.
                search: for other in clause.dropLast().prefix(24) {
                    for infinitive in infinitives(of: text(tokens[other]), rules) {
                        guard let finding = try find(particle + infinitive) else { continue }
                        pairs.append(Pair(verb: other, particle: last, finding: finding))
                        break search
                    }
                }
            }
            clause = []
        }
        return pairs
    }

    /// The possible infinitives of a word; at most eight.
    private static func infinitives(of word: String, _ rules: LemmaRules) -> [String] {
        let lower = word.lowercased()
        var result = rules.lemmas(of: lower).filter { $0.partOfSpeech == .verb && $0.certainty < .guess }.map(\.text)
        if lower.hasSuffix("n"), !result.contains(lower) { result.append(lower) }
        return Array(result.prefix(8))
    }

    private static let conjunctions: Set<String> = [
        "und", "oder", "aber", "denn", "sondern", "dass", "weil", "wenn", "als", "ob", "bevor", "nachdem", "damit",
    ]

    private static let particles: Set<String> = [
        "ab", "an", "auf", "aus", "bei", "dar", "durch", "ein", "entgegen", "entlang", "fern", "fest", "fort", "frei",
        "gegenüber", "heim", "her", "heran", "heraus", "herein", "herum", "herunter", "hervor", "hin", "hinaus",
        "hinein", "hinunter", "hinzu", "kennen", "los", "mit", "nach", "nieder", "statt", "teil", "um", "unter", "vor",
        "voran", "voraus", "vorbei", "weg", "weiter", "wieder", "zu", "zurecht", "zurück", "zusammen", "über",
    ]
}
