/// How bad a mistake in spelling is, by how often people make it.
///
/// | mistake | cost |
/// |---|---|
/// | *ie* for *ei*, *ei* for *ie* | 0.3 |
/// | a consonant doubled, or not doubled | 0.4 |
/// | a letter for one that often sounds alike (*c* s k, *b* v, *d* t, *f* v, *g* j, *m* n, *i* y) | 0.5 |
/// | an *h* too many or too few | 0.5 |
/// | neighbours swapped; a vowel for another; a vowel doubled, or not doubled | 0.6 |
/// | a vowel too many or too few | 0.7 |
/// | a consonant too many or too few | 0.9 |
/// | any other letter for another | 1.2 |
///
/// At the beginning of a word, where people seldom err, it costs 0.5 more; with *h* and letters that sound alike 0.2.
enum SpellingCost {
    /// What it costs to make one text of another; the same in both directions.
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

    /// What a letter too many costs.
    ///
    /// - Parameter matched: How many letters of the other text stand before it.
    private static func gap(_ text: [Unicode.Scalar], _ place: Int, _ matched: Int) -> Double {
        let letter = text[place]
        let isVowel = vowels.contains(letter)
        if place > 0, letter == text[place - 1] { return isVowel ? 0.6 : 0.4 }
        if letter == "h" { return place == 0 && matched == 0 ? 0.7 : 0.5 }
        return (isVowel ? 0.7 : 0.9) + (place == 0 && matched == 0 ? 0.5 : 0)
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

    /// Letters that stand for one sound in one language or another.
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
