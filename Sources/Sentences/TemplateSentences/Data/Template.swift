import LanguageServices

/// A sentence with slots.
struct Template: Sendable {
    /// The level of everything except the requested word.
    var level: LearnerLevel
    /// The text and the slots, in order.
    var pieces: [Piece]
    /// The choices to make for a sentence; each selects one text.
    var choices: [Choice]
    var location: DataLocation

    /// A text to choose from a set.
    struct Choice: Sendable, Hashable {
        /// The number of the set's name.
        var set: Int
        /// A number that distinguishes several choices from the same set.
        var number: Int
    }

    /// A part of a template. A choice is identified by its index in ``choices``.
    enum Piece: Sendable, Hashable {
        /// Literal text.
        case text(String)
        /// The word in a form; `nil` for the base form.
        case word(form: String?, agreeing: Int?)
        /// The word in a fixed spelling.
        case spelled(String)
        /// A chosen text.
        case choice(Int)
        /// A chosen text in a form.
        case inflected(Int, form: String, agreeing: Int?)
        /// Another word in a form.
        case lemma(String, form: String, agreeing: Int?)
        /// A pronoun for a chosen text.
        case pronoun(String, agreeing: Int)
        /// *a* or *an*.
        case article
    }

    /// The index that represents the word itself in agreements.
    static let word = -1

    /// Whether the template spells out the form of the word.
    var isSpelled: Bool {
        pieces.contains { if case .spelled = $0 { true } else { false } }
    }
}

/// Templates that apply to the same words.
struct TemplateGroup: Sendable {
    var partOfSpeech: PartOfSpeech
    /// The kinds that the word must belong to.
    var required: [Int] = []
    /// The kinds that the word must not belong to.
    var excluded: [Int] = []
    /// The only word to which the group applies; `nil` if it applies to several.
    var word: Owner?
    /// The templates; empty if they are for a single word and have not been read yet.
    var templates: [Template] = []
    /// The lines below the heading, which contain the templates.
    var lines: ArraySlice<TextLine> = []
    var location: DataLocation

    /// A word with its own templates.
    struct Owner: Sendable {
        var headword: String
        var sense: String?
    }

    /// Whether the group applies to every word with its part of speech, unless the word belongs to an excluded kind.
    var isGeneral: Bool { word == nil && required.isEmpty }

    /// Whether the group applies to every word with its part of speech, including unknown words.
    var isUnconditional: Bool { isGeneral && excluded.isEmpty }
}

/// The abbreviations of the parts of speech, as in the starter dictionaries.
enum PartLabel {
    private static let parts: [String: PartOfSpeech] = [
        "n": .noun, "v": .verb, "adj": .adjective, "adv": .adverb, "pron": .pronoun, "det": .determiner,
        "prep": .preposition, "conj": .conjunction, "num": .numeral, "interj": .interjection, "phr": .phrase,
        "any": .anyPart,
    ]

    /// The part of speech for an abbreviation; `nil` if the string is not a valid abbreviation.
    static func part(_ label: String) -> PartOfSpeech? { parts[label] }

    /// The abbreviation of a part of speech.
    static func label(_ part: PartOfSpeech) -> String {
        parts.first { $0.value == part }?.key ?? part.rawValue
    }

    /// All abbreviations, sorted.
    static var names: [String] { parts.keys.sorted() }
}
