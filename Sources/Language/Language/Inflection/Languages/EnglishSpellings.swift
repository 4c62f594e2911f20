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
            // *-d* and *-r* are what is left of *-ed* and *-er* behind an e.
            let isShort = inflection == "d" || inflection == "r"
            guard stem.utf8.count >= 4, !isShort || stem.hasSuffix("e") else { continue }
            for (first, second) in endings {
                if stem.hasSuffix(first) {
                    result.append(inflected(stem.dropLast(first.utf8.count) + second, inflection))
                }
                if stem.hasSuffix(second) {
                    result.append(inflected(stem.dropLast(second.utf8.count) + first, inflection))
                }
            }
        }
        if word == "gray" || word == "grey" { result.append(word == "gray" ? "grey" : "gray") }
        return result
    }

    /// A stem with an inflection: *centre* with the *-ed* of *centered* is *centred*.
    private static func inflected(_ stem: Substring, _ inflection: String) -> String {
        switch (inflection, stem.hasSuffix("e")) {
        case ("ed", true): stem + "d"
        case ("d", false), ("r", false): stem + "e" + inflection
        default: stem + inflection
        }
    }

    private static let endings: [(Substring, String)] = [
        ("our", "or"), ("re", "er"), ("ise", "ize"), ("is", "iz"), ("yse", "yze"), ("ys", "yz"), ("ogue", "og"),
        ("ence", "ense"), ("ll", "l"), ("gramme", "gram"),
    ]
}
