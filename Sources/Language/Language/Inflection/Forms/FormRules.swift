package import LanguageServices

/// Generates the inflected forms of words, the reverse of ``LemmaRules``.
///
/// The names of forms are in lower case and depend on the language: `plural`, `past`, `comparative`.
package protocol FormRules: Sendable {
    /// The names of the forms that a part of speech has, base form first.
    func names(of partOfSpeech: PartOfSpeech) -> [String]

    /// A form of a word.
    ///
    /// - Parameters:
    ///   - name: The name of the form.
    ///   - word: The word.
    ///   - agreement: The properties with which the form agrees.
    /// - Returns: `nil` if the word has no such form, or if the form requires an agreement and none is given.
    func form(_ name: String, of word: InflectableWord, agreement: Agreement?) -> String?

    /// A pronoun that refers to the subject and agrees with it (*he*, *him* or *his*), or a possessive, which agrees
    /// with the possessed noun.
    ///
    /// - Returns: `nil` if `name` is not a pronoun.
    func pronoun(_ name: String, agreement: Agreement) -> String?

    /// An article or another determiner that agrees with the following noun.
    ///
    /// - Parameters:
    ///   - name: The form before a masculine noun.
    ///   - agreement: The gender and number of the noun; a plural determiner stays plural.
    ///   - next: The word that immediately follows, if any.
    /// - Returns: `nil` if `name` is not a determiner.
    func determiner(_ name: String, agreement: Agreement, next: String?) -> String?
}

extension FormRules {
    package func determiner(_ name: String, agreement: Agreement, next: String?) -> String? { nil }
}

/// A word to inflect, with properties that the rules cannot derive.
package struct InflectableWord: Sendable, Hashable {
    /// The dictionary form of a word or an expression.
    package var lemma: String
    /// The part of speech.
    package var partOfSpeech: PartOfSpeech
    /// The grammatical numbers that a noun has.
    package var number: Number
    /// The gender of a noun, in languages with grammatical gender.
    package var gender: Agreement.Gender?
    /// Whether a noun that denotes a person can have either gender: *el estudiante, la estudiante*.
    package var hasBothGenders = false
    /// Explicitly specified forms by name, which take precedence over tables and rules.
    package var irregular: [String: String]

    /// Creates a word.
    package init(
        _ lemma: String,
        _ partOfSpeech: PartOfSpeech,
        number: Number = .both,
        irregular: [String: String] = [:]
    ) {
        self.lemma = lemma
        self.partOfSpeech = partOfSpeech
        self.number = number
        self.irregular = irregular
    }

    /// The grammatical numbers that a noun has.
    package enum Number: Sendable, Hashable {
        /// Singular and plural: *bottle, bottles*.
        case both
        /// Uncountable: *water*.
        case singularOnly
        /// Always plural: *scissors*.
        case pluralOnly
    }
}

/// The grammatical properties with which a form agrees.
package struct Agreement: Sendable, Hashable {
    /// The grammatical person.
    package var person: Person
    /// Whether the number is plural.
    package var isPlural: Bool
    /// The gender, if known.
    package var gender: Gender?

    /// Creates an agreement; the default is the third person singular.
    package init(person: Person = .third, isPlural: Bool = false, gender: Gender? = nil) {
        self.person = person
        self.isPlural = isPlural
        self.gender = gender
    }

    /// The index of the person among the six forms of a tense: first to third singular, then plural.
    var tenseIndex: Int {
        let index =
            switch person {
            case .first: 0
            case .second: 1
            case .third: 2
            }
        return index + (isPlural ? 3 : 0)
    }

    /// The index in a row of pronouns: first, second and third person singular, then the same persons in the plural.
    ///
    /// - Parameters:
    ///   - singular: The index among the third person singular pronouns, of which the row contains `genders`, one per
    ///     gender.
    ///   - plural: The index among the third person plural pronouns.
    func pronounIndex(singular: Int, of genders: Int, plural: Int = 0) -> Int {
        let index = tenseIndex + (isPlural ? genders - 1 : 0)
        return person == .third ? index + (isPlural ? plural : singular) : index
    }

    /// The grammatical person.
    package enum Person: Sendable, Hashable {
        case first, second, third
    }

    /// The grammatical gender of pronouns and, in some languages, of other words.
    package enum Gender: Sendable, Hashable {
        case masculine, feminine, neuter
    }
}
