public import LanguageServices

extension PartOfSpeech {
    /// Reads what decks write for a part of speech: *noun*, *n.*, *adj*, *vt*.
    ///
    /// - Parameter label: The label, of which the first word tells; `nil` when it is none that is known.
    public init?(label: String) {
        let text = label.prefix(100).lowercased()
        let word = String(text.prefix { $0.isLetter })
        let known = Self.known.first { text == $0.rawValue } ?? Self.known.first { word == $0.rawValue }
        guard let part = known ?? Self.abbreviations[word] else { return nil }
        self = part
    }

    private static let abbreviations: [String: PartOfSpeech] = [
        "n": .noun, "nn": .noun, "subst": .noun, "nouns": .noun, "pn": .properNoun, "name": .properNoun,
        "proper": .properNoun, "v": .verb, "vb": .verb, "vt": .verb, "vi": .verb, "vr": .verb, "phrasal": .verb,
        "verbs": .verb, "adj": .adjective, "a": .adjective, "adjectives": .adjective, "adv": .adverb,
        "adverbs": .adverb, "pron": .pronoun, "det": .determiner, "art": .determiner, "article": .determiner,
        "prep": .preposition, "conj": .conjunction, "num": .numeral, "number": .numeral, "int": .interjection,
        "interj": .interjection, "excl": .interjection, "exclamation": .interjection, "part": .particle,
        "phr": .phrase, "idiom": .phrase, "expression": .phrase, "abbr": .abbreviation,
    ]
}
