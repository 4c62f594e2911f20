import Language
import LanguageServices

/// The grammar of French sentences.
struct FrenchSentences: SentenceGrammar {
    let forms: any FormRules = FrenchForms()

    /// Verbs default to the present tense; all other words are adjectives.
    func defaultForm(of lemma: String) -> String {
        let isReflexive = lemma.hasPrefix("se ") || lemma.hasPrefix("s'")
        return isReflexive || FrenchForms.isVerb(String(lemma.prefix { $0 != " " })) ? "present" : "positive"
    }

    func part(after first: String) -> PartOfSpeech? {
        ["le", "la", "les", "l'", "un", "une", "des", "du"].contains(first) ? .noun : nil
    }

    // MARK: Contraction and elision

    /// Contracts and elides: *de le* becomes *du*, and *à les* becomes *aux*; *que* and similar words, articles and
    /// possessives change before a vowel.
    func joined(_ before: String, _ after: String) -> (before: String, after: String)? {
        // The space may belong to either text.
        let isSpaced = before.hasSuffix(" ")
        guard isSpaced || after.hasPrefix(" ") else { return nil }
        let next = isSpaced ? after[...] : after.drop { $0 == " " }
        let text = isSpaced ? String(before.dropLast()) : before
        let last = text.split(separator: " ").last.map(String.init) ?? ""
        let start = String(text.dropLast(last.count))
        if last.hasSuffix("'") { return (text, String(next)) }
        let low = last.lowercased()
        // Do not change text that the template itself spells out: *{réussir à} le faire*.
        if isSpaced, let article = ["le", "les"].first(where: { next == $0 || next.hasPrefix($0 + " ") }),
            let contracted = Self.contractions[low + " " + article]
        {
            let isCapital = last.first?.isUppercase ?? false
            let whole = isCapital ? contracted.prefix(1).uppercased() + contracted.dropFirst() : contracted
            return (start + whole, String(next.dropFirst(article.count)))
        }
        if low == "si", ["il", "ils"].contains(where: { next == $0 || next.hasPrefix($0 + " ") }) {
            return (start + last.dropLast() + "'", String(next))
        }
        guard FrenchElision.startsWithVowel(next) else { return nil }
        if Self.elided.contains(low) { return (start + last.dropLast() + "'", String(next)) }
        guard let full = Self.full[low] else { return nil }
        return (start + last.prefix(1) + full.dropFirst() + (isSpaced ? " " : ""), after)
    }

    private static let contractions: [String: String] = ["de le": "du", "de les": "des", "à le": "au", "à les": "aux"]

    private static let elided: Set<String> = [
        "le", "la", "de", "ne", "que", "je", "me", "te", "se", "jusque", "lorsque", "puisque", "quoique",
    ]

    /// Words that have another form before a vowel.
    private static let full: [String: String] = ["ce": "cet", "ma": "mon", "ta": "ton", "sa": "son"]

    // MARK: Typography

    /// Puts a no-break space before question and exclamation marks, colons and semicolons, and inside quotation marks.
    func typeset(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (position, scalar) in scalars.enumerated() {
            let next = scalars.indices.contains(position + 1) ? scalars[position + 1] : nil
            if scalar == " ", next.map(Self.spaced.contains) ?? false || result.last == "«" {
                result.append(Self.space)
            } else if Self.spaced.contains(scalar), result.last != Self.space {
                // There is no space between *?* and *!*.
                let isSecond = "?!".unicodeScalars.contains(scalar) && (result.last == "?" || result.last == "!")
                if !isSecond { result.append(Self.space) }
                result.append(scalar)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static let spaced: Set<Unicode.Scalar> = ["?", "!", ":", ";", "»"]

    private static let space: Unicode.Scalar = "\u{A0}"
}
