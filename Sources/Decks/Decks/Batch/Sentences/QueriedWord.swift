public import LanguageServices

/// A word and what is known of it, as a batch asks for its sentences: the same word in two meanings is two texts.
struct QueriedWord: Sendable, Hashable {
    let word: String
    let partOfSpeech: PartOfSpeech?
    let sense: String?

    /// What separates the parts in a batch; no line of a field has a control character left.
    private static let separator: Character = "\u{1F}"

    init(_ word: String, partOfSpeech: PartOfSpeech? = nil, sense: String? = nil) {
        self.word = word
        self.partOfSpeech = partOfSpeech
        self.sense = sense
    }

    /// Reads a field: a remark in parentheses at its end tells the meaning, *bank (money)*.
    ///
    /// - Parameters:
    ///   - line: The line of the field.
    ///   - partOfSpeech: What another field says of it.
    ///   - sense: What another field says of it, which wins over a remark.
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
        // What stands in the middle of a word is a part of it: *book(s)*.
        let isApart = line[..<start].last?.isWhitespace ?? false || line[start] == "（"
        guard isApart, !BlankText.isBlank(word), !BlankText.isBlank(remark) else { return (line, nil) }
        return (word, String(remark))
    }

    /// Reads what ``batchText`` has written.
    init?(batchText: String) {
        let parts = batchText.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        word = String(parts[2])
        partOfSpeech = parts[0].isEmpty ? nil : PartOfSpeech(rawValue: String(parts[0]))
        sense = parts[1].isEmpty ? nil : String(parts[1])
    }

    /// The word as the batch knows it.
    var batchText: String {
        let separator = Self.separator
        return "\(partOfSpeech?.rawValue ?? "")\(separator)\(sense ?? "")\(separator)\(word)"
    }

    /// The word in a batch text, without what is known of it.
    static func wording(of batchText: String) -> String { QueriedWord(batchText: batchText)?.word ?? batchText }
}

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
