package import LanguageServices

/// Generates forms in languages in which adjectives, and nouns that denote people, have a masculine and a feminine
/// form, each with a plural.
package protocol RomanceForms: FormRules {
    /// The names of verb forms, and of adjective forms that are specific to the language.
    static var verbForms: [String] { get }
    static var moreAdjectiveForms: [String] { get }

    /// The regular plural of a noun.
    static func plural(noun: String) -> String

    /// A form of an adjective, named as in ``FormRules/names(of:)``.
    func adjective(_ name: String, _ word: InflectableWord, isFeminine: Bool, isPlural: Bool) -> String?

    /// A form of a verb, named as in ``verbForms``.
    func verb(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String?
}

extension RomanceForms {
    package func names(of partOfSpeech: PartOfSpeech) -> [String] {
        switch partOfSpeech {
        case .noun, .properNoun: ["singular", "plural", "feminine", "feminine-plural"]
        case .verb: Self.verbForms
        case .adjective, .determiner, .pronoun, .numeral:
            ["positive", "plural", "feminine", "feminine-plural"] + Self.moreAdjectiveForms
        default: ["plain"]
        }
    }

    package func form(_ name: String, of word: InflectableWord, agreement: Agreement?) -> String? {
        guard names(of: word.partOfSpeech).contains(name) else { return nil }
        let isFeminine = name.hasPrefix("feminine") || agreement?.gender == .feminine
        let isPlural = name.hasSuffix("plural") || agreement?.isPlural == true
        return switch word.partOfSpeech {
        case .verb: verb(name, word, agreement)
        case .noun, .properNoun: noun(name, word, agreement, isFeminine: isFeminine, isPlural: isPlural)
        case .adjective, .determiner, .pronoun, .numeral:
            adjective(name, word, isFeminine: isFeminine, isPlural: isPlural)
        default: word.lemma
        }
    }

    /// A form of a noun. With an agreement, the noun refers to a person of that gender and number: *mi hermana es
    /// médica*, *ma sœur est avocate*.
    private func noun(
        _ name: String,
        _ word: InflectableWord,
        _ agreement: Agreement?,
        isFeminine: Bool,
        isPlural: Bool
    ) -> String? {
        var lemma = word.lemma
        if name.hasPrefix("feminine") || agreement != nil {
            if let own = word.irregular["feminine"] {
                if isFeminine { lemma = own }
            } else if word.gender == (isFeminine ? .masculine : .feminine), !word.hasBothGenders {
                return nil
            }
        }
        guard isPlural else { return lemma }
        switch word.number {
        case .singularOnly: return nil
        case .pluralOnly: return lemma
        case .both:
            let own = word.irregular[isFeminine && lemma != word.lemma ? "feminine-plural" : "plural"]
            return own ?? Self.plural(noun: lemma)
        }
    }
}
