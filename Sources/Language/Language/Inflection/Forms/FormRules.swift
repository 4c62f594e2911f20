package import LanguageServices

/// Makes the forms of the words of a language; the other way round than ``LemmaRules``.
///
/// Forms have names, in lower case, which differ from language to language: `plural`, `past`, `comparative`.
package protocol FormRules: Sendable {
    /// The names of the forms of a part of speech, the plain one first.
    func names(of partOfSpeech: PartOfSpeech) -> [String]

    /// A form of a word.
    ///
    /// - Parameters:
    ///   - name: The name of the form.
    ///   - word: The word.
    ///   - agreement: What the form agrees with.
    /// - Returns: `nil` when the word has no such form, or when it needs an agreement and none is given.
    func form(_ name: String, of word: InflectableWord, agreement: Agreement?) -> String?

    /// What stands for who or what a sentence speaks of: the form of *he, him, his* that agrees; also a possessive, by what is
    /// possessed.
    ///
    /// - Returns: `nil` when `name` is not one of these.
    func pronoun(_ name: String, agreement: Agreement) -> String?

    /// An article, or another word of its kind, that agrees with the noun that follows.
    ///
    /// - Parameters:
    ///   - name: The word as it is before a masculine noun.
    ///   - agreement: The gender and number of the noun; a word in the plural stays there.
    ///   - next: The noun, where it follows at once.
    /// - Returns: `nil` when `name` is not one of these.
    func determiner(_ name: String, agreement: Agreement, next: String?) -> String?
}

extension FormRules {
    package func determiner(_ name: String, agreement: Agreement, next: String?) -> String? { nil }
}

/// A word whose forms are wanted, with what rules cannot know of it.
package struct InflectableWord: Sendable, Hashable {
    /// The word as a dictionary has it; an expression of several words may be one.
    package var lemma: String
    /// What kind of word it is.
    package var partOfSpeech: PartOfSpeech
    /// Of a noun: which numbers it has.
    package var number: Number
    /// Of a noun: its gender, in languages where every noun has one.
    package var gender: Agreement.Gender?
    /// Whether a noun for people is masculine for men and feminine for women: *el estudiante, la estudiante*.
    package var hasBothGenders = false
    /// Forms that go before those of tables and rules, by their names.
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

    /// Which numbers a noun has.
    package enum Number: Sendable, Hashable {
        /// One and many: *bottle, bottles*.
        case both
        /// What is not counted: *water*.
        case singularOnly
        /// What is many even where it is one: *scissors*.
        case pluralOnly
    }
}

/// What a form agrees with: who or what a sentence speaks of.
package struct Agreement: Sendable, Hashable {
    /// Whether somebody speaks, is spoken to, or is spoken of.
    package var person: Person
    /// Whether there is more than one.
    package var isPlural: Bool
    /// The gender, where it is known.
    package var gender: Gender?

    /// Creates an agreement; without anything said, the third person singular.
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

    /// The index in a row of pronouns: first, second, third person; then those of the plural.
    ///
    /// - Parameters:
    ///   - singular: The index among the genders of the third person singular, of which the row has `genders`.
    ///   - plural: The index among those of the third person plural.
    func pronounIndex(singular: Int, of genders: Int, plural: Int = 0) -> Int {
        let index = tenseIndex + (isPlural ? genders - 1 : 0)
        return person == .third ? index + (isPlural ? plural : singular) : index
    }

    /// The grammatical person.
    package enum Person: Sendable, Hashable {
        case first, second, third
    }

    /// The gender that pronouns and, in some languages, other words show.
    package enum Gender: Sendable, Hashable {
        case masculine, feminine, neuter
    }
}
