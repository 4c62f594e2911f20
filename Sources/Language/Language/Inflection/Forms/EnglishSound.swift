/// What the spelling of an English word tells of its sound, as far as endings depend on it.
struct EnglishSound {
    private let letters: [Character]

    /// - Parameter word: A single word.
    init(_ word: String) { letters = Array(word.lowercased()) }

    static func isVowel(_ letter: Character) -> Bool { "aeiou".contains(letter) }

    /// Whether the word ends with a consonant and *y*: *city*, *soliloquy*, but not *day*.
    var endsInConsonantAndY: Bool {
        guard letters.last == "y", letters.count >= 2 else { return false }
        return !Self.isVowel(letters[letters.count - 2]) || hasQuBefore(letters.count - 1)
    }

    /// Whether there is *qu* before a place, whose *u* is no vowel.
    private func hasQuBefore(_ place: Int) -> Bool {
        place >= 2 && letters[place - 1] == "u" && letters[place - 2] == "q"
    }

    /// Whether the word ends in a single vowel and a single consonant that can be doubled: *stop*, *equip*, *travel*.
    var endsInShortSyllable: Bool {
        guard letters.count >= 2, let last = letters.last, !Self.isVowel(last), !"wxyh".contains(last) else {
            return false
        }
        let vowel = letters.count - 2
        guard Self.isVowel(letters[vowel]) || letters[vowel] == "y" && vowel > 0 else { return false }
        guard vowel > 0 else { return true }
        return !Self.isVowel(letters[vowel - 1]) || hasQuBefore(vowel)
    }

    /// How many syllables the word has, counted by its groups of vowels.
    var syllables: Int {
        var count = 0
        var wasVowel = false
        for (index, letter) in letters.enumerated() {
            let isVowel =
                Self.isVowel(letter) && !(letter == "u" && index > 0 && letters[index - 1] == "q")
                || letter == "y" && index > 0
            if isVowel, !wasVowel { count += 1 }
            wasVowel = isVowel
        }
        // A final e is silent, but for *-le* behind a consonant.
        if letters.count >= 3, letters.last == "e", !Self.isVowel(letters[letters.count - 2]), count > 1 {
            let isSyllable = letters[letters.count - 2] == "l" && !Self.isVowel(letters[letters.count - 3])
            if !isSyllable { count -= 1 }
        }
        return max(count, 1)
    }
}
