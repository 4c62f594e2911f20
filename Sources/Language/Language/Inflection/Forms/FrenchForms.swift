/// The forms of French words: the number and gender of nouns and adjectives, the tenses and imperatives of verbs.
///
/// Irregular forms are taken from the same table as in ``LemmaRules``.
package struct FrenchForms: RomanceForms {
    /// Creates the rules.
    package init() {}

    package static let verbForms = [
        "infinitive", "present", "imperfect", "future", "conditional", "subjunctive", "perfect", "gerund", "participle",
        "imperative", "formal", "auxiliary",
    ]

    package static let moreAdjectiveForms = ["comparative"]

    package static func plural(noun: String) -> String { FrenchNominals.plural(noun: noun) }

    package func adjective(_ name: String, _ word: InflectableWord, isFeminine: Bool, isPlural: Bool) -> String? {
        let isComparative = name == "comparative"
        let base = isComparative ? word.irregular[name] ?? FrenchNominals.comparative(word.lemma) : word.lemma
        if isComparative, base == "plus " + word.lemma {
            return adjective("positive", word, isFeminine: isFeminine, isPlural: isPlural).map { "plus " + $0 }
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

    package func verb(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard let parts = FrenchExpression(word.lemma), let verb = FrenchVerbForms(parts.verb) else { return nil }
        let own = agreement.map { $0.person == .third && !$0.isPlural } ?? true ? word.irregular[name] : nil
        switch name {
        case "infinitive": return agreement.map { parts.before(parts.verb, $0) } ?? word.lemma
        case "gerund": return parts.before(own ?? verb.gerund, agreement ?? Agreement())
        case "participle": return parts.isReflexive ? nil : participle(verb, word, agreement) + parts.remainder
        case "imperative": return parts.command(own ?? verb.imperative, pronoun: "toi")
        case "formal": return parts.command(own ?? verb.formal, pronoun: "vous")
        case "auxiliary": return auxiliary(verb, parts, word)
        default: break
        }
        guard let agreement else { return nil }
        let person = agreement.tenseIndex
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
        let form = FrenchVerbForms(auxiliary)?.present(agreement.tenseIndex) ?? "a"
        return form + " " + participle(verb, word, agrees ? agreement : nil)
    }

    /// Whether a single word is an infinitive, as opposed to an adjective with the same ending such as *libre* or
    /// *cher*.
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
}

/// A French verb with its complements: *se lever*, *faire la vaisselle*, *s'occuper de*.
struct FrenchExpression {
    /// The infinitive without a pronoun.
    let verb: String
    /// Whether the verb takes *me*, *te*, *se* …
    let isReflexive: Bool
    /// The part after the verb, with the preceding space.
    let remainder: String

    init?(_ text: String) {
        var plain = text[...]
        for pronoun in ["se ", "s'"] where text.hasPrefix(pronoun) { plain = text.dropFirst(pronoun.count) }
        isReflexive = plain.count < text.count
        let end = plain.firstIndex(of: " ") ?? plain.endIndex
        verb = String(plain[..<end])
        remainder = String(plain[end...])
        guard ["er", "ir", "ïr", "re"].contains(where: verb.hasSuffix) else { return nil }
    }

    /// The expression with a form of the verb and the pronoun before it: *me lève, s'est levé*.
    func before(_ form: String, _ agreement: Agreement) -> String {
        guard isReflexive else { return form + remainder }
        let pronoun = FrenchForms().pronoun("se", agreement: agreement) ?? "se"
        return (pronoun.hasSuffix("e") ? FrenchElision.joined(pronoun, form) : pronoun + " " + form) + remainder
    }

    /// An imperative: *lève-toi, levez-vous*.
    func command(_ form: String, pronoun: String) -> String {
        form + (isReflexive ? "-" + pronoun : "") + remainder
    }

    /// Whether the participle of a reflexive verb agrees with the subject: *elle s'est levée*, but *elle s'est brossé
    /// les dents*, *elle s'est rendu compte*.
    var participleAgrees: Bool {
        guard isReflexive else { return true }
        if Self.indirect.contains(verb) { return false }
        let next = remainder.split(separator: " ").first.map(String.init) ?? ""
        return !["le", "la", "les", "un", "une", "des", "compte"].contains(next) && !next.hasPrefix("l'")
    }

    /// Verbs with an indirect reflexive pronoun: *elles se sont parlé*, *elle s'est acheté un vélo*.
    private static let indirect: Set<String> = [
        "parler", "téléphoner", "plaire", "sourire", "succéder", "mentir", "acheter",
    ]
}

// MARK: Words that agree

extension FrenchForms {
    /// Pronouns: *il, lui, moi, se*; and possessives, which agree with the possessed noun: `son`, `sa`, `ses`.
    package func pronoun(_ name: String, agreement: Agreement) -> String? {
        let gender = agreement.gender == .feminine ? 1 : 0
        return Self.pronouns[name]?[agreement.pronounIndex(singular: gender, of: 2, plural: gender)]
    }

    /// First and second person singular; third person singular masculine and feminine; first and second person plural;
    /// third person plural masculine and feminine.
    private static let pronouns: [String: [String]] = [
        "il": ["je", "tu", "il", "elle", "nous", "vous", "ils", "elles"],
        "moi": ["moi", "toi", "lui", "elle", "nous", "vous", "eux", "elles"],
        "lui": ["me", "te", "lui", "lui", "nous", "vous", "leur", "leur"],
        "se": ["me", "te", "se", "se", "nous", "vous", "se", "se"],
        "son": ["mon", "ton", "son", "son", "notre", "votre", "leur", "leur"],
        "sa": ["ma", "ta", "sa", "sa", "notre", "votre", "leur", "leur"],
        "ses": ["mes", "tes", "ses", "ses", "nos", "vos", "leurs", "leurs"],
    ]

    /// A determiner that agrees with a noun: *le, les*; `du` denotes the partitive article, and `au` the article with
    /// *à*.
    package func determiner(_ name: String, agreement: Agreement, next: String?) -> String? {
        guard let row = Self.determiners.first(where: { $0[0] == name || $0[2] == name }) else { return nil }
        let isFeminine = agreement.gender == .feminine
        let isPlural = agreement.isPlural || row[2] == name && row[0] != name
        let startsWithVowel = next.map(FrenchElision.startsWithVowel) ?? false
        if !isPlural, startsWithVowel, row.count > 4 { return row[isFeminine ? 5 : 4] }
        return row[(isPlural ? 2 : 0) + (isFeminine ? 1 : 0)]
    }

    /// Masculine, feminine and their plurals; then the masculine and feminine before a vowel, if they differ.
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

/// Elision of French words before vowels.
package enum FrenchElision {
    /// Whether a text starts with a vowel sound or a mute *h*: *l'eau, l'homme*, but *la haine*, *le onze*, *le
    /// yaourt*.
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

    /// A short word before a text, elided if the text starts with a vowel: *je mange, j'aime*.
    ///
    /// - Returns: The word and the text, separated by a space or an apostrophe.
    package static func joined(_ word: String, _ text: String) -> String {
        startsWithVowel(text) ? word.dropLast() + "'" + text : word + " " + text
    }

    /// Words with an aspirated *h*, which prevents elision.
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

    /// Words that start like these but have a mute *h*: *l'haltère*.
    private static let silent = ["haltère", "hallucin"]

    private static let unelided = ["onz", "oui", "ouistiti", "uhlan", "ululer"]
}
