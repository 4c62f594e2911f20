import LanguageServices
import Platform

/// Finds the keys in a dictionary that are close to another key in spelling.
///
/// A key with four or five letters may differ in one letter, and a longer key in two letters. In a key with six or
/// seven letters, two differences are accepted only if they are likely mistakes, since otherwise too little of the word
/// would match. Keys with likelier mistakes come first. A key whose word has more translations receives a bonus.
struct SpellingSearch: Sendable {
    /// The maximum number of results.
    static let maximumResults = 5

    /// The minimum cost difference at which one candidate is clearly closer than another.
    static let margin = 0.2

    /// The maximum number of candidates to examine per dictionary, closest first.
    private static let maximumCandidates = 24

    /// The maximum total cost of two mistakes in a six- or seven-letter word.
    private static let maximumShortKeyCost = 1.6

    private let letters: [Unicode.Scalar]
    private let distance: SpellingDistance
    private let limit: Int

    /// Prepares a search; `nil` for a key with fewer than 4 or more than 64 letters, which has no close keys.
    init?(_ key: String) {
        let letters = Array(key.unicodeScalars.prefix(65))
        guard letters.count >= 4, let distance = SpellingDistance(letters) else { return nil }
        self.letters = letters
        self.distance = distance
        limit = letters.count < 6 ? 1 : 2
    }

    /// A key and its distance.
    struct Candidate {
        let key: String
        let cost: Double
    }

    /// The discount for a candidate with many translations. Such a word is frequent (Zipf 1945) and therefore more
    /// likely.
    static func bonus(translations: Int) -> Double {
        min(0.1 * log1p(Double(translations)), 0.4)
    }

    /// Whether a short key is more likely a different word than a misspelling: few people type *bark* for *park*.
    static func isOtherWord(_ key: String, than text: String) -> Bool {
        let (first, second) = (Array(key.unicodeScalars), Array(text.unicodeScalars))
        return second.count <= 5 && first.count == second.count && first.first != second.first
            && first.dropFirst() == second.dropFirst()
    }

    /// The closest keys in a dictionary, closest first.
    func closest(in index: DictionaryIndex) throws -> [Candidate] {
        var found: [Candidate] = []
        var count = 0
        try index.forEachKey { utf8 in
            count &+= 1
            if count & 0x3FFF == 0, Task.isCancelled { throw ServiceError(CancellationError()) }
            guard let distance = distance.distance(to: utf8, limit: limit), distance > 0 else { return true }
            let key = String(decoding: utf8, as: UTF8.self)
            let cost = SpellingCost.between(letters, Array(key.unicodeScalars))
            if letters.count >= 8 || distance == 1 || cost <= Self.maximumShortKeyCost {
                found.append(Candidate(key: key, cost: cost))
            }
            return true
        }
        return Array(found.sorted { ($0.cost, $0.key) < ($1.cost, $1.key) }.prefix(Self.maximumCandidates))
    }
}

/// A headword that the user may have meant.
struct SpellingSuggestion: Comparable {
    let headword: String
    let key: String
    let cost: Double
    /// The index of its dictionary among the searched dictionaries.
    let dictionary: Int

    /// Closer suggestions come first; ties follow the order of the dictionaries.
    static func < (first: SpellingSuggestion, second: SpellingSuggestion) -> Bool {
        (first.cost, first.dictionary, first.key) < (second.cost, second.dictionary, second.key)
    }

    /// Whether the other suggestion can be ignored because it is less close, or is equally close but only in a later
    /// dictionary.
    func isClearlyCloser(than other: SpellingSuggestion) -> Bool {
        other.cost - cost >= SpellingSearch.margin || other.cost >= cost && other.dictionary > dictionary
    }
}

/// The cost of a spelling mistake; frequent mistakes cost less.
///
/// | mistake | cost |
/// |---|---|
/// | *ie* for *ei*, *ei* for *ie* | 0.3 |
/// | a consonant doubled, or not doubled | 0.4 |
/// | a letter for one that often sounds alike (*c* s k, *b* v, *d* t, *f* v, *g* j, *m* n, *i* y) | 0.5 |
/// | an extra or missing *h* | 0.5 |
/// | adjacent letters swapped; one vowel for another; a vowel doubled, or not doubled | 0.6 |
/// | an extra or missing vowel | 0.7 |
/// | an extra or missing consonant | 0.9 |
/// | any other letter for another | 1.2 |
///
/// At the beginning of a word, where mistakes are rare, the cost is 0.5 higher, or 0.2 higher for *h* and letters that
/// sound alike.
enum SpellingCost {
    /// The cost of turning one text into another, which is the same in both directions.
    static func between(_ text: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Double {
        guard !text.isEmpty, !other.isEmpty else { return Double(max(text.count, other.count)) }
        var beforeLast = [Double](repeating: 0, count: other.count + 1)
        var last = beforeLast
        for column in other.indices { last[column + 1] = last[column] + gap(other, column, 0) }
        var current = last
        for row in text.indices {
            current[0] = last[0] + gap(text, row, 0)
            for column in other.indices {
                let atStart = row == 0 && column == 0
                var cost = last[column] + replacing(text[row], other[column], atStart: atStart)
                cost = min(
                    cost,
                    last[column + 1] + gap(text, row, column + 1),
                    current[column] + gap(other, column, row + 1)
                )
                if row > 0, column > 0, text[row] == other[column - 1], text[row - 1] == other[column] {
                    cost = min(
                        cost,
                        beforeLast[column - 1]
                            + swapping(text[row - 1], text[row], atStart: row == 1 && column == 1)
                    )
                }
                current[column + 1] = cost
            }
            (beforeLast, last, current) = (last, current, beforeLast)
        }
        return last[other.count]
    }

    /// The cost of an extra letter.
    ///
    /// - Parameter matched: The number of letters in the other text that precede it.
    private static func gap(_ text: [Unicode.Scalar], _ position: Int, _ matched: Int) -> Double {
        let letter = text[position]
        let isVowel = vowels.contains(letter)
        if position > 0, letter == text[position - 1] { return isVowel ? 0.6 : 0.4 }
        if letter == "h" { return position == 0 && matched == 0 ? 0.7 : 0.5 }
        return (isVowel ? 0.7 : 0.9) + (position == 0 && matched == 0 ? 0.5 : 0)
    }

    private static func swapping(_ first: Unicode.Scalar, _ second: Unicode.Scalar, atStart: Bool) -> Double {
        if first == second { return 0 }
        if first == "i" && second == "e" || first == "e" && second == "i" { return 0.3 }
        return atStart ? 1.1 : 0.6
    }

    private static func replacing(_ first: Unicode.Scalar, _ second: Unicode.Scalar, atStart: Bool) -> Double {
        if first == second { return 0 }
        if let sounds = alike[first], sounds.contains(second) { return atStart ? 0.7 : 0.5 }
        return (vowels.contains(first) && vowels.contains(second) ? 0.6 : 1.2) + (atStart ? 0.5 : 0)
    }

    private static let vowels: Set<Unicode.Scalar> = [
        "a", "e", "i", "o", "u", "y", "а", "е", "и", "о", "у", "ы", "э", "ю", "я", "α", "ε", "η", "ι", "ο", "υ", "ω",
    ]

    /// Letters that represent the same sound in some language.
    private static let alike: [Unicode.Scalar: Set<Unicode.Scalar>] = {
        let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
            ("c", "s"), ("c", "k"), ("c", "z"), ("s", "z"), ("k", "q"), ("c", "q"), ("b", "v"), ("f", "v"), ("v", "w"),
            ("d", "t"), ("b", "p"), ("g", "k"), ("g", "j"), ("j", "y"), ("i", "y"), ("m", "n"), ("т", "д"),
            ("б", "п"), ("г", "к"), ("ж", "ш"), ("з", "с"), ("в", "ф"),
        ]
        var alike: [Unicode.Scalar: Set<Unicode.Scalar>] = [:]
        for (first, second) in pairs {
            alike[first, default: []].insert(second)
            alike[second, default: []].insert(first)
        }
        return alike
    }()
}

/// The edit distance between a text and other texts: insertions, deletions, substitutions, and swaps of adjacent
/// letters (Damerau–Levenshtein distance, optimal string alignment variant).
///
/// The text is at most 64 letters long, so that a column of the distance table fits into a machine word, and each
/// letter of the other text requires only a few operations. This is the bit-parallel algorithm by Hyyrö (A Bit-Vector
/// Algorithm for Computing Levenshtein and Damerau Edit Distances, Nordic Journal of Computing 10, 2003).
struct SpellingDistance: Sendable {
    /// The number of letters in the text.
    let count: Int
    /// For each ASCII letter, a bit mask of its positions in the text.
    private let positions: [UInt64]
    /// The bit masks of all other letters.
    private let otherPositions: [UInt32: UInt64]

    /// Prepares a text; `nil` if it is empty or has more than 64 letters.
    init?(_ text: [Unicode.Scalar]) {
        guard (1...64).contains(text.count) else { return nil }
        var positions = [UInt64](repeating: 0, count: 128)
        var others: [UInt32: UInt64] = [:]
        for (position, scalar) in text.enumerated() {
            let bit = UInt64(1) << UInt64(position)
            if scalar.value < 128 {
                positions[Int(scalar.value)] |= bit
            } else {
                others[scalar.value, default: 0] |= bit
            }
        }
        count = text.count
        self.positions = positions
        otherPositions = others
    }

    /// The distance to another text; `nil` if it exceeds a limit.
    ///
    /// - Parameter utf8: The other text. Invalid UTF-8 is treated as letters that do not occur in the text.
    func distance(to utf8: UnsafeRawBufferPointer, limit: Int) -> Int? {
        // A letter occupies one to four bytes.
        guard utf8.count >= count - limit, utf8.count <= (count + limit) * 4 else { return nil }
        var vertical = (plus: UInt64.max, minus: UInt64(0))
        var diagonal: UInt64 = 0
        var before: UInt64 = 0
        var distance = count
        var length = 0
        let last = UInt64(1) << UInt64(count - 1)
        return positions.withUnsafeBufferPointer { positions in
            var index = 0
            while index < utf8.count {
                let match: UInt64
                let byte = utf8[index]
                index += 1
                if byte < 0x80 {
                    match = positions[Int(byte)]
                } else {
                    var value = UInt32(byte) & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F)
                    while index < utf8.count, utf8[index] & 0xC0 == 0x80 {
                        value = value << 6 | UInt32(utf8[index] & 0x3F)
                        index += 1
                    }
                    match = otherPositions[value] ?? 0
                }
                length += 1
                let swapped = ((~diagonal & match) << 1) & before
                diagonal =
                    (((match & vertical.plus) &+ vertical.plus) ^ vertical.plus) | match | vertical.minus | swapped
                var plus = vertical.minus | ~(diagonal | vertical.plus)
                var minus = diagonal & vertical.plus
                if plus & last != 0 { distance += 1 }
                if minus & last != 0 { distance -= 1 }
                plus = plus << 1 | 1
                minus <<= 1
                vertical = (minus | ~(diagonal | plus), plus & diagonal)
                before = match
                // Each remaining letter lowers the distance by at most one.
                if distance - (utf8.count - index) > limit { return nil }
            }
            return distance <= limit && abs(length - count) <= limit ? distance : nil
        }
    }
}
