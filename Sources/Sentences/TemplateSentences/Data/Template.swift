import LanguageServices

/// A sentence with slots.
struct Template: Sendable {
    /// The level of everything in it but the word.
    var level: LearnerLevel
    /// The text and the slots, in their order.
    var pieces: [Piece]
    /// What is chosen for a sentence: one text for each.
    var choices: [Choice]
    var place: DataPlace

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
