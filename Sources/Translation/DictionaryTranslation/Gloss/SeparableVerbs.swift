import Language
import LanguageServices

/// German verbs whose first part stands at the end of the clause: *rufe … an* of *anrufen*.
enum SeparableVerbs {
    /// A verb that is in two parts.
    struct Pair {
        /// The places of the verb and of the particle among the tokens.
        var verb: Int
        var particle: Int
        var finding: GlossFinding
    }

    /// The verbs in two parts of a text.
    ///
    /// The last word of a clause is such a particle when it and an earlier word of the clause make a verb that is in the
    /// dictionary. A clause ends at punctuation, and before a conjunction.
    static func pairs(
        in tokens: [GlossToken],
        text: (GlossToken) -> String,
        find: (String) throws -> GlossFinding?
    ) rethrows -> [Pair] {
        guard let language = LanguageTag("de"), let rules = LemmaRules(language: language) else { return [] }
        var pairs: [Pair] = []
        var clause: [Int] = []
        for place in 0...tokens.count {
            let word = place < tokens.count && tokens[place].kind == .word ? text(tokens[place]) : nil
            if let word, !conjunctions.contains(word.lowercased()) {
                clause.append(place)
                continue
            }
            if place < tokens.count, tokens[place].kind == .space { continue }
            if let last = clause.last, clause.count > 1, particles.contains(text(tokens[last])) {
                let particle = text(tokens[last])
                // A finite verb is seldom far from the beginning, and what is far away is hardly of the same clause.
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

    /// What a word may be a form of, if it is a verb: at most eight.
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
