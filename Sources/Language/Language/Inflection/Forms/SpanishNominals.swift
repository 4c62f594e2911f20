/// The plural of Spanish nouns and adjectives, and the feminine of adjectives.
///
/// The rules follow the *Nueva gramática de la lengua española* (2009), chapters 2, 3 and 13.
enum SpanishNominals {
    /// The plural of a noun, an adjective or a phrase: *tarjetas de crédito*, *correos electrónicos*.
    static func plural(_ text: String) -> String {
        inflected(text) { plural(word: $0) }
    }

    /// The feminine of a masculine adjective.
    static func feminine(_ text: String) -> String {
        inflected(text) { feminine(word: $0) }
    }

    /// Inflects the words before the first preposition.
    private static func inflected(_ text: String, _ form: (String) -> String) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let end = words.firstIndex(where: prepositions.contains) ?? words.count
        if end == 0 { return text }
        return (words[..<end].map(form) + words[end...]).joined(separator: " ")
    }

    private static let prepositions: Set<String> = [
        "de", "del", "a", "al", "en", "con", "sin", "para", "por", "sobre", "contra", "entre",
    ]

    // MARK: Plural

    private static func plural(word: String) -> String {
        if let known = plurals[word] { return known }
        if invariant.contains(word) { return word }
        guard let last = word.last else { return word }
        let sound = SpanishSound(word)
        let isStressedLast = sound.stressed == sound.syllables - 1
        switch last {
        case "a", "e", "i", "o", "u", "á", "é", "ó": return word + "s"
        case "í", "ú": return word + "es"
        case "z": return word.dropLast() + "ces"
        case "s", "x": return isStressedLast ? sound.withoutAccent + "es" : word
        case "n" where !isStressedLast && sound.syllables > 1 && sound.stressed == sound.syllables - 2:
            return sound.accented(at: sound.syllables - 2) + "es"
        case "n", "l", "r", "d", "j", "y": return (isStressedLast ? sound.withoutAccent : word) + "es"
        default: return word + "s"
        }
    }

    private static let plurals: [String: String] = [
        "carácter": "caracteres", "régimen": "regímenes", "espécimen": "especímenes", "álbum": "álbumes",
        "club": "clubes",
        "jersey": "jerséis", "menú": "menús", "champú": "champús", "bambú": "bambús", "tisú": "tisús",
        "sándwich": "sándwiches", "lord": "lores", "sí": "síes", "esquí": "esquís", "bikini": "bikinis",
    ]

    /// Invariable words: nouns used as colours, and loanwords.
    private static let invariant: Set<String> = ["beige", "gratis", "extra", "CD", "DVD", "GPS", "USB"]

    // MARK: Feminine

    private static func feminine(word: String) -> String {
        if let known = feminines[word] { return known }
        if word.hasSuffix("o") { return word.dropLast() + "a" }
        if word.hasSuffix("or"), !comparatives.contains(word), !word.hasSuffix("erior") { return word + "a" }
        if word.hasSuffix("ote"), word.utf8.count > 5 { return word.dropLast() + "a" }
        for ending in ["án", "ón", "ín", "és"] where word.hasSuffix(ending) && !commonGender.contains(word) {
            return SpanishSound(word).withoutAccent + "a"
        }
        return word
    }

    private static let feminines: [String: String] = [
        "español": "española", "andaluz": "andaluza", "rey": "reina", "actor": "actriz",
    ]

    private static let comparatives: Set<String> = [
        "mejor", "peor", "mayor", "menor", "multicolor", "tricolor", "bicolor",
    ]

    private static let commonGender: Set<String> = ["marrón", "cortés", "descortés", "afín", "ruin", "montés"]

    // MARK: Before a noun, and degrees

    /// The form before a noun: *buen*, *gran*; the regular form if there is no short one.
    static func short(_ word: String, isFeminine: Bool) -> String {
        if word == "grande" { return "gran" }
        return isFeminine ? feminine(word) : shortened[word] ?? word
    }

    private static let shortened: [String: String] = [
        "bueno": "buen", "malo": "mal", "primero": "primer", "tercero": "tercer", "alguno": "algún",
        "ninguno": "ningún",
    ]

    /// The comparative of a masculine form.
    static func comparative(_ word: String) -> String { degrees[word] ?? "más " + word }

    private static let degrees: [String: String] = ["bueno": "mejor", "malo": "peor"]
}

/// The stress of a Spanish word, derived from its spelling.
///
/// Words that end in a vowel, *n* or *s* are stressed on the penultimate syllable, and other words on the last one,
/// unless an accent marks the stress (*Ortografía de la lengua española*, 2010, chapter II).
struct SpanishSound {
    private let letters: [Character]
    /// The indices of the syllable nuclei, in order.
    private let centres: [Int]

    init(_ word: String) {
        letters = Array(word.lowercased())
        centres = Self.centres(letters)
    }

    /// The number of syllables.
    var syllables: Int { centres.count }

    /// The index of the stressed syllable, from 0; `nil` if there is no vowel.
    var stressed: Int? {
        if let accent = letters.lastIndex(where: { Self.accents[$0] != nil }) {
            return centres.firstIndex(of: accent)
        }
        guard let last = letters.last, !centres.isEmpty else { return nil }
        let isOpen = Self.isVowel(last) || last == "n" || last == "s"
        return isOpen ? max(0, centres.count - 2) : centres.count - 1
    }

    /// Whether the word starts with a stressed *a*, like *agua* and *hambre*, and therefore takes *el*.
    var beginsWithStressedA: Bool {
        let first = letters.first == "h" ? 1 : 0
        guard first < letters.count, letters[first] == "a" || letters[first] == "á" else { return false }
        return stressed == 0
    }

    /// The word without accents, except for an accent that separates two vowels: *canción* becomes *cancion*, but
    /// *país* is unchanged.
    var withoutAccent: String {
        var result = letters
        for index in result.indices {
            guard let plain = Self.accents[result[index]] else { continue }
            let isHiatus =
                (plain == "i" || plain == "u")
                && [index - 1, index + 1].contains { letters.indices.contains($0) && "aeo".contains(letters[$0]) }
            if !isHiatus { result[index] = plain }
        }
        return String(result)
    }

    /// The word with an accent on the syllable at an index.
    func accented(at syllable: Int) -> String {
        guard centres.indices.contains(syllable) else { return String(letters) }
        var result = letters.map { Self.accents[$0] ?? $0 }
        let index = centres[syllable]
        result[index] = Self.accents.first { $0.value == result[index] }?.key ?? result[index]
        return String(result)
    }

    static func isVowel(_ letter: Character) -> Bool { "aeiouáéíóúü".contains(letter) }

    private static let accents: [Character: Character] = ["á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u"]

    private static func centres(_ letters: [Character]) -> [Int] {
        var result: [Int] = []
        var index = 0
        while index < letters.count {
            guard isVowel(letters[index]), !isSilent(index, letters) else {
                index += 1
                continue
            }
            // A nucleus is *a*, *e*, *o* or an accented vowel, together with adjacent *i* and *u*, or consists only of
            // *i* and *u*.
            var end = index + 1
            var centre = index
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
            index = end
        }
        return result
    }

    private static func isWeak(_ letter: Character) -> Bool { letter == "i" || letter == "u" || letter == "ü" }

    /// Whether a letter is the silent *u* in *que* or *gue*.
    private static func isSilent(_ index: Int, _ letters: [Character]) -> Bool {
        guard letters[index] == "u", index > 0, index + 1 < letters.count, "eiéí".contains(letters[index + 1]) else {
            return false
        }
        return letters[index - 1] == "q" || letters[index - 1] == "g"
    }
}
