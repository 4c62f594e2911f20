/// British and American spellings of one word: *colour* and *color*, *centre* and *center*.
enum EnglishSpellings {
    /// How a word may be spelled on the other side of the ocean.
    ///
    /// Only endings are looked at, with what inflection may add to them; what comes out need not exist.
    ///
    /// - Parameter word: A word in lower case.
    static func others(of word: String) -> [String] {
        var result: [String] = []
        for inflection in ["", "s", "d", "r", "ed", "ing", "ation", "ations"] where word.hasSuffix(inflection) {
            let stem = word.dropLast(inflection.utf8.count)
            guard stem.utf8.count >= 4 else { continue }
            for (first, second) in endings {
                if stem.hasSuffix(first) { result.append(stem.dropLast(first.utf8.count) + second + inflection) }
                if stem.hasSuffix(second) { result.append(stem.dropLast(second.utf8.count) + first + inflection) }
            }
        }
        if word == "gray" || word == "grey" { result.append(word == "gray" ? "grey" : "gray") }
        return result
    }

    private static let endings: [(Substring, String)] = [
        ("our", "or"), ("re", "er"), ("ise", "ize"), ("is", "iz"), ("yse", "yze"), ("ys", "yz"), ("ogue", "og"),
        ("ence", "ense"), ("ll", "l"), ("gramme", "gram"),
    ]
}
