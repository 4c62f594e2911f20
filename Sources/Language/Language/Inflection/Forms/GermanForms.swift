package import LanguageServices

/// The forms of German words: case and number of nouns, declension and degrees of adjectives, tenses and commands of verbs.
///
/// The irregular ones come from the same table from which ``LemmaRules`` has them; the plural of a noun is known from the
/// word itself, where its ending does not tell it, and so is the verb that makes the perfect.
package struct GermanForms: FormRules {
    /// Creates the rules.
    package init() {}

    package func names(of partOfSpeech: PartOfSpeech) -> [String] {
        switch partOfSpeech {
        case .noun, .properNoun:
            ["singular", "accusative", "dative", "genitive", "plural", "plural-dative", "feminine", "feminine-plural"]
        case .verb: Self.verbal
        case .adjective, .numeral:
            ["positive", "comparative", "superlative", "der", "den", "dem", "des", "ein", "einen", "einem", "eines"]
                + ["strong", "strong-accusative", "strong-dative"]
        default: ["plain"]
        }
    }

    private static let verbal = [
        "infinitive", "present", "past", "participle", "auxiliary", "reflexive", "prefix", "zu", "clause",
        "past-clause",
        "subjunctive", "imperative", "imperative-plural", "formal",
    ]

    package func form(_ name: String, of word: InflectableWord, agreement: Agreement?) -> String? {
        guard names(of: word.partOfSpeech).contains(name) else { return nil }
        return switch word.partOfSpeech {
        case .verb: verb(name, word, agreement)
        case .noun, .properNoun: GermanNouns.form(name, word, agreement)
        case .adjective, .numeral: adjective(name, word, agreement)
        default: word.lemma
        }
    }

    // MARK: Adjectives

    private func adjective(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        let adjective = GermanAdjective(word.lemma)
        switch name {
        case "positive": return word.lemma
        case "comparative": return word.irregular[name] ?? adjective.comparative
        case "superlative": return word.irregular[name] ?? adjective.superlative
        default:
            guard let agreement, let place = GermanDeclension.place(ofForm: name) else { return nil }
            return adjective.form(place, agreement)
        }
    }

    // MARK: Verbs

    /// Verbs that are separable, reflexive, or have an object with them, come in parts: ``names(of:)`` has one for each.
    private func verb(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard let parts = GermanExpression(word.lemma), let verb = GermanVerbForms(parts.verb, word.irregular) else {
            return nil
        }
        let front = parts.front.isEmpty ? "" : parts.front + " "
        switch name {
        case "infinitive": return front + parts.verb
        case "participle": return front + verb.participle
        case "zu": return front + verb.infinitiveWithZu
        case "prefix": return parts.front.isEmpty ? verb.prefix : parts.front
        case "imperative": return verb.imperative
        case "imperative-plural": return verb.present(4)
        case "formal": return verb.formal + " Sie"
        default: break
        }
        guard let agreement else { return nil }
        let person = Self.person(agreement)
        switch name {
        case "present": return verb.present(person)
        case "past": return verb.past(person)
        case "clause": return front + verb.prefix + verb.present(person)
        case "past-clause": return front + verb.prefix + verb.past(person)
        case "subjunctive": return verb.subjunctive(person)
        case "auxiliary": return GermanVerbForms(word.irregular[name] ?? "haben", [:])?.present(person)
        case "reflexive":
            guard parts.isReflexive else { return "" }
            let isDative = !parts.front.isEmpty || word.irregular[name] == "mir"
            return GermanPronouns.pronoun(isDative ? "sich-dative" : "sich", agreement)
        default: return nil
        }
    }

    /// The place of a person among the six forms of a tense.
    private static func person(_ agreement: Agreement) -> Int {
        let place =
            switch agreement.person {
            case .first: 0
            case .second: 1
            case .third: 2
            }
        return place + (agreement.isPlural ? 3 : 0)
    }

    // MARK: Words that agree

    /// A pronoun or possessive that stands for somebody; `nil` when `name` is none.
    package static func pronoun(_ name: String, agreement: Agreement) -> String? {
        GermanPronouns.pronoun(name, agreement)
    }

    /// Whether a text is an article or its like, with or without adjectives behind it: *der, ein neuer, im*.
    package static func isDeterminer(_ phrase: String) -> Bool { GermanPronouns.isDeterminer(phrase) }

    /// An article or its like, and adjectives behind it, for a noun; `nil` when `phrase` is none, or when there is none for
    /// such a noun.
    ///
    /// - Parameters:
    ///   - phrase: As it would be before a masculine noun in the singular: *der, einen neuen, im*.
    ///   - agreement: The gender and number of the noun.
    package static func determiner(_ phrase: String, agreement: Agreement) -> String? {
        GermanPronouns.determiner(phrase, agreement)
    }
}
