import LanguageServices

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
