import CICUText

/// Romanises Korean according to the Revised Romanization of 2000: *독립* becomes *dongnip*, *같이* becomes *gachi*.
///
/// The romanisation follows the pronunciation, as the system requires: finals are linked, consonants are assimilated,
/// and *ㅎ* causes aspiration. Tensification is not shown. Where *ㅎ* follows *ㄱ*, *ㄷ* or *ㅂ*, nouns keep their *h*
/// (*축하*, *chukha*) but verbs do not; here, all words are romanised like nouns.
enum RevisedRomanization {
    /// Romanises a text; everything except Hangul syllables is unchanged.
    static func text(_ text: String) -> String {
        let scalars = CodeUnits(text).normalized(ICUTEXT_NFC).scalars
        var result = String.UnicodeScalarView()
        // The initial as changed by the previous syllable. It replaces the syllable's own initial, which may be silent.
        var carried: String?
        for (index, scalar) in scalars.enumerated() {
            guard let syllable = Syllable(scalar) else {
                result.append(scalar)
                carried = nil
                continue
            }
            let next = index + 1 < scalars.count ? Syllable(scalars[index + 1]) : nil
            let (coda, onset) = joint(syllable.final, next)
            result.append(contentsOf: (carried ?? initials[syllable.initial]).unicodeScalars)
            result.append(contentsOf: vowels[syllable.vowel].unicodeScalars)
            result.append(contentsOf: coda.unicodeScalars)
            carried = onset
        }
        return String(result)
    }

    /// The components of a syllable, as indices in Unicode order.
    private struct Syllable {
        let initial: Int
        let vowel: Int
        let final: Int

        init?(_ scalar: Unicode.Scalar) {
            guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
            let position = Int(scalar.value) - 0xAC00
            (initial, vowel, final) = (position / 588, position % 588 / 28, position % 28)
        }

        var isVowelI: Bool { vowel == 20 }
    }

    /// The romanised final of a syllable, and the initial of the next syllable if it changes.
    private static func joint(_ final: Int, _ next: Syllable?) -> (String, String?) {
        let coda = codas[final]
        guard let next else { return (coda, nil) }
        switch next.initial {
        case 11:
            let (remainder, onset) = linked[final]
            if next.isVowelI {
                if final == 7 { return ("", "j") }
                if final == 13 { return ("l", "ch") }
                if final == 25 { return ("", "ch") }
            }
            return (remainder, onset)
        case 18:
            if final == 22 || final == 7 && (next.isVowelI || next.vowel == 6) { return ("", "ch") }
            if final == 5 { return ("n", "ch") }
            return ([27, 6, 15].contains(final) ? linked[final].remainder : coda, nil)
        default:
            if [27, 6, 15].contains(final) { return aspiratedJoint(final, next.initial) }
            return assimilated(coda, next.initial)
        }
    }

    /// The effect of a final ㅎ on the next consonant.
    private static func aspiratedJoint(_ final: Int, _ initial: Int) -> (String, String?) {
        let remainder = final == 27 ? "" : codas[final]
        switch initial {
        case 0: return (remainder, "k")
        case 3: return (remainder, "t")
        case 12: return (remainder, "ch")
        case 2: return final == 15 ? ("l", "l") : ("n", "n")
        case 9: return (remainder, "s")
        default: return assimilated(codas[final], initial)
        }
    }

    /// Assimilation of consonants.
    private static func assimilated(_ coda: String, _ initial: Int) -> (String, String?) {
        switch (coda, initial) {
        case ("k", 2), ("k", 6): ("ng", nil)
        case ("t", 2), ("t", 6): ("n", nil)
        case ("p", 2), ("p", 6): ("m", nil)
        case ("k", 5): ("ng", "n")
        case ("t", 5): ("n", "n")
        case ("p", 5), ("m", 5): ("m", "n")
        case ("ng", 5): ("ng", "n")
        case ("n", 5), ("l", 5), ("l", 2): ("l", "l")
        default: (coda, nil)
        }
    }

    private static let initials = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
    ]

    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu",
        "ui", "i",
    ]

    /// Finals at the end of a word.
    private static let codas = [
        "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t", "t", "ng",
        "t",
        "t", "k", "t", "p", "t",
    ]

    /// Finals before a vowel: the part that remains, and the part that is linked to the next syllable.
    private static let linked: [(remainder: String, onset: String)] = [
        ("", ""), ("", "g"), ("", "kk"), ("k", "s"), ("", "n"), ("n", "j"), ("", "n"), ("", "d"), ("", "r"), ("l", "g"),
        ("l", "m"), ("l", "b"), ("l", "s"), ("l", "t"), ("l", "p"), ("", "r"), ("", "m"), ("", "b"), ("p", "s"),
        ("", "s"), ("", "ss"), ("ng", ""), ("", "j"), ("", "ch"), ("", "k"), ("", "t"), ("", "p"), ("", ""),
    ]
}
