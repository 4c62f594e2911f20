import Language
package import LanguageServices

/// What an answer is compared by: which others are the same word, a form of it, or a part of it.
///
/// An answer may have several meanings in it (*casa; hogar*), with remarks in parentheses (*casa (edificio)*): each of
/// them counts by itself, with and without its remark.
package struct AnswerKeys: Sendable, Hashable {
    /// The keys of the texts, and of the meanings that stand in them.
    package private(set) var keys: Set<String> = []

    /// The keys of the words that these may be forms of.
    private var lemmas: Set<String> = []

    /// The keys of the words of each meaning, in their order.
    private var words: [[String]] = []

    /// Prepares texts for comparison.
    ///
    /// - Parameters:
    ///   - texts: The texts; any of them is the answer.
    ///   - language: Their language.
    package init(_ texts: [String], language: LanguageTag?) {
        let folding = HeadwordFolding(language: language?.language ?? "")
        let rules = language.flatMap { LemmaRules(language: $0) }
        for text in texts {
            for part in Self.parts(of: Self.start(of: text)) {
                let key = folding.key(part)
                guard !key.isEmpty, keys.insert(key).inserted else { continue }
                var tokens = part.split { $0.isWhitespace || $0 == "-" || $0 == "'" || $0 == "’" }
                    .map { folding.key(String($0)) }.filter { !$0.isEmpty }
                // What stands before a word in dictionaries makes no other word of it: *to go*, *das Haus*.
                if tokens.count > 1, Self.companions.contains(tokens[0]) { tokens.removeFirst() }
                words.append(tokens)
                guard tokens.count == 1, let token = tokens.first else { continue }
                let bare = part.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? part
                lemmas.formUnion([token])
                lemmas.formUnion((rules?.lemmas(of: bare) ?? []).map { folding.key($0.text) })
            }
        }
    }

    /// Whether one of the answers may be taken for one of another's: it is the same, a form or a spelling of it, or a part.
    package func isLike(_ other: AnswerKeys) -> Bool {
        if !keys.isDisjoint(with: other.keys) || !lemmas.isDisjoint(with: other.lemmas) { return true }
        for own in words {
            for others in other.words where Self.isPart(own, of: others) || Self.isPart(others, of: own) { return true }
        }
        return keys.contains { key in other.keys.contains { Self.isSpelling(key, of: $0) } }
    }

    /// Whether there is anything to be compared.
    package var isEmpty: Bool { keys.isEmpty }

    /// So many Unicode scalars of an answer are looked at; no card has more that is asked for.
    ///
    /// Not characters, of which one may have any number of accents, which take a time that grows with their square.
    package static let longest = 500

    /// The part of a text that is looked at.
    package static func start(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    }

    private static let companions: Set<String> = [
        "to", "a", "an", "the", "el", "la", "los", "las", "un", "una", "le", "les", "une", "der", "die", "das", "ein",
        "eine", "il", "lo", "i", "gli", "uno", "o", "os", "as", "um", "uma", "sich", "se", "l",
    ]

    /// A text, the meanings in it, and each of these without its remarks.
    static func parts(of text: String) -> [String] {
        let pieces = text.split { ",;/、，；|·".contains($0) || $0.isNewline }.map(String.init)
        return ([text] + pieces).flatMap { piece in [piece, withoutRemarks(piece)] }.filter { !BlankText.isBlank($0) }
    }

    static func withoutRemarks(_ text: String) -> String {
        var depth = 0
        var result = ""
        for character in text {
            if "([（［{".contains(character) {
                depth += 1
            } else if ")]）］}".contains(character) {
                depth = max(0, depth - 1)
            } else if depth == 0 {
                result.append(character)
            }
        }
        return result
    }

    /// Whether words stand in a row among others.
    private static func isPart(_ part: [String], of whole: [String]) -> Bool {
        guard !part.isEmpty, part.count <= whole.count, whole.count <= 40 else { return false }
        return (0...(whole.count - part.count)).contains { Array(whole[$0..<($0 + part.count)]) == part }
    }

    /// Whether two words differ in one letter, as *colour* and *color* do. Some that are different words are taken for
    /// the same by it, which costs nothing but a wrong answer that is not used.
    private static func isSpelling(_ word: String, of other: String) -> Bool {
        let (first, second) = (Array(word.unicodeScalars), Array(other.unicodeScalars))
        guard min(first.count, second.count) >= 4, abs(first.count - second.count) <= 1 else { return false }
        var start = 0
        while start < min(first.count, second.count), first[start] == second[start] { start += 1 }
        var end = 0
        while end < min(first.count, second.count) - start,
            first[first.count - 1 - end] == second[second.count - 1 - end]
        {
            end += 1
        }
        return max(first.count, second.count) - start - end <= 1
    }
}
