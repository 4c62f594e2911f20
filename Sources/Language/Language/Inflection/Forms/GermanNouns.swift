/// The cases and numbers of German nouns.
enum GermanNouns {
    /// A form of a noun; with an agreement the one for such people: *meine Schwester ist Ärztin*.
    static func form(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        var lemma = word.lemma
        let isFeminine = name.hasPrefix("feminine") || agreement?.gender == .feminine
        var usesPair = false
        if name.hasPrefix("feminine") || agreement != nil {
            if let own = word.irregular["feminine"] {
                if isFeminine { (lemma, usesPair) = (own, true) }
            } else if word.gender == (isFeminine ? .masculine : .feminine), !word.hasBothGenders {
                return nil
            }
        }
        let isPlural =
            name.hasPrefix("plural") || name == "feminine-plural" || agreement?.isPlural == true
            || word.number == .pluralOnly
        guard !isPlural else {
            guard let plural = plural(lemma, word, usesPair: usesPair) else { return nil }
            return name == "plural-dative" || name == "dative" ? dative(ofPlural: plural) : plural
        }
        if usesPair { return lemma }
        switch name {
        case "accusative", "dative": return word.irregular[name] ?? word.irregular["accusative"] ?? oblique(word)
        case "genitive": return word.irregular[name] ?? genitive(word)
        default: return lemma
        }
    }

    // MARK: Plural

    private static func plural(_ lemma: String, _ word: InflectableWord, usesPair: Bool) -> String? {
        switch word.number {
        case .singularOnly: return nil
        case .pluralOnly: return lemma
        case .both: break
        }
        if usesPair { return word.irregular["feminine-plural"] ?? plural(lemma, .feminine) }
        return word.irregular["plural"] ?? plural(lemma, word.gender)
    }

    /// The plural where the ending of a noun tells it.
    private static func plural(_ lemma: String, _ gender: Agreement.Gender?) -> String? {
        if gender == .feminine {
            if lemma.hasSuffix("in") { return lemma + "nen" }
            if ["ung", "heit", "keit", "schaft", "ion", "tät", "ur", "ik", "ei"].contains(where: lemma.hasSuffix) {
                return lemma + "en"
            }
            if ["e", "el"].contains(where: lemma.hasSuffix) { return lemma + "n" }
            return nil
        }
        if ["chen", "lein"].contains(where: lemma.hasSuffix) { return lemma }
        if gender == .masculine {
            if lemma.hasSuffix("er") || lemma.hasSuffix("ler") { return lemma }
            if lemma.hasSuffix("e") { return lemma + "n" }
            if weakEndings.contains(where: lemma.hasSuffix) { return lemma + "en" }
        }
        return nil
    }

    private static func dative(ofPlural plural: String) -> String {
        ["e", "el", "er"].contains(where: plural.hasSuffix) ? plural + "n" : plural
    }

    // MARK: Singular

    private static let weakEndings = ["ent", "ant", "ist", "oge", "graf", "aut", "omat", "onom"]

    private static let weak: Set<String> = [
        "Mensch", "Herr", "Nachbar", "Bär", "Prinz", "Held", "Bauer", "Pilot", "Chirurg", "Architekt", "Kamerad",
        "Soldat",
        "Idiot", "Kandidat", "Spatz", "Narr", "Graf", "Diplomat",
    ]

    /// Whether a masculine noun has *-n* or *-en* in all cases but the first: *den Jungen, dem Studenten*.
    private static func isWeak(_ word: InflectableWord) -> Bool {
        guard word.gender == .masculine, word.number == .both, let plural = plural(word.lemma, word, usesPair: false)
        else { return false }
        if word.lemma.hasSuffix("e") { return plural == word.lemma + "n" }
        guard plural == word.lemma + "en" || plural == word.lemma + "n" else { return false }
        return weak.contains(word.lemma) || weakEndings.contains(where: word.lemma.hasSuffix)
    }

    private static func oblique(_ word: InflectableWord) -> String {
        guard isWeak(word) else { return word.lemma }
        if word.lemma == "Herr" { return "Herrn" }
        return plural(word.lemma, word, usesPair: false) ?? word.lemma
    }

    private static func genitive(_ word: InflectableWord) -> String {
        let lemma = word.lemma
        guard word.gender != .feminine else { return lemma }
        // *des Namens* is in the table of irregular forms.
        if let known = table.forms(of: lemma, "noun")?.first(where: { $0 == lemma + "ns" || $0 == lemma + "ens" }) {
            return known
        }
        if isWeak(word) { return oblique(word) }
        if lemma.hasSuffix("nis") { return lemma + "ses" }
        if lemma == "Bus" { return "Busses" }
        if lemma.hasSuffix("us"), !lemma.lowercased().hasSuffix("aus"), lemma.count > 4 { return lemma }
        if GermanSound.isSibilant(lemma) { return lemma + "es" }
        return lemma + (needsE(lemma) ? "es" : "s")
    }

    private static let table = IrregularParadigms(GermanIrregulars.table)

    /// Whether a short native word has *-es*: *Kindes, Tages, Buches*.
    private static func needsE(_ lemma: String) -> Bool {
        var count = 0
        var isVowel = false
        for letter in lemma.lowercased() {
            let isOne = GermanSound.vowels.contains(letter)
            if isOne, !isVowel { count += 1 }
            isVowel = isOne
        }
        return count == 1 && ["d", "t", "g", "b", "ch", "sch", "pf"].contains(where: lemma.hasSuffix)
    }
}
