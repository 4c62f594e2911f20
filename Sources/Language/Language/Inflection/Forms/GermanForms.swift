package import LanguageServices

/// The forms of German words: the case and number of nouns, the declension and degrees of comparison of adjectives, the
/// tenses and imperatives of verbs.
///
/// Irregular forms are taken from the same table as in ``LemmaRules``. If the ending of a noun does not determine its
/// plural, the plural is specified with the word. Where necessary, the auxiliary of the perfect is specified as well.
package struct GermanForms: FormRules {
    /// Creates the rules.
    package init() {}

    package func names(of partOfSpeech: PartOfSpeech) -> [String] {
        switch partOfSpeech {
        case .noun, .properNoun:
            ["singular", "accusative", "dative", "genitive", "plural", "plural-dative", "feminine", "feminine-plural"]
        case .verb: Self.verbal
        case .adjective, .numeral:
            ["positive", "comparative", "superlative"] + GermanDeclension.names.flatMap { $0 }
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
            guard let agreement, let context = GermanDeclension.context(ofForm: name) else { return nil }
            return adjective.form(context, agreement)
        }
    }

    // MARK: Verbs

    /// Separable, reflexive and transitive expressions consist of several parts; ``names(of:)`` includes a name for
    /// each part.
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
        let person = agreement.tenseIndex
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
            return pronoun(isDative ? "sich-dative" : "sich", agreement: agreement)
        default: return nil
        }
    }
}

/// A German verb with its complements: *sich freuen*, *Rad fahren*, *sich die Zähne putzen*.
struct GermanExpression {
    /// The infinitive, with its prefix.
    let verb: String
    /// Whether the verb takes *sich*.
    let isReflexive: Bool
    /// The part before the infinitive. In a main clause, it follows the verb: *Rad*, *die Zähne*.
    let front: String

    init?(_ text: String) {
        var words = text.split(separator: " ").map(String.init)
        isReflexive = words.first == "sich"
        if isReflexive { words.removeFirst() }
        guard let last = words.popLast(), last.hasSuffix("n"), last.count > 2 else { return nil }
        verb = last
        front = words.joined(separator: " ")
    }
}

// MARK: Words that agree

extension GermanForms {
    /// Pronouns, named by their masculine form: *er, ihn, ihm, sich*; and possessives: `seine`, `seinen`, `seinem`,
    /// `seiner`, `seines`. The possessive without an ending is named `sein-n`, because *sein* is a verb.
    package func pronoun(_ name: String, agreement: Agreement) -> String? {
        let column = agreement.pronounIndex(singular: GermanDeclension.column(agreement), of: 3)
        if let row = Self.pronouns[name] { return row[column] }
        guard let ending = Self.possessives[name] else { return nil }
        let owner = Self.owners[column]
        // *euer*, but *eure*.
        return (owner == "euer" && !ending.isEmpty ? "eur" : owner) + ending
    }

    /// First and second person singular; third person singular masculine, feminine and neuter; then the three persons
    /// of the plural.
    private static let pronouns: [String: [String]] = [
        "er": ["ich", "du", "er", "sie", "es", "wir", "ihr", "sie"],
        "ihn": ["mich", "dich", "ihn", "sie", "es", "uns", "euch", "sie"],
        "ihm": ["mir", "dir", "ihm", "ihr", "ihm", "uns", "euch", "ihnen"],
        "sich": ["mich", "dich", "sich", "sich", "sich", "uns", "euch", "sich"],
        "sich-dative": ["mir", "dir", "sich", "sich", "sich", "uns", "euch", "sich"],
    ]

    private static let owners = ["mein", "dein", "sein", "ihr", "sein", "unser", "euer", "ihr"]

    private static let possessives: [String: String] = [
        "sein-n": "", "seine": "e", "seinen": "en", "seinem": "em", "seiner": "er", "seines": "es",
    ]

    // MARK: Before nouns

    private struct Determiner {
        /// Masculine, feminine, neuter, plural; `nil` for a form that does not exist.
        var forms: [String?]
        var context: GermanDeclension.Context
    }

    /// The determiner and adjectives before a noun, in the form that agrees with the noun: *einen neuen* becomes *eine
    /// neue*.
    ///
    /// - Parameters:
    ///   - phrase: An article or another determiner, optionally followed by adjectives, in the form before a masculine
    ///     singular noun: *der, einen neuen, im*.
    ///   - agreement: The gender and number of the noun.
    package func determiner(_ phrase: String, agreement: Agreement, next: String?) -> String? {
        let words = phrase.split(separator: " ").map(String.init)
        guard let first = words.first, let known = Self.determiner(named: first) else { return nil }
        guard let text = known.forms[GermanDeclension.column(agreement)] else { return nil }
        var result = [text]
        let written = GermanDeclension.ending(known.context, Agreement(gender: .masculine))
        let wanted = GermanDeclension.ending(known.context, agreement)
        for adjective in words.dropFirst() {
            guard adjective.hasSuffix(written) else { return nil }
            result.append(adjective.dropLast(written.count) + wanted)
        }
        return result.joined(separator: " ")
    }

    private static func determiner(named name: String) -> Determiner? {
        if let row = articles[name] { return row }
        // *mein, keinen, dieser, jedem*
        for stem in mixed where name.hasPrefix(stem) {
            if stem == "ihr" || stem == "sein", name == stem { continue }
            let ending = String(name.dropFirst(stem.count))
            guard let found = endings[ending] else { continue }
            let bare = stem == "euer" || stem == "eur" ? "eur" : stem
            let isWithout = ending.isEmpty
            var forms = found.forms.map { Optional(bare + $0) }
            // Like the masculine nominative, the neuter accusative has no ending.
            let short = stem == "eur" ? "euer" : stem
            if isWithout { (forms[0], forms[2]) = (short, short) }
            if ending == "en" { forms[2] = short }
            if stem == "ein" { forms[3] = nil }
            return Determiner(forms: forms, context: .init(kind: .mixed, grammaticalCase: found.grammaticalCase))
        }
        for stem in weak where name.hasPrefix(stem) {
            guard let found = weakEndings[String(name.dropFirst(stem.count))] else { continue }
            var forms = found.forms.map { Optional(stem + $0) }
            if stem == "jed" { forms[3] = nil }
            return Determiner(forms: forms, context: .init(kind: .weak, grammaticalCase: found.grammaticalCase))
        }
        return nil
    }

    private static let mixed = ["ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer", "eur"]
    private static let weak = ["dies", "jed", "welch", "manch"]

    private typealias Row = (forms: [String], grammaticalCase: GermanDeclension.Case)

    private static let endings: [String: Row] = [
        "": (["", "e", "", "e"], .nominative), "en": (["en", "e", "", "e"], .accusative),
        "em": (["em", "er", "em", "en"], .dative), "es": (["es", "er", "es", "er"], .genitive),
    ]

    private static let weakEndings: [String: Row] = [
        "er": (["er", "e", "es", "e"], .nominative), "en": (["en", "e", "es", "e"], .accusative),
        "em": (["em", "er", "em", "en"], .dative), "es": (["es", "er", "es", "er"], .genitive),
    ]

    private static func article(_ text: String, _ grammaticalCase: GermanDeclension.Case) -> Determiner {
        let forms = text.split(separator: "|").map { Optional(String($0)) }
        return Determiner(forms: forms, context: .init(kind: .weak, grammaticalCase: grammaticalCase))
    }

    private static let articles: [String: Determiner] = [
        "der": article("der|die|das|die", .nominative), "den": article("den|die|das|die", .accusative),
        "dem": article("dem|der|dem|den", .dative), "des": article("des|der|des|der", .genitive),
        "im": article("im|in der|im|in den", .dative), "ins": article("in den|in die|ins|in die", .accusative),
        "am": article("am|an der|am|an den", .dative), "ans": article("an den|an die|ans|an die", .accusative),
        "zum": article("zum|zur|zum|zu den", .dative), "vom": article("vom|von der|vom|von den", .dative),
        "beim": article("beim|bei der|beim|bei den", .dative),
        "fürs": article("für den|für die|für das|für die", .accusative),
        "er": article("er|sie|es|sie", .nominative), "ihn": article("ihn|sie|es|sie", .accusative),
        "ihm": article("ihm|ihr|ihm|ihnen", .dative), "einer": article("einer|eine|eins|welche", .nominative),
    ]
}
