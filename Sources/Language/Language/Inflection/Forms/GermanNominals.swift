/// The cases and numbers of German nouns.
enum GermanNouns {
    /// A form of a noun. With an agreement, the noun refers to a person of that gender and number: *meine Schwester ist
    /// Ärztin*.
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

    /// The plural of a noun, if the ending determines it.
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

    /// Whether a masculine noun takes *-n* or *-en* in all cases except the nominative: *den Jungen, dem Studenten*.
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
        if let known = IrregularParadigms.german.forms(of: lemma, "noun")?.first(where: {
            $0 == lemma + "ns" || $0 == lemma + "ens"
        }) {
            return known
        }
        if isWeak(word) { return oblique(word) }
        if lemma.hasSuffix("nis") { return lemma + "ses" }
        if lemma == "Bus" { return "Busses" }
        if lemma.hasSuffix("us"), !lemma.lowercased().hasSuffix("aus"), lemma.count > 4 { return lemma }
        if GermanSound.isSibilant(lemma) { return lemma + "es" }
        return lemma + (needsE(lemma) ? "es" : "s")
    }

    /// Whether the genitive of a short native word ends in *-es*: *Kindes, Tages, Buches*.
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

/// A German adjective, with its stem and degrees of comparison.
struct GermanAdjective {
    private let lemma: String

    init(_ lemma: String) { self.lemma = lemma }

    /// Whether the adjective is invariable: *rosa*.
    private var isInvariable: Bool {
        lemma.contains(" ") || ["rosa", "lila", "prima", "super", "orange", "beige"].contains(lemma)
    }

    /// The stem to which endings are added: *hoh-, dunkl-, teur-, müd-*.
    private var stem: String {
        if lemma == "hoch" { return "hoh" }
        if lemma.hasSuffix("e") { return String(lemma.dropLast()) }
        let letters = Array(lemma)
        guard letters.count > 3 else { return lemma }
        let before = letters[letters.count - 3]
        if lemma.hasSuffix("el") || (lemma.hasSuffix("er") && "aeiouäöü".contains(before)) {
            return String(letters[..<(letters.count - 2)]) + String(letters[letters.count - 1])
        }
        return lemma
    }

    /// The form of the adjective before a noun.
    func form(_ context: GermanDeclension.Context, _ agreement: Agreement) -> String {
        isInvariable ? lemma : stem + GermanDeclension.ending(context, agreement)
    }

    // MARK: Degrees

    /// *älter*; `nil` if the adjective cannot be compared.
    var comparative: String? {
        if let known = known(ending: "er") { return known }
        if lemma == "viel" { return "mehr" }
        guard !isInvariable else { return nil }
        let base = hasUmlaut ? GermanSound.umlaut(lemma) : stem
        return base + "er"
    }

    /// *ältesten*, as in *am ältesten*; `nil` if the adjective cannot be compared.
    var superlative: String? {
        if let known = known(ending: "st") { return known + "en" }
        guard !isInvariable else { return nil }
        let base = hasUmlaut ? GermanSound.umlaut(lemma) : lemma.hasSuffix("e") ? stem : lemma
        return base + (needsE(base) ? "esten" : "sten")
    }

    /// A comparative or superlative from the table of irregular forms.
    private func known(ending: String) -> String? {
        IrregularParadigms.german.forms(of: lemma, "adjective")?.compactMap { (form: String) -> String? in
            guard let mark = form.firstIndex(of: "~") else { return nil }
            let text = String(form[..<mark])
            return text.hasSuffix(ending) || (ending == "st" && text.hasSuffix("ßt")) ? text : nil
        }
        .first
    }

    private var hasUmlaut: Bool { Self.withUmlaut.contains(lemma) }

    private static let withUmlaut: Set<String> = [
        "alt", "arm", "dumm", "gesund", "grob", "groß", "hart", "jung", "kalt", "klug", "krank", "kurz", "lang", "rot",
        "scharf", "schwach", "schwarz", "stark", "warm",
    ]

    /// Whether an *e* is inserted in the superlative: *ältesten, neuesten*, but *spannendsten, praktischsten*.
    private func needsE(_ base: String) -> Bool {
        if ["end", "isch", "et"].contains(where: { base.hasSuffix($0) && base.count > $0.count + 2 }) {
            return base.hasSuffix("iet")
        }
        return ["d", "t", "s", "ß", "z", "x", "sch", "au", "eu", "ei"].contains(where: base.hasSuffix)
    }
}

/// The endings of German adjectives, by declension.
enum GermanDeclension {
    /// The declension, which depends on the preceding determiner.
    enum Kind: Int, Sendable {
        /// *der, dieser, jeder*
        case weak
        /// *ein, kein, mein*
        case mixed
        /// No determiner, or a determiner that does not show the case.
        case strong
    }

    /// The cases, in table order.
    enum Case: Int, Sendable {
        case nominative, accusative, dative, genitive
    }

    /// The declension and case, which determine an ending together with the noun.
    struct Context: Sendable {
        var kind: Kind
        var grammaticalCase: Case
    }

    /// The names of attributive forms, by declension and case. Each is the article that would precede the form.
    static let names = [
        ["der", "den", "dem", "des"], ["ein", "einen", "einem", "eines"],
        ["strong", "strong-accusative", "strong-dative"],
    ]

    /// The declension and case denoted by the name of a form.
    static func context(ofForm name: String) -> Context? {
        for (kind, names) in names.enumerated() {
            guard let column = names.firstIndex(of: name), let kind = Kind(rawValue: kind) else { continue }
            return Case(rawValue: column).map { Context(kind: kind, grammaticalCase: $0) }
        }
        return nil
    }

    /// The ending of an adjective.
    static func ending(_ context: Context, _ agreement: Agreement) -> String {
        let kinds = endings[context.kind.rawValue]
        return kinds[context.grammaticalCase.rawValue][column(agreement)]
    }

    /// The table column for a gender or the plural: masculine, feminine, neuter, plural.
    static func column(_ agreement: Agreement) -> Int {
        if agreement.isPlural { return 3 }
        return switch agreement.gender {
        case .feminine: 1
        case .neuter: 2
        case .masculine, nil: 0
        }
    }

    private static let endings: [[[String]]] = [
        [["e", "e", "e", "en"], ["en", "e", "e", "en"], ["en", "en", "en", "en"], ["en", "en", "en", "en"]],
        [["er", "e", "es", "en"], ["en", "e", "es", "en"], ["en", "en", "en", "en"], ["en", "en", "en", "en"]],
        [["er", "e", "es", "e"], ["en", "e", "es", "e"], ["em", "er", "em", "en"], ["en", "er", "en", "er"]],
    ]
}

/// Sound properties of German words, derived from the spelling.
enum GermanSound {
    static let vowels: Set<Character> = ["a", "e", "i", "o", "u", "ä", "ö", "ü", "y"]

    /// The word with an umlaut on its last stem vowel: *alt* becomes *ält*, *Haus* becomes *Häus*.
    static func umlaut(_ word: String) -> String {
        var letters = Array(word)
        let changed: [Character: Character] = ["a": "ä", "o": "ö", "u": "ü"]
        guard var index = letters.lastIndex(where: { changed[$0] != nil }) else { return word }
        // *au* and *aa* are treated as single sounds.
        if index > 0, letters[index - 1] == "a" {
            if letters[index] == "a" { letters.remove(at: index) }
            index -= 1
        }
        if let new = changed[letters[index]] { letters[index] = new }
        return String(letters)
    }

    /// Whether an *e* is inserted between a verb's stem and *t* or *st*: *arbeitet, öffnet, atmet*, but *lernt, filmt*.
    static func needsE(_ stem: String) -> Bool {
        let letters = Array(stem)
        guard let last = letters.last, letters.count > 1 else { return false }
        if last == "t" || last == "d" { return true }
        guard last == "n" || last == "m" else { return false }
        let before = letters[letters.count - 2]
        return !vowels.contains(before) && !"lrhmn".contains(before)
            // In *zeichnen* and *rechnen*, the *h* is part of *ch*.
            || before == "h" && letters.dropLast(2).last == "c"
    }

    /// Whether a stem ends in an *s* sound, which merges with the *s* of the ending *-st*.
    static func isSibilant(_ stem: String) -> Bool { stem.last.map { "sßzx".contains($0) } ?? false }
}
