/// The plural of French nouns and adjectives, and the feminine of adjectives.
///
/// The rules follow Grevisse and Goosse, *Le bon usage*, §§ 510–570. Exceptions listed in ``FrenchIrregulars`` are not
/// repeated here.
enum FrenchNominals {
    /// The plural of a noun or a noun phrase: *cartes de crédit*, *réseaux sociaux*.
    static func plural(noun text: String) -> String {
        inflected(text) { IrregularParadigms.french.forms(of: $0, "noun")?.first ?? pluralByRule($0) }
    }

    /// The plural of a masculine or feminine adjective.
    static func plural(adjective text: String) -> String {
        if invariable.contains(text) { return text }
        return inflected(text) { word in
            // The masculine plural in the table, if there is one: *tout, tous*; *beau, beaux*.
            let known = IrregularParadigms.french.forms(of: word, "adjective")?.first {
                $0.hasSuffix("x") || $0 == "tous"
            }
            return known ?? pluralByRule(word)
        }
    }

    /// The feminine of a masculine adjective.
    static func feminine(_ text: String) -> String {
        invariable.contains(text) ? text : inflected(text, feminine(word:))
    }

    /// Inflects the words before the first preposition.
    private static func inflected(_ text: String, _ form: (String) -> String) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let end = words.firstIndex { prepositions.contains($0) || $0.hasPrefix("d'") } ?? words.count
        if end == 0 { return text }
        return (words[..<end].map { unchanged.contains($0) ? $0 : form($0) } + words[end...]).joined(separator: " ")
    }

    /// Adverbs and parts of numerals that do not change: *bien connue, vingt et unième*.
    private static let unchanged: Set<String> = ["bien", "mal", "très", "plus", "vingt", "et"]

    private static let prepositions: Set<String> = [
        "de", "du", "des", "à", "au", "aux", "en", "avec", "sans", "pour", "par", "sur", "sous", "contre", "entre",
    ]

    // MARK: Plural

    private static func pluralByRule(_ word: String) -> String {
        guard let last = word.last, !"sxz".contains(last) else { return word }
        if word.hasSuffix("al") { return regularAl.contains(word) ? word + "s" : word.dropLast() + "ux" }
        if word.hasSuffix("au") || word.hasSuffix("eu") { return word + (regularU.contains(word) ? "s" : "x") }
        if word.hasSuffix("ou") { return word + (pluralX.contains(word) ? "x" : "s") }
        return word + "s"
    }

    private static let regularAl: Set<String> = [
        "bal", "carnaval", "festival", "récital", "chacal", "régal", "cérémonial", "banal", "fatal", "final", "natal",
        "naval", "bancal",
    ]

    private static let regularU: Set<String> = ["pneu", "bleu", "landau", "sarrau", "émeu"]

    private static let pluralX: Set<String> = ["bijou", "caillou", "chou", "genou", "hibou", "joujou", "pou"]

    /// Invariable adjectives: nouns used as colours, loanwords, and adverbs.
    private static let invariable: Set<String> = [
        "marron", "orange", "kaki", "turquoise", "crème", "chic", "cool", "super", "bon marché", "bien", "bio",
        "standard",
        "pas cher", "hors ligne", "debout",
    ]

    // MARK: Feminine

    private static func feminine(word: String) -> String {
        // The table also contains degrees of comparison, whose stems differ.
        if let known = IrregularParadigms.french.forms(of: word, "adjective")?.first(where: {
            $0.hasSuffix("e") && $0.first == word.first
        }) {
            return known
        }
        if let known = feminines[word] { return known }
        guard let last = word.last, last != "e" else { return word }
        if word.hasSuffix("er") { return word.dropLast(2) + "ère" }
        if word.hasSuffix("eux") { return word.dropLast() + "se" }
        if last == "f" { return word.dropLast() + "ve" }
        if word.hasSuffix("et") { return graveEt.contains(word) ? word.dropLast(2) + "ète" : word + "te" }
        if word.hasSuffix("teur"), !agents.contains(word) { return word.dropLast(3) + "rice" }
        if word.hasSuffix("eur") { return plainEur.contains(word) ? word + "e" : word.dropLast() + "se" }
        if word.hasSuffix("gu") { return word + "ë" }
        if doubled.contains(where: word.hasSuffix) || doubledWords.contains(word) { return word + String(last) + "e" }
        return word + "e"
    }

    private static let feminines: [String: String] = [
        "sympa": "sympa", "rigolo": "rigolote", "andalou": "andalouse", "esquimau": "esquimaude", "hébreu": "hébraïque",
        "tiers": "tierce", "bénin": "bénigne", "bref": "brève", "dû": "due", "accro": "accro",
    ]

    private static let graveEt: Set<String> = [
        "complet", "incomplet", "concret", "discret", "indiscret", "inquiet", "secret", "désuet", "replet",
    ]

    /// Words in *-teur* that are derived from a verb in *-ter*.
    private static let agents: Set<String> = ["menteur", "flatteur", "chanteur", "acheteur", "porteur"]

    private static let plainEur: Set<String> = [
        "meilleur", "supérieur", "inférieur", "intérieur", "extérieur", "antérieur", "postérieur", "ultérieur",
        "mineur",
        "majeur",
    ]

    private static let doubled = ["el", "eil", "en", "on"]

    private static let doubledWords: Set<String> = [
        "bas", "gras", "gros", "épais", "las", "sot", "paysan", "pâlot", "nul",
    ]

    // MARK: Degrees

    /// The comparative of a masculine form.
    static func comparative(_ word: String) -> String { degrees[word] ?? "plus " + word }

    private static let degrees: [String: String] = ["bon": "meilleur", "mauvais": "pire"]
}
