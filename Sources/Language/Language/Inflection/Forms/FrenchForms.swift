package import LanguageServices

/// The forms of French words: number and gender of nouns and adjectives, tenses and commands of verbs.
///
/// The irregular ones come from the same table from which ``LemmaRules`` has them.
package struct FrenchForms: FormRules {
    /// Creates the rules.
    package init() {}

    package func names(of partOfSpeech: PartOfSpeech) -> [String] {
        switch partOfSpeech {
        case .noun, .properNoun: ["singular", "plural", "feminine", "feminine-plural"]
        case .verb: Self.tenses
        case .adjective, .determiner, .pronoun, .numeral:
            ["positive", "plural", "feminine", "feminine-plural", "comparative"]
        default: ["plain"]
        }
    }

    private static let tenses = [
        "infinitive", "present", "imperfect", "future", "conditional", "subjunctive", "perfect", "gerund", "participle",
        "imperative", "formal", "auxiliary",
    ]

    package func form(_ name: String, of word: InflectableWord, agreement: Agreement?) -> String? {
        switch word.partOfSpeech {
        case .verb: return verb(name, word, agreement)
        case .noun, .properNoun: return noun(name, word, agreement)
        case .adjective, .determiner, .pronoun, .numeral: return adjective(name, word, agreement)
        default: return name == "plain" ? word.lemma : nil
        }
    }

    // MARK: Nouns

    /// A noun; with an agreement the one for such people: *ma sœur est avocate*.
    private func noun(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard names(of: .noun).contains(name) else { return nil }
        return RomanceNoun.form(name, of: word, agreement) { FrenchNominals.plural(noun: $0) }
    }

    // MARK: Adjectives

    private func adjective(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard names(of: .adjective).contains(name) else { return nil }
        let isPlural = name.hasSuffix("plural") || agreement?.isPlural == true
        let isFeminine = name.hasPrefix("feminine") || agreement?.gender == .feminine
        let isComparative = name == "comparative"
        let base = isComparative ? word.irregular[name] ?? FrenchNominals.comparative(word.lemma) : word.lemma
        if isComparative, base == "plus " + word.lemma {
            return adjective("positive", word, agreement).map { "plus " + $0 }
        }
        if !isComparative {
            let key = isFeminine ? (isPlural ? "feminine-plural" : "feminine") : isPlural ? "plural" : "positive"
            if let own = word.irregular[key] { return own }
        }
        let own = isComparative ? nil : word.irregular["feminine"]
        let gendered = isFeminine ? own ?? FrenchNominals.feminine(base) : base
        return isPlural ? FrenchNominals.plural(adjective: gendered) : gendered
    }

    // MARK: Verbs

    private func verb(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard names(of: .verb).contains(name), let parts = FrenchExpression(word.lemma) else { return nil }
        guard let verb = FrenchVerbForms(parts.verb) else { return nil }
        let own = agreement.map { $0.person == .third && !$0.isPlural } ?? true ? word.irregular[name] : nil
        switch name {
        case "infinitive": return agreement.map { parts.before(parts.verb, $0) } ?? word.lemma
        case "gerund": return parts.before(own ?? verb.gerund, agreement ?? Agreement())
        case "participle": return parts.isReflexive ? nil : participle(verb, word, agreement) + parts.rest
        case "imperative": return parts.command(own ?? verb.imperative, pronoun: "toi")
        case "formal": return parts.command(own ?? verb.formal, pronoun: "vous")
        case "auxiliary": return auxiliary(verb, parts, word)
        default: break
        }
        guard let agreement else { return nil }
        let person = Self.person(agreement)
        let form =
            switch name {
            case "present": verb.present(person)
            case "imperfect": verb.imperfect(person)
            case "future": verb.future(person)
            case "conditional": verb.conditional(person)
            case "subjunctive": verb.subjunctive(person)
            default: perfect(verb, parts, word, agreement)
            }
        return parts.before(own ?? form, agreement)
    }

    private func auxiliary(_ verb: FrenchVerbForms, _ parts: FrenchExpression, _ word: InflectableWord) -> String {
        word.irregular["auxiliary"] ?? (parts.isReflexive || verb.hasBe ? "être" : "avoir")
    }

    private func participle(_ verb: FrenchVerbForms, _ word: InflectableWord, _ agreement: Agreement?) -> String {
        if let own = word.irregular["participle"] { return own }
        return verb.participle(
            isFeminine: agreement?.gender == .feminine,
            isPlural: agreement?.isPlural ?? false
        )
    }

    /// *a mangé*, *est allée*.
    private func perfect(
        _ verb: FrenchVerbForms,
        _ parts: FrenchExpression,
        _ word: InflectableWord,
        _ agreement: Agreement
    ) -> String {
        let auxiliary = auxiliary(verb, parts, word)
        let agrees = auxiliary == "être" && parts.participleAgrees
        let form = FrenchVerbForms(auxiliary)?.present(Self.person(agreement)) ?? "a"
        return form + " " + participle(verb, word, agrees ? agreement : nil)
    }

    /// The place of a person among the six forms of a tense.
    private static func person(_ agreement: Agreement) -> Int {
        let person =
            switch agreement.person {
            case .first: 0
            case .second: 1
            case .third: 2
            }
        return person + (agreement.isPlural ? 3 : 0)
    }

    /// Whether a word that stands alone is the infinitive of a verb, and not an adjective that ends like one: *libre*, *cher*.
    package static func isVerb(_ word: String) -> Bool {
        if adjectives.contains(word) { return false }
        if word.hasSuffix("re") {
            return FrenchIrregularVerb(word) != nil || ["dre", "ompre", "clure"].contains(where: word.hasSuffix)
        }
        return ["er", "ir", "ïr"].contains(where: word.hasSuffix)
    }

    private static let adjectives: Set<String> = [
        "cher", "premier", "dernier", "léger", "fier", "amer", "étranger", "entier", "familier", "régulier", "noir",
        "tendre",
        "particulier", "singulier", "grossier", "printanier", "hospitalier",
    ]

    // MARK: Words that agree

    /// A pronoun or possessive that stands for somebody; `nil` when `name` is none.
    package static func pronoun(_ name: String, agreement: Agreement) -> String? {
        FrenchPronouns.form(name, agreement)
    }

    /// An article or another word before a noun that agrees with it; `nil` when `name` is none.
    ///
    /// - Parameters:
    ///   - name: Its masculine, singular or plural.
    ///   - agreement: The gender and number of the noun.
    ///   - next: The noun, where it follows at once.
    package static func determiner(_ name: String, agreement: Agreement, next: String?) -> String? {
        FrenchPronouns.determiner(
            name,
            isFeminine: agreement.gender == .feminine,
            isPlural: agreement.isPlural,
            next: next
        )
    }
}

/// A French verb with what belongs to it: *se lever*, *faire la vaisselle*, *s'occuper de*.
struct FrenchExpression {
    /// The infinitive without a pronoun.
    let verb: String
    /// Whether *me*, *te*, *se* … goes with it.
    let isReflexive: Bool
    /// What follows, with the space before it.
    let rest: String

    init?(_ text: String) {
        var plain = text[...]
        for pronoun in ["se ", "s'"] where text.hasPrefix(pronoun) { plain = text.dropFirst(pronoun.count) }
        isReflexive = plain.count < text.count
        let end = plain.firstIndex(of: " ") ?? plain.endIndex
        verb = String(plain[..<end])
        rest = String(plain[end...])
        guard ["er", "ir", "ïr", "re"].contains(where: verb.hasSuffix) else { return nil }
    }

    /// The expression with a form of the verb behind its pronoun: *me lève, s'est levé*.
    func before(_ form: String, _ agreement: Agreement) -> String {
        guard isReflexive else { return form + rest }
        let pronoun = FrenchPronouns.form("se", agreement) ?? "se"
        return (pronoun.hasSuffix("e") ? FrenchElision.joined(pronoun, form) : pronoun + " " + form) + rest
    }

    /// A command: *lève-toi, levez-vous*.
    func command(_ form: String, pronoun: String) -> String {
        form + (isReflexive ? "-" + pronoun : "") + rest
    }

    /// Whether the participle of a reflexive verb shows who does it: *elle s'est levée*, but *elle s'est brossé les dents*,
    /// *elle s'est rendu compte*.
    var participleAgrees: Bool {
        guard isReflexive else { return true }
        if Self.indirect.contains(verb) { return false }
        let next = rest.split(separator: " ").first.map(String.init) ?? ""
        return !["le", "la", "les", "un", "une", "des", "compte"].contains(next) && !next.hasPrefix("l'")
    }

    /// Verbs whose pronoun is not what they act on: *elles se sont parlé*, *elle s'est acheté un vélo*.
    private static let indirect: Set<String> = [
        "parler", "téléphoner", "plaire", "sourire", "succéder", "mentir", "acheter",
    ]
}

/// French articles, demonstratives, possessives and pronouns, in the form that agrees.
enum FrenchPronouns {
    /// What stands for what a sentence speaks of: *il, lui, moi, se*; and its possessives, by what is possessed: `son`, `sa`,
    /// `ses`.
    ///
    /// - Returns: `nil` when `name` is none.
    static func form(_ name: String, _ agreement: Agreement) -> String? {
        guard let row = table[name] else { return nil }
        let isFeminine = agreement.gender == .feminine
        switch (agreement.person, agreement.isPlural) {
        case (.first, false): return row[0]
        case (.second, false): return row[1]
        case (.third, false): return row[isFeminine ? 3 : 2]
        case (.first, true): return row[4]
        case (.second, true): return row[5]
        case (.third, true): return row[isFeminine ? 7 : 6]
        }
    }

    /// First, second, third person masculine and feminine; first and second person plural; third one.
    private static let table: [String: [String]] = [
        "il": ["je", "tu", "il", "elle", "nous", "vous", "ils", "elles"],
        "moi": ["moi", "toi", "lui", "elle", "nous", "vous", "eux", "elles"],
        "lui": ["me", "te", "lui", "lui", "nous", "vous", "leur", "leur"],
        "se": ["me", "te", "se", "se", "nous", "vous", "se", "se"],
        "son": ["mon", "ton", "son", "son", "notre", "votre", "leur", "leur"],
        "sa": ["ma", "ta", "sa", "sa", "notre", "votre", "leur", "leur"],
        "ses": ["mes", "tes", "ses", "ses", "nos", "vos", "leurs", "leurs"],
    ]

    /// What stands before a noun and agrees with it.
    ///
    /// - Parameters:
    ///   - name: The masculine: the singular, or the plural where the noun stands in the plural: *le, les*; `du` is the
    ///     partitive article, and `au` the article with *à*.
    ///   - isPlural: Whether the noun is plural in any case.
    ///   - next: The noun that follows at once.
    static func determiner(_ name: String, isFeminine: Bool, isPlural: Bool, next: String?) -> String? {
        guard let row = determiners.first(where: { $0[0] == name || $0[2] == name }) else { return nil }
        let plural = isPlural || row[2] == name && row[0] != name
        let startsWithVowel = next.map(FrenchElision.startsWithVowel) ?? false
        if !plural, startsWithVowel, row.count > 4 { return row[isFeminine ? 5 : 4] }
        return row[(plural ? 2 : 0) + (isFeminine ? 1 : 0)]
    }

    /// Masculine, feminine, their plurals, and masculine and feminine before a vowel where these differ.
    private static let determiners: [[String]] = [
        ["le", "la", "les", "les", "l'", "l'"], ["un", "une", "des", "des"],
        ["du", "de la", "des", "des", "de l'", "de l'"],
        ["au", "à la", "aux", "aux", "à l'", "à l'"],
        ["ce", "cette", "ces", "ces", "cet", "cette"], ["mon", "ma", "mes", "mes", "mon", "mon"],
        ["ton", "ta", "tes", "tes", "ton", "ton"], ["son", "sa", "ses", "ses", "son", "son"],
        ["notre", "notre", "nos", "nos"], ["votre", "votre", "vos", "vos"], ["leur", "leur", "leurs", "leurs"],
        ["quel", "quelle", "quels", "quelles"], ["tout", "toute", "tous", "toutes"],
        ["aucun", "aucune", "aucuns", "aucunes"], ["beau", "belle", "beaux", "belles", "bel", "belle"],
        ["nouveau", "nouvelle", "nouveaux", "nouvelles", "nouvel", "nouvelle"],
        ["vieux", "vieille", "vieux", "vieilles", "vieil", "vieille"],
    ]
}

/// How French words change before the sound of a vowel.
package enum FrenchElision {
    /// Whether a text starts with the sound of a vowel, or with an *h* that counts for nothing: *l'eau, l'homme*, but
    /// *la haine*, *le onze*, *le yaourt*.
    package static func startsWithVowel(_ text: some StringProtocol) -> Bool {
        let word = text.lowercased().prefix { $0.isLetter || $0 == "-" || $0 == "'" }
        guard let first = word.first else { return false }
        if first == "h" {
            return !aspirated.contains(where: word.hasPrefix) || silent.contains(where: word.hasPrefix)
        }
        if first == "y" { return word == "y" || word.hasPrefix("yeux") || word.hasPrefix("yv") }
        guard "aàâäeéèêëiîïoôöuùûüœæ".contains(first) else { return false }
        return !unelided.contains(where: word.hasPrefix)
    }

    /// A short word before a text, without its vowel where the text starts with one: *je mange, j'aime*.
    ///
    /// - Returns: Both, with a space or an apostrophe between them.
    package static func joined(_ word: String, _ text: String) -> String {
        startsWithVowel(text) ? word.dropLast() + "'" + text : word + " " + text
    }

    /// What begins with an *h* that is not spoken either, but keeps other words whole.
    private static let aspirated = [
        "hach", "haie", "hain", "haï", "hall", "halt", "hamac", "hamburger", "hameau", "hamster", "hanche", "hand",
        "hang",
        "hant", "happ", "harass", "harc", "hard", "harem", "hareng", "haricot", "harnais", "harp", "hasard", "hât",
        "hauss",
        "haut", "havre", "hérisson", "hernie", "héron", "héros", "heurt", "hibou", "hic", "hideux", "hiérarch",
        "hindi",
        "hip-hop", "hippie", "hiss", "hobby", "hoch", "hockey", "holland", "homard", "hongr", "hont", "hoquet", "hors",
        "hot", "houbl", "houl", "housse", "hublot", "huche", "huée", "huit", "hurl", "hutte",
    ]

    /// What begins like one of them, and elides: *l'haltère*.
    private static let silent = ["haltère", "hallucin"]

    private static let unelided = ["onz", "oui", "ouistiti", "uhlan", "ululer"]
}
