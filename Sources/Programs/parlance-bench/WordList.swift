import LanguageServices

/// Distinct words that look and sound like English, the same on every machine; of one or two syllables and about seven
/// letters on average, as the words of English texts are.
enum WordList {
    /// The first `count` words, of three to fourteen letters.
    static func words(_ count: Int) -> [String] {
        var words: [String] = []
        var seen = Set<String>()
        var random = SplitMix64(seed: 0x9E37_79B9_7F4A_7C15)
        func next(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        while words.count < count {
            var word = ""
            for _ in 0..<(1 + next(2)) { word += onsets[next(onsets.count)] + rhymes[next(rhymes.count)] }
            if word.count >= 3, seen.insert(word).inserted { words.append(word) }
        }
        return words
    }

    private static let onsets = [
        "b", "bl", "br", "c", "ch", "cl", "cr", "d", "dr", "f", "fl", "fr", "g", "gr", "h", "j", "l", "m", "n", "p",
        "pl", "pr", "r", "s", "sh", "sl", "sp", "st", "str", "t", "th", "tr", "v", "w", "wh", "y",
    ]
    private static let rhymes = [
        "a", "ack", "ade", "ain", "all", "and", "ar", "ate", "ay", "e", "eat", "ed", "een", "ell", "er", "est", "ice",
        "id", "ight", "ill", "in", "ing", "o", "oat", "old", "on", "ook", "oon", "or", "ound", "ow", "uck", "un", "ur",
    ]
}
