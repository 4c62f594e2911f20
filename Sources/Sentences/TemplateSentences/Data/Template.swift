import LanguageServices

/// A sentence with slots.
struct Template: Sendable {
    /// The level of everything except the word.
    var level: LearnerLevel
    /// The text and the slots, in order.
    var pieces: [Piece]
    /// The choices to make for a sentence, each selecting one text.
    var choices: [Choice]
    var location: DataLocation

    /// A text to choose from a set.
    struct Choice: Sendable, Hashable {
        /// The number of the set's name.
        var set: Int
        /// Distinguishes several choices from the same set.
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

    /// The index that stands for the word itself in agreements.
    static let word = -1

    /// Whether the template spells out the form of the word.
    var isSpelled: Bool {
        pieces.contains { if case .spelled = $0 { true } else { false } }
    }
}

/// Templates that apply to the same words.
struct TemplateGroup: Sendable {
    var partOfSpeech: PartOfSpeech
    /// The kinds that the word must have.
    var required: [Int] = []
    /// The kinds that the word must not have.
    var excluded: [Int] = []
    /// The only word that the group applies to.
    var word: Owner?
    /// The templates; empty if they are for a single word and have not been read yet.
    var templates: [Template] = []
    /// The lines below the heading.
    var lines: ArraySlice<TextLine> = []
    var location: DataLocation

    /// A word with its own templates.
    struct Owner: Sendable {
        var headword: String
        var sense: String?
    }

    /// Whether it applies to every word of its part of speech.
    var isGeneral: Bool { word == nil && required.isEmpty }

    /// Whether it applies to every word of its part of speech, even to unknown words.
    var isUnconditional: Bool { isGeneral && excluded.isEmpty }
}

/// The abbreviations of the parts of speech, as in the starter dictionaries.
enum PartLabel {
    private static let parts: [String: PartOfSpeech] = [
        "n": .noun, "v": .verb, "adj": .adjective, "adv": .adverb, "pron": .pronoun, "det": .determiner,
        "prep": .preposition, "conj": .conjunction, "num": .numeral, "interj": .interjection, "phr": .phrase,
        "any": .anyPart,
    ]

    /// The part of speech of an abbreviation; `nil` if it is not one.
    static func part(_ label: String) -> PartOfSpeech? { parts[label] }

    /// The abbreviation of a part of speech.
    static func label(_ part: PartOfSpeech) -> String {
        parts.first { $0.value == part }?.key ?? part.rawValue
    }

    /// All abbreviations, sorted.
    static var names: [String] { parts.keys.sorted() }
}
