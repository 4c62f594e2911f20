/// The forms of Spanish words: the number and gender of nouns and adjectives, the tenses and imperatives of verbs.
///
/// Irregular forms are taken from the same table as in ``LemmaRules``.
package struct SpanishForms: RomanceForms {
    /// Whether the familiar plural *you* is *vosotros*, as in Spain, rather than *ustedes*, as everywhere else.
    private let hasVosotros: Bool

    /// Creates the rules.
    ///
    /// - Parameter hasVosotros: Whether the familiar plural *you* is *vosotros*.
    package init(hasVosotros: Bool = false) { self.hasVosotros = hasVosotros }

    package static let verbForms = [
        "infinitive", "present", "preterite", "imperfect", "future", "conditional", "subjunctive", "past-subjunctive",
        "perfect", "gerund", "participle", "imperative", "formal",
    ]

    package static let moreAdjectiveForms = ["short", "comparative"]

    package static func plural(noun: String) -> String { SpanishNominals.plural(noun) }

    // MARK: Adjectives

    package func adjective(_ name: String, _ word: InflectableWord, isFeminine: Bool, isPlural: Bool) -> String? {
        if name == "short", !isPlural {
            return word.irregular[name] ?? SpanishNominals.short(word.lemma, isFeminine: isFeminine)
        }
        let key = isFeminine ? (isPlural ? "feminine-plural" : "feminine") : isPlural ? "plural" : "positive"
        let base = name == "comparative" ? word.irregular[name] ?? SpanishNominals.comparative(word.lemma) : word.lemma
        if name != "comparative", let own = word.irregular[key] { return own }
        var gendered = base
        if isFeminine {
            gendered = word.irregular["feminine"] ?? inflected(base, SpanishNominals.feminine)
            if name == "comparative", base.hasPrefix("más ") {
                gendered = "más " + (word.irregular["feminine"] ?? inflected(word.lemma, SpanishNominals.feminine))
            }
        }
        return isPlural ? inflected(gendered, SpanishNominals.plural) : gendered
    }

    /// A form of an adjective; a preceding *más* is left unchanged.
    private func inflected(_ text: String, _ form: (String) -> String) -> String {
        text.hasPrefix("más ") ? "más " + form(String(text.dropFirst(4))) : form(text)
    }

    // MARK: Verbs

    package func verb(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard let parts = SpanishExpression(word.lemma, self), let verb = SpanishVerbForms(parts.verb) else {
            return nil
        }
        let person = agreement.map(person)
        let own = agreement.map { $0.person == .third && !$0.isPlural } ?? true ? word.irregular[name] : nil
        switch name {
        case "infinitive": return parts.attachingPronoun(parts.verb, agreement)
        case "gerund": return parts.attachingPronoun(own ?? verb.gerund, agreement)
        case "participle": return parts.isReflexive ? nil : (own ?? verb.participle) + parts.remainder
        case "imperative": return parts.attachingPronoun(own ?? verb.imperative, Agreement(person: .second))
        case "formal": return parts.attachingPronoun(own ?? verb.subjunctive(2), Agreement())
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

    /// The index of the person in a tense. *Ustedes* takes the third person.
    private func person(_ agreement: Agreement) -> Int {
        agreement.tenseIndex == 4 && !hasVosotros ? 5 : agreement.tenseIndex
    }
}

/// A Spanish verb with its complements: *levantarse*, *hacer la compra*, *darse cuenta*.
struct SpanishExpression {
    /// The infinitive without a pronoun.
    let verb: String
    /// Whether the verb takes *me*, *te*, *se* …
    let isReflexive: Bool
    /// The part after the verb, with the preceding space.
    let remainder: String
    private let forms: SpanishForms

    init?(_ text: String, _ forms: SpanishForms) {
        let end = text.firstIndex(of: " ") ?? text.endIndex
        let word = String(text[..<end])
        remainder = String(text[end...])
        let isReflexive = word.hasSuffix("rse") && word.count >= 4
        let plain = isReflexive ? String(word.dropLast(2)) : word
        guard ["ar", "er", "ir", "ír"].contains(where: plain.hasSuffix) else { return nil }
        verb = plain
        self.isReflexive = isReflexive
        self.forms = forms
    }

    /// The expression with a form of the verb and the pronoun before it: *me levanto*.
    func before(_ form: String, _ agreement: Agreement) -> String {
        (isReflexive ? pronoun(agreement) + " " : "") + form + remainder
    }

    /// The expression with a pronoun attached to the verb: *levantarme*, *levantándote*, *levántate*.
    func attachingPronoun(_ form: String, _ agreement: Agreement?) -> String {
        guard isReflexive else { return form + remainder }
        // The stress stays on the same syllable, although the word becomes longer.
        let sound = SpanishSound(form)
        let needsAccent = !form.hasSuffix("r") && sound.syllables > 1
        let stressed = needsAccent ? sound.stressed.map(sound.accented(at:)) ?? form : form
        return stressed + pronoun(agreement ?? Agreement()) + remainder
    }

    private func pronoun(_ agreement: Agreement) -> String {
        forms.pronoun("se", agreement: agreement) ?? "se"
    }
}

// MARK: Words that agree

extension SpanishForms {
    /// Pronouns: *él, lo, le, se, mí*; and possessives, which agree with the possessed noun: `su`, `su-f`, `sus`,
    /// `sus-f`.
    ///
    /// *Ustedes* takes third-person pronouns.
    package func pronoun(_ name: String, agreement: Agreement) -> String? {
        guard let row = Self.pronouns[name] else { return nil }
        let gender = agreement.gender == .feminine ? 1 : 0
        switch (agreement.person, agreement.isPlural) {
        case (.first, true): return row[4 + gender]
        case (.second, true) where hasVosotros: return row[8 + gender]
        case (.second, true) where name == "él": return "ustedes"
        case (_, true): return row[6 + gender]
        default: return row[agreement.pronounIndex(singular: gender, of: 2)]
        }
    }

    /// First and second person singular; third person singular masculine and feminine; first person plural masculine
    /// and feminine; third person plural masculine and feminine; *vosotros*.
    private static let pronouns: [String: [String]] = [
        "él": ["yo", "tú", "él", "ella", "nosotros", "nosotras", "ellos", "ellas", "vosotros", "vosotras"],
        "lo": ["me", "te", "lo", "la", "nos", "nos", "los", "las", "os", "os"],
        "le": ["me", "te", "le", "le", "nos", "nos", "les", "les", "os", "os"],
        "se": ["me", "te", "se", "se", "nos", "nos", "se", "se", "os", "os"],
        "su": ["mi", "tu", "su", "su", "nuestro", "nuestro", "su", "su", "vuestro", "vuestro"],
        "su-f": ["mi", "tu", "su", "su", "nuestra", "nuestra", "su", "su", "vuestra", "vuestra"],
        "sus": ["mis", "tus", "sus", "sus", "nuestros", "nuestros", "sus", "sus", "vuestros", "vuestros"],
        "sus-f": ["mis", "tus", "sus", "sus", "nuestras", "nuestras", "sus", "sus", "vuestras", "vuestras"],
    ]

    /// A determiner that agrees with a noun: *el, los*; a feminine noun with a stressed initial *a* takes *el* and
    /// *un*.
    package func determiner(_ name: String, agreement: Agreement, next: String?) -> String? {
        guard let row = Self.determiners.first(where: { $0[0] == name || $0[2] == name }) else { return nil }
        let isFeminine = agreement.gender == .feminine
        let isPlural = agreement.isPlural || row[2] == name
        if isFeminine, !isPlural, let next, Self.masculineBeforeA.contains(name),
            SpanishSound(String(next.prefix { $0 != " " })).beginsWithStressedA
        {
            return row[0]
        }
        return row[(isPlural ? 2 : 0) + (isFeminine ? 1 : 0)]
    }

    private static let masculineBeforeA: Set<String> = ["el", "un", "algún", "ningún"]

    private static let determiners: [[String]] = [
        ["el", "la", "los", "las"], ["un", "una", "unos", "unas"], ["este", "esta", "estos", "estas"],
        ["ese", "esa", "esos", "esas"], ["aquel", "aquella", "aquellos", "aquellas"],
        ["nuestro", "nuestra", "nuestros", "nuestras"], ["vuestro", "vuestra", "vuestros", "vuestras"],
        ["mi", "mi", "mis", "mis"], ["tu", "tu", "tus", "tus"],
        ["su", "su", "sus", "sus"], ["mucho", "mucha", "muchos", "muchas"], ["poco", "poca", "pocos", "pocas"],
        ["otro", "otra", "otros", "otras"], ["algún", "alguna", "algunos", "algunas"],
        ["ningún", "ninguna", "ningunos", "ningunas"], ["todo", "toda", "todos", "todas"],
        ["cuánto", "cuánta", "cuántos", "cuántas"], ["lo", "la", "los", "las"], ["él", "ella", "ellos", "ellas"],
        ["demasiado", "demasiada", "demasiados", "demasiadas"], ["uno", "una", "unos", "unas"],
    ]
}
