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
