import LanguageServices

/// A sentence with slots.
struct Template: Sendable {
    /// The level of everything in it but the word.
    var level: LearnerLevel
    /// The text and the slots, in their order.
    var pieces: [Piece]
    /// What is chosen for a sentence: one text for each.
    var choices: [Choice]
    var place: DataLocation

    /// A text that is chosen from a set.
    struct Choice: Sendable, Hashable {
        /// The number of the set's name.
        var set: Int
        /// Tells several texts of one set from each other.
        var number: Int
    }

    /// A part of a template. What is chosen is named by its place in ``choices``.
    enum Piece: Sendable, Hashable {
        /// Text as it stands.
        case text(String)
        /// The word, in a form; `nil` is the plain one.
        case word(form: String?, agreeing: Int?)
        /// The word as it stands here.
        case spelled(String)
        /// What was chosen.
        case choice(Int)
        /// What was chosen, in a form.
        case inflected(Int, form: String, agreeing: Int?)
        /// Another word in a form.
        case lemma(String, form: String, agreeing: Int?)
        /// A pronoun for what was chosen.
        case pronoun(String, agreeing: Int)
        /// *a* or *an*.
        case article
    }

    /// Stands in place of a choice where something agrees with the word itself.
    static let word = -1

    /// Whether the word has to be in the form in which it stands here.
    var isSpelled: Bool {
        pieces.contains { if case .spelled = $0 { true } else { false } }
    }
}

/// Templates that serve the same words.
struct TemplateGroup: Sendable {
    var partOfSpeech: PartOfSpeech
    /// Kinds that the word must have.
    var required: [Int] = []
    /// Kinds that it must not have.
    var excluded: [Int] = []
    /// The one word that it is for.
    var word: Owner?
    /// The templates; of a group that is for one word they may still be unread.
    var templates: [Template] = []
    /// The lines below the heading.
    var lines: ArraySlice<TextLine> = []
    var place: DataLocation

    /// A word that has templates of its own.
    struct Owner: Sendable {
        var headword: String
        var sense: String?
    }

    /// Whether it is for every word of its part of speech.
    var isGeneral: Bool { word == nil && required.isEmpty }

    /// Whether it is for every word of its part of speech, also for one of which nothing else is known.
    var isUnconditional: Bool { isGeneral && excluded.isEmpty }
}

/// The short names of the parts of speech, as the starter dictionaries have them.
enum PartLabel {
    private static let parts: [String: PartOfSpeech] = [
        "n": .noun, "v": .verb, "adj": .adjective, "adv": .adverb, "pron": .pronoun, "det": .determiner,
        "prep": .preposition, "conj": .conjunction, "num": .numeral, "interj": .interjection, "phr": .phrase,
        "any": .anyPart,
    ]

    /// The part of speech of a name; `nil` for what is none.
    static func part(_ label: String) -> PartOfSpeech? { parts[label] }

    /// The name of a part of speech.
    static func label(_ part: PartOfSpeech) -> String {
        parts.first { $0.value == part }?.key ?? part.rawValue
    }

    /// All names, in their order.
    static var names: [String] { parts.keys.sorted() }
}
