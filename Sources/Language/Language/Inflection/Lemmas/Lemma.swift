public import LanguageServices

/// A headword of which a text may be an inflected form.
public struct Lemma: Sendable, Hashable {
    /// The headword, as a dictionary would spell it; it may lack accents, and need not exist.
    public var text: String

    /// What kind of word it is if the text is a form of it; `nil` when that is not known.
    public var partOfSpeech: PartOfSpeech?

    /// How sure it is.
    public var certainty: Certainty

    /// Creates a lemma.
    public init(_ text: String, partOfSpeech: PartOfSpeech? = nil, certainty: Certainty = .regular) {
        self.text = text
        self.partOfSpeech = partOfSpeech
        self.certainty = certainty
    }

    /// How sure it is that a text is a form of a lemma, the surest first.
    public enum Certainty: Int, Sendable, Hashable, Comparable {
        /// The form stands in a table of the language, or was found by an analyser that knows the lemma.
        case known
        /// The form ends as the known form of a simpler word does: *understood*, *Krankenhäuser*.
        case composed
        /// The form is what a rule of the language makes of the lemma.
        case regular
        /// The form may be made of the lemma by a rule that holds for some words only, or by derivation.
        case guess

        /// Whether one is surer than another.
        public static func < (first: Certainty, second: Certainty) -> Bool { first.rawValue < second.rawValue }
    }
}
