public import LanguageServices

/// A word with its known properties, as a batch text. The same word in two senses is treated as two texts.
struct QueriedWord: Sendable, Hashable {
    let word: String
    let partOfSpeech: PartOfSpeech?
    let sense: String?

    /// The delimiter in batch texts. Lines of a field never contain control characters.
    private static let separator: Character = "\u{1F}"

    init(_ word: String, partOfSpeech: PartOfSpeech? = nil, sense: String? = nil) {
        self.word = word
        self.partOfSpeech = partOfSpeech
        self.sense = sense
    }

    /// Parses a field. A remark in parentheses at its end is the sense: *bank (money)*.
    ///
    /// - Parameters:
    ///   - line: The line of the field.
    ///   - partOfSpeech: The part of speech from another field.
    ///   - sense: The sense from another field, which takes precedence over a remark.
    init(line: String, partOfSpeech: PartOfSpeech?, sense: String?) {
        let (word, remark) = Self.parts(of: line)
        self.init(word, partOfSpeech: partOfSpeech, sense: sense ?? remark)
    }

    private static func parts(of line: String) -> (word: String, remark: String?) {
        guard line.hasSuffix(")") || line.hasSuffix("）"),
            let start = line.lastIndex(where: { $0 == "(" || $0 == "（" }), start > line.startIndex
        else { return (line, nil) }
        let word = String(line[..<start].trimmingSuffix(while: \.isWhitespace))
        let remark = line[line.index(after: start)...].dropLast()
        // Parentheses attached to a word are part of it: *book(s)*.
        let isApart = line[..<start].last?.isWhitespace ?? false || line[start] == "（"
        guard isApart, !BlankText.isBlank(word), !BlankText.isBlank(remark) else { return (line, nil) }
        return (word, String(remark))
    }

    /// Parses a ``batchText``.
    init?(batchText: String) {
        let parts = batchText.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        word = String(parts[2])
        partOfSpeech = parts[0].isEmpty ? nil : PartOfSpeech(rawValue: String(parts[0]))
        sense = parts[1].isEmpty ? nil : String(parts[1])
    }

    /// The word with its properties, as used in the batch.
    var batchText: String {
        let separator = Self.separator
        return "\(partOfSpeech?.rawValue ?? "")\(separator)\(sense ?? "")\(separator)\(word)"
    }

    /// The word in a batch text, without its properties.
    static func wording(of batchText: String) -> String { QueriedWord(batchText: batchText)?.word ?? batchText }
}

extension PartOfSpeech {
    /// Parses the part-of-speech labels used in decks: *noun*, *n.*, *adj*, *vt*.
    ///
    /// - Parameter label: The label; only its first word is used.
    /// - Returns: `nil` for an unknown label.
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
