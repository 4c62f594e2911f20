import LanguageServices

/// Endings of regular inflection, and what stands in their place in the lemma.
struct SuffixRules: Sendable {
    private struct Rule: Sendable {
        let replacement: String
        let partOfSpeech: PartOfSpeech?
        let certainty: Lemma.Certainty
        let changesStem: Bool
        let shortestStem: Int
    }

    private var rules: [String: [Rule]] = [:]
    private var longest = 0
    private let changes: StemChanges

    /// Reads a table.
    ///
    /// A line is `verb ar o as a…`: a kind of word, the ending of the lemma (`-` for none), and the endings without accents
    /// (`-` for none) for which it stands. `verb*` says that the stem changes by `changes` as well; `verb?` that the rule is
    /// a guess; `verb+` that the stem has three letters at least, not two.
    init(_ table: String, changes: StemChanges = StemChanges()) {
        self.changes = changes
        for line in table.split(separator: "\n") {
            var words = line.split(separator: " ")[...]
            guard var kind = words.popFirst(), let lemma = words.popFirst() else { continue }
            var marks = ""
            while let last = kind.last, "*?+".contains(last) {
                marks.append(last)
                kind = kind.dropLast()
            }
            let rule = Rule(
                replacement: lemma == "-" ? "" : String(lemma),
                partOfSpeech: PartOfSpeech(rawValue: String(kind)),
                certainty: marks.contains("?") ? .guess : .regular,
                changesStem: marks.contains("*"),
                shortestStem: marks.contains("+") ? 3 : 2
            )
            for word in words {
                let ending = word == "-" ? "" : String(word)
                rules[ending, default: []].append(rule)
                longest = max(longest, ending.unicodeScalars.count)
            }
        }
    }

    /// The lemmas of a form, the longer endings first.
    func lemmas(of word: InflectedWord) -> [Lemma] {
        var result: [Lemma] = []
        for count in stride(from: min(longest, word.letters.count - 2), through: 0, by: -1) {
            guard let rules = rules[word.bareEnding(count)] else { continue }
            let stem = word.stem(without: count)
            for rule in rules where word.letters.count - count >= rule.shortestStem {
                result.append(lemma(stem, rule, rule.certainty))
                guard rule.changesStem else { continue }
                for changed in changes.stems(from: stem) {
                    result.append(lemma(changed, rule, max(rule.certainty, .regular)))
                }
            }
        }
        return result
    }

    private func lemma(_ stem: String, _ rule: Rule, _ certainty: Lemma.Certainty) -> Lemma {
        Lemma(stem + rule.replacement, partOfSpeech: rule.partOfSpeech, certainty: certainty)
    }
}
