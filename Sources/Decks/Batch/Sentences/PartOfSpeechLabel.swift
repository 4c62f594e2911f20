import LanguageServices

/// Reads what decks write for a part of speech: *noun*, *n.*, *adj*, *vt*.
enum PartOfSpeechLabel {
    /// The part of speech that a label begins with; `nil` when it is none that is known.
    static func read(_ label: String) -> PartOfSpeech? {
        let text = label.lowercased()
        if let known = PartOfSpeech.known.first(where: { text == $0.rawValue }) { return known }
        let word = text.prefix { $0.isLetter }
        if let known = PartOfSpeech.known.first(where: { word == $0.rawValue }) { return known }
        return abbreviations[String(word)]
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
