import Language
package import LanguageServices

/// The comparison keys of an answer, which find identical words, forms of the answer and parts of it.
///
/// An answer may list several meanings (*casa; hogar*) with remarks in parentheses (*casa (edificio)*). Each meaning
/// has its own keys, with and without its remark.
package struct AnswerKeys: Sendable, Hashable {
    /// The keys of the texts, and of the meanings listed in them.
    package private(set) var keys: Set<String> = []

    /// The keys of the headwords whose forms the answers may be.
    private var lemmas: Set<String> = []

    /// The keys of each meaning's words, in order.
    private var words: [[String]] = []

    /// Prepares texts for comparison.
    ///
    /// - Parameters:
    ///   - texts: Alternative answers.
    ///   - language: The language of the texts.
    package init(_ texts: [String], language: LanguageTag?) {
        let folding = HeadwordFolding(language: language?.language ?? "")
        let rules = language.flatMap { LemmaRules(language: $0) }
        for text in texts {
            for part in Self.parts(of: Self.start(of: text)) {
                let key = folding.key(part)
                guard !key.isEmpty, keys.insert(key).inserted else { continue }
                var tokens = part.split { $0.isWhitespace || $0 == "-" || $0 == "'" || $0 == "’" }
                    .map { folding.key(String($0)) }.filter { !$0.isEmpty }
                // Ignore words that dictionaries put before a headword: *to go*, *das Haus*.
                if tokens.count > 1, Self.companions.contains(tokens[0]) { tokens.removeFirst() }
                words.append(tokens)
                guard tokens.count == 1, let token = tokens.first else { continue }
                let bare = part.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? part
                lemmas.formUnion([token])
                lemmas.formUnion((rules?.lemmas(of: bare) ?? []).map { folding.key($0.text) })
            }
        }
    }

    /// Whether one of these answers resembles one of the others: the two are identical, or one is a form, a spelling or
    /// a part of the other.
    package func isLike(_ other: AnswerKeys) -> Bool {
        if !keys.isDisjoint(with: other.keys) || !lemmas.isDisjoint(with: other.lemmas) { return true }
        for own in words {
            for others in other.words where Self.isPart(own, of: others) || Self.isPart(others, of: own) { return true }
        }
        return keys.contains { key in other.keys.contains { Self.isSpelling(key, of: $0) } }
    }

    /// Whether there are no keys.
    package var isEmpty: Bool { keys.isEmpty }

    /// The maximum number of Unicode scalars that are compared, which is also the maximum length of an answer on a
    /// card.
    ///
    /// The limit does not apply to characters, because a character may have any number of combining marks, and
    /// comparing them takes quadratic time.
    package static let longest = 500

    /// The part of a text that is compared.
    package static func start(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    }

    private static let companions: Set<String> = [
        "to", "a", "an", "the", "el", "la", "los", "las", "un", "una", "le", "les", "une", "der", "die", "das", "ein",
        "eine", "il", "lo", "i", "gli", "uno", "o", "os", "as", "um", "uma", "sich", "se", "l",
    ]

    /// The text, each meaning that it lists, and each meaning without its remarks.
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

    /// Whether a sequence of words occurs within another one.
    private static func isPart(_ part: [String], of whole: [String]) -> Bool {
        guard !part.isEmpty, part.count <= whole.count, whole.count <= 40 else { return false }
        return (0...(whole.count - part.count)).contains { Array(whole[$0..<($0 + part.count)]) == part }
    }

    /// Whether two words differ in one letter, as *colour* and *color* do. Some unrelated words match too, but this
    /// only prevents their use as wrong answers.
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
