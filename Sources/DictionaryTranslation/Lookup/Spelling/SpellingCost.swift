/// How bad a mistake in spelling is, by how often people make it.
enum SpellingCost {
    /// What it costs to make one text of another.
    ///
    /// Replacing, inserting and deleting a letter cost 1. Swapping neighbours costs 0.6, a letter doubled or not doubled
    /// 0.5, a vowel for another 0.7; a wrong first letter costs 0.5 more.
    static func between(_ text: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Double {
        guard !text.isEmpty, !other.isEmpty else { return Double(max(text.count, other.count)) }
        var beforeLast = [Double](repeating: 0, count: other.count + 1)
        var last = beforeLast
        for column in other.indices { last[column + 1] = last[column] + gap(other, column) }
        var current = last
        for row in text.indices {
            current[0] = last[0] + gap(text, row)
            for column in other.indices {
                var cost = last[column] + replacing(text[row], other[column])
                cost = min(cost, last[column + 1] + gap(text, row), current[column] + gap(other, column))
                if row > 0, column > 0, text[row] == other[column - 1], text[row - 1] == other[column] {
                    cost = min(cost, beforeLast[column - 1] + (text[row] == other[column] ? 0 : 0.6))
                }
                current[column + 1] = cost
            }
            (beforeLast, last, current) = (last, current, beforeLast)
        }
        return last[other.count] + (text[0] == other[0] ? 0 : 0.5)
    }

    /// What a letter too many costs.
    private static func gap(_ text: [Unicode.Scalar], _ place: Int) -> Double {
        place > 0 && text[place] == text[place - 1] ? 0.5 : 1
    }

    private static func replacing(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Double {
        if first == second { return 0 }
        return vowels.contains(first) && vowels.contains(second) ? 0.7 : 1
    }

    private static let vowels: Set<Unicode.Scalar> = [
        "a", "e", "i", "o", "u", "y", "а", "е", "и", "о", "у", "ы", "э", "ю", "я", "α", "ε", "η", "ι", "ο", "υ", "ω",
    ]
}
