package import LanguageServices

/// The forms of Spanish words: number and gender of nouns and adjectives, tenses and commands of verbs.
///
/// The irregular ones come from the same table from which ``LemmaRules`` has them.
package struct SpanishForms: FormRules {
    /// Whether several people who are spoken to are *vosotros*, as in Spain, or *ustedes*, as everywhere else.
    private let hasVosotros: Bool

    /// Creates the rules.
    ///
    /// - Parameter hasVosotros: Whether several people who are spoken to are *vosotros*.
    package init(hasVosotros: Bool = false) { self.hasVosotros = hasVosotros }

    package func names(of partOfSpeech: PartOfSpeech) -> [String] {
        switch partOfSpeech {
        case .noun, .properNoun: ["singular", "plural", "feminine", "feminine-plural"]
        case .verb: Self.tenses
        case .adjective, .determiner, .pronoun, .numeral:
            ["positive", "plural", "feminine", "feminine-plural", "short", "comparative"]
        default: ["plain"]
        }
    }

    private static let tenses = [
        "infinitive", "present", "preterite", "imperfect", "future", "conditional", "subjunctive", "past-subjunctive",
        "perfect", "gerund", "participle", "imperative", "formal",
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

    /// A noun; with an agreement the one for such people: *mi hermana es médica*.
    private func noun(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard names(of: .noun).contains(name) else { return nil }
        return RomanceNoun.form(name, of: word, agreement) { SpanishNominals.plural($0) }
    }

    // MARK: Adjectives

    private func adjective(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard names(of: .adjective).contains(name) else { return nil }
        let isPlural = name.hasSuffix("plural") || agreement?.isPlural == true
        let isFeminine = name.hasPrefix("feminine") || agreement?.gender == .feminine
        if name == "short", !isPlural {
            return word.irregular[name] ?? SpanishNominals.short(word.lemma, isFeminine: isFeminine)
        }
        let key = isFeminine ? (isPlural ? "feminine-plural" : "feminine") : isPlural ? "plural" : "positive"
        let base = name == "comparative" ? word.irregular[name] ?? SpanishNominals.comparative(word.lemma) : word.lemma
        if name != "comparative", let own = word.irregular[key] { return own }
        var gendered = base
        if isFeminine {
            gendered = word.irregular["feminine"] ?? feminine(base)
            if name == "comparative", base.hasPrefix("más ") {
                gendered = "más " + (word.irregular["feminine"] ?? feminine(word.lemma))
            }
        }
        return isPlural ? plural(gendered) : gendered
    }

    private func feminine(_ text: String) -> String {
        text.hasPrefix("más ")
            ? "más " + SpanishNominals.feminine(String(text.dropFirst(4))) : SpanishNominals.feminine(text)
    }

    private func plural(_ text: String) -> String {
        text.hasPrefix("más ")
            ? "más " + SpanishNominals.plural(String(text.dropFirst(4))) : SpanishNominals.plural(text)
    }

    // MARK: Verbs

    private func verb(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard names(of: .verb).contains(name), let parts = SpanishExpression(word.lemma, hasVosotros: hasVosotros)
        else { return nil }
        guard let verb = SpanishVerbForms(parts.verb) else { return nil }
        let person = agreement.map(person)
        let own = agreement.map { $0.person == .third && !$0.isPlural } ?? true ? word.irregular[name] : nil
        switch name {
        case "infinitive": return parts.behind(parts.verb, agreement)
        case "gerund": return parts.behind(own ?? verb.gerund, agreement)
        case "participle": return parts.isReflexive ? nil : (own ?? verb.participle) + parts.rest
        case "imperative": return parts.behind(own ?? verb.imperative, Agreement(person: .second))
        case "formal": return parts.behind(own ?? verb.subjunctive(2), Agreement())
        default: break
        }
        guard let person, let agreement else { return nil }
        let form =
            switch name {
            case "present": verb.present(person)
            case "preterite": verb.preterite(person)
            case "imperfect": verb.imperfect(person)
            case "future": verb.future(person)
            case "conditional": verb.conditional(person)
            case "subjunctive": verb.subjunctive(person)
            case "past-subjunctive": verb.pastSubjunctive(person)
            default: (SpanishVerbForms("haber")?.present(person) ?? "ha") + " " + verb.participle
            }
        return parts.before(own ?? form, agreement)
    }

    /// The place of a person among the six forms of a tense.
    private func person(_ agreement: Agreement) -> Int {
        switch (agreement.person, agreement.isPlural) {
        case (.first, false): 0
        case (.second, false): 1
        case (.third, false): 2
        case (.first, true): 3
        case (.second, true) where hasVosotros: 4
        default: 5
        }
    }

    // MARK: Words that agree

    /// A pronoun or possessive that stands for somebody; `nil` when `name` is none.
    package func pronoun(_ name: String, agreement: Agreement) -> String? {
        SpanishPronouns.form(name, agreement, hasVosotros: hasVosotros)
    }

    /// An article or another word before a noun that agrees with it; `nil` when `name` is none.
    ///
    /// - Parameters:
    ///   - name: Its masculine, singular or plural.
    ///   - agreement: The gender and number of the noun.
    ///   - next: The noun, where it follows at once.
    package static func determiner(_ name: String, agreement: Agreement, next: String?) -> String? {
        SpanishPronouns.determiner(
            name,
            isFeminine: agreement.gender == .feminine,
            isPlural: agreement.isPlural,
            next: next
        )
    }
}
