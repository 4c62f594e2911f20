/// What every sentence looks like.
enum SentenceShape {
    /// What is wrong with a sentence; `nil` when nothing is.
    static func fault(of text: String, wordRanges: [Range<Int>]) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first(where: { $0.properties.isAlphabetic || ("0"..."9").contains($0) }) else {
            return "no letter"
        }
        if first.properties.isLowercase, !startsWithName(text) { return "no capital" }
        var end = scalars[...]
        while let last = end.last, "\"”’')".unicodeScalars.contains(last) { end.removeLast() }
        guard let mark = end.popLast(), ".?!".unicodeScalars.contains(mark) else { return "no end mark" }
        if let other = end.last, ".?!,;: ".unicodeScalars.contains(other) { return "two marks at the end" }
        if text.contains("  ") { return "two spaces" }
        if text.contains(where: { "{}\t\n".contains($0) }) { return "a mark of the templates" }
        if [" .", " ,", " ?", " !"].contains(where: text.contains) { return "a space before a mark" }
        if wordRanges.isEmpty { return "no word" }
        var place = 0
        for range in wordRanges {
            guard range.lowerBound >= place, range.upperBound <= scalars.count, !range.isEmpty else {
                return "no range"
            }
            if isLetter(scalars, range.lowerBound - 1) && isLetter(scalars, range.lowerBound)
                || isLetter(scalars, range.upperBound) && isLetter(scalars, range.upperBound - 1)
            {
                return "a range within a word"
            }
            place = range.upperBound
        }
        return nil
    }

    /// *eBay*
    private static func startsWithName(_ text: String) -> Bool {
        text.split(separator: " ").first?.dropFirst().contains { $0.isUppercase } ?? false
    }

    private static func isLetter(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        scalars.indices.contains(place) && scalars[place].properties.isAlphabetic
    }
}
