/// The plural of Spanish nouns and adjectives, and the feminine of adjectives.
///
/// By the rules of the *Nueva gramática de la lengua española* (2009), chapters 2, 3 and 13.
enum SpanishNominals {
    /// The plural of a noun or an adjective, which may be an expression: *tarjetas de crédito*, *correos electrónicos*.
    static func plural(_ text: String) -> String {
        inflected(text) { plural(word: $0) }
    }

    /// The feminine of an adjective in the masculine.
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

    /// Colours that are nouns, and words of other languages.
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

    /// The short form that stands before a masculine noun: *buen*, *gran*; the same word when it has none.
    static func short(_ word: String, isFeminine: Bool) -> String {
        if word == "grande" { return "gran" }
        return isFeminine ? feminine(word) : shortened[word] ?? word
    }

    private static let shortened: [String: String] = [
        "bueno": "buen", "malo": "mal", "primero": "primer", "tercero": "tercer", "alguno": "algún",
        "ninguno": "ningún",
    ]

    /// The comparative, in the masculine.
    static func comparative(_ word: String) -> String { degrees[word] ?? "más " + word }

    private static let degrees: [String: String] = ["bueno": "mejor", "malo": "peor"]
}
