import Language
import LanguageServices
import SentenceChecks

/// Words and meanings in two columns, to be matched.
public struct MatchingPairs: Sendable, Hashable, Codable {
    /// The allowed number of pairs.
    public static let sizes: ClosedRange<Int> = 2...8

    /// The words, in display order.
    public var words: [String]

    /// The meanings, in display order.
    public var meanings: [String]

    /// For each word, the index of its meaning, from 0.
    public var answer: [Int]

    /// Judges an answer such as `1b 2a 3c`. The pairs may be in any order, with or without spaces; `1-2` means `1b`.
    public func verdict(_ text: String) -> Verdict { pairs(text) == answer ? .right : .wrong }

    /// For each word, the index of the meaning assigned to it; `nil` for a word with no meaning or with two.
    func pairs(_ text: String) -> [Int?] {
        var pairs = [Int?](repeating: nil, count: words.count)
        var given = Set<Int>()
        var word: Int?
        var scalars = text.lowercased().unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if let digit = Self.digit(scalar) {
                if let current = word {
                    set(digit - 1, of: current)
                } else {
                    word = digit - 1
                }
            } else if scalar.isASCII, scalar.properties.isAlphabetic, let current = word {
                set(Int(scalar.value) - 97, of: current)
            }
        }
        func set(_ meaning: Int, of current: Int) {
            if pairs.indices.contains(current) {
                pairs[current] = given.insert(current).inserted ? meaning : nil
            }
            word = nil
        }
        return pairs
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        (49...57).contains(scalar.value) ? Int(scalar.value) - 48 : nil
    }
}

extension MatchingPairs {
    /// Creates the exercise from cards that cannot be confused with each other.
    ///
    /// - Parameters:
    ///   - entries: The cards; the first compatible ones are used.
    ///   - count: The number of pairs, if there are enough.
    /// - Returns: `nil` if fewer than two cards are compatible.
    init?(_ entries: [CardList.Entry], count: Int, _ random: inout SplitMix64) {
        let most = min(max(count, Self.sizes.lowerBound), Self.sizes.upperBound)
        var chosen: [CardList.Entry] = []
        for entry in entries where chosen.count < most {
            guard !entry.word.isEmpty, !entry.meaning.isEmpty,
                !chosen.contains(where: { $0.word.isLike(entry.word) || $0.meaning.isLike(entry.meaning) })
            else { continue }
            chosen.append(entry)
        }
        guard Self.sizes.contains(chosen.count) else { return nil }
        var order = Array(chosen.indices)
        random.shuffle(&order)
        // Avoid an order in which the pairs are already aligned.
        if order == Array(chosen.indices) { order.append(order.removeFirst()) }
        words = chosen.map(\.card.word)
        meanings = order.map { chosen[$0].card.meaning }
        answer = chosen.indices.map { order.firstIndex(of: $0) ?? 0 }
    }
}
