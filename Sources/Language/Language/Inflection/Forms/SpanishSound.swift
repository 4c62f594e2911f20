/// Where the stress of a Spanish word lies, by its spelling.
///
/// Words in a vowel, *n* or *s* are stressed on the last syllable but one, others on the last one, unless an accent says
/// otherwise (*Ortografía de la lengua española*, 2010, chapter II).
struct SpanishSound {
    private let letters: [Character]
    /// The places of the vowels that are the centres of the syllables, in their order.
    private let centres: [Int]

    init(_ word: String) {
        letters = Array(word.lowercased())
        centres = Self.centres(letters)
    }

    /// How many syllables the word has.
    var syllables: Int { centres.count }

    /// The place of the stressed syllable, from 0; `nil` when there is no vowel.
    var stressed: Int? {
        if let accent = letters.lastIndex(where: { Self.accents[$0] != nil }) {
            return centres.firstIndex(of: accent)
        }
        guard let last = letters.last, !centres.isEmpty else { return nil }
        let isOpen = Self.isVowel(last) || last == "n" || last == "s"
        return isOpen ? max(0, centres.count - 2) : centres.count - 1
    }

    /// Whether the word begins with a stressed *a*, as *agua* and *hambre* do, so that *el* stands before it.
    var beginsWithStressedA: Bool {
        let first = letters.first == "h" ? 1 : 0
        guard first < letters.count, letters[first] == "a" || letters[first] == "á" else { return false }
        return stressed == 0
    }

    /// The word without its accents, but for one that parts two vowels: *canción, cancion*, *país, país*.
    var withoutAccent: String {
        var result = letters
        for place in result.indices {
            guard let plain = Self.accents[result[place]] else { continue }
            let isHiatus =
                (plain == "i" || plain == "u")
                && [place - 1, place + 1].contains { letters.indices.contains($0) && "aeo".contains(letters[$0]) }
            if !isHiatus { result[place] = plain }
        }
        return String(result)
    }

    /// The word with an accent on a syllable.
    func accented(at syllable: Int) -> String {
        guard centres.indices.contains(syllable) else { return String(letters) }
        var result = letters.map { Self.accents[$0] ?? $0 }
        let place = centres[syllable]
        result[place] = Self.accents.first { $0.value == result[place] }?.key ?? result[place]
        return String(result)
    }

    static func isVowel(_ letter: Character) -> Bool { "aeiouáéíóúü".contains(letter) }

    private static let accents: [Character: Character] = ["á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u"]

    private static func centres(_ letters: [Character]) -> [Int] {
        var result: [Int] = []
        var place = 0
        while place < letters.count {
            guard isVowel(letters[place]), !isSilent(place, letters) else {
                place += 1
                continue
            }
            // A syllable has one of a, e, o and accented letters, with i and u around it, or i and u alone.
            var end = place + 1
            var centre = place
            while end < letters.count, isVowel(letters[end]) {
                let (old, new) = (letters[centre], letters[end])
                if isWeak(new) {
                    if isWeak(old) { centre = end }
                } else if isWeak(old) {
                    centre = end
                } else {
                    break
                }
                end += 1
            }
            result.append(centre)
            place = end
        }
        return result
    }

    private static func isWeak(_ letter: Character) -> Bool { letter == "i" || letter == "u" || letter == "ü" }

    /// The u of *que* and *gue*.
    private static func isSilent(_ place: Int, _ letters: [Character]) -> Bool {
        guard letters[place] == "u", place > 0, place + 1 < letters.count, "eiéí".contains(letters[place + 1]) else {
            return false
        }
        return letters[place - 1] == "q" || letters[place - 1] == "g"
    }
}
