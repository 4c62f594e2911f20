/// Puts the stress marks of a word where the International Phonetic Association has them: before the syllable, while the
/// library has them before the vowel (`hˈaʊs`, `bɐnˈɑːnə` become `ˈhaʊs`, `bɐˈnɑːnə`).
///
/// A syllable takes as many consonants before its vowel as can begin a word (maximal onset principle, Kahn 1976). What
/// can is stated for English; most of it holds for the other languages of Europe, and where there is one consonant, it
/// is right everywhere.
enum StressPlacement {
    /// Moves the marks of a word's phonemes.
    static func moved(_ phonemes: [String]) -> [String] {
        var result = phonemes
        for index in phonemes.indices {
            guard let mark = phonemes[index].unicodeScalars.first, mark == "ˈ" || mark == "ˌ" else { continue }
            let start = onset(before: index, in: phonemes)
            guard start < index else { continue }
            result[index] = String(String.UnicodeScalarView(result[index].unicodeScalars.dropFirst()))
            result[start] = String(mark) + result[start]
        }
        return result
    }

    /// Where the syllable of the vowel at `index` begins.
    private static func onset(before index: Int, in phonemes: [String]) -> Int {
        var start = index
        while start > 0, !PhonemeAlignment.isVowel(phonemes[start - 1]), !isSyllabic(phonemes[start - 1]) { start -= 1 }
        // All that stands before the first vowel of a word belongs to it.
        if start == 0 { return 0 }
        while start < index, !canBegin(phonemes[start..<index]) { start += 1 }
        return start
    }

    /// Whether a phoneme ends in a sign that makes a consonant a vowel: `n̩`, `əl`.
    private static func isSyllabic(_ phoneme: String) -> Bool {
        phoneme.unicodeScalars.contains("\u{329}")
            || phoneme.unicodeScalars.contains { "ˈˌ".unicodeScalars.contains($0) }
    }

    /// Whether a word can begin with these consonants.
    private static func canBegin(_ consonants: ArraySlice<String>) -> Bool {
        let list = Array(consonants)
        switch list.count {
        case 0: return true
        case 1: return list[0] != "ŋ" && list[0] != "ɾ"
        case 2: return pairs[list[0]]?.contains(list[1]) ?? false
        case 3: return list[0] == "s" && "ptk".contains(list[1]) && canBegin(list[1...]) && list[1] + list[2] != "tl"
        default: return false
        }
    }

    private static let pairs: [String: Set<String>] = [
        "p": ["l", "ɹ", "r", "j", "ʁ"], "b": ["l", "ɹ", "r", "j", "ʁ"], "t": ["ɹ", "r", "w", "j", "ʁ"],
        "d": ["ɹ", "r", "w", "j", "ʁ"], "k": ["l", "ɹ", "r", "w", "j", "v", "ʁ"], "ɡ": ["l", "ɹ", "r", "w", "j", "ʁ"],
        "f": ["l", "ɹ", "r", "j", "ʁ"], "v": ["j", "ɹ", "r", "ʁ"], "θ": ["ɹ", "w", "j"], "t̪": ["ɹ", "w", "j"],
        "ʃ": ["ɹ", "l", "m", "n", "p", "t", "v"], "s": ["p", "t", "k", "m", "n", "f", "l", "w", "j"], "h": ["j", "w"],
        "m": ["j"], "n": ["j"], "l": ["j"], "z": ["j"],
    ]
}
