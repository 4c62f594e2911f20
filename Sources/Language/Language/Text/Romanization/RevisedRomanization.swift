import CICUText

/// Korean in Latin letters, by the Revised Romanization of 2000: *독립* is *dongnip*, *같이* is *gachi*.
///
/// It follows the sound, as the system asks for: finals that move to the next syllable, sounds that become alike, and *ㅎ*
/// that makes the next sound breathy. Sounds that become tense are not written. Between *ㄱ*, *ㄷ*, *ㅂ* and *ㅎ* nouns keep
/// their *h* (*축하*, *chukha*) and verbs do not; everything is written as the nouns are.
enum RevisedRomanization {
    /// Romanises a text; what is no syllable of Hangul stays as it is.
    static func text(_ text: String) -> String {
        let scalars = CodeUnits(text).normalized(ICUTEXT_NFC).scalars
        var result = String.UnicodeScalarView()
        // What the syllable before has handed over: the initial it gave, in place of a silent one or of its own.
        var moved: String?
        for (index, scalar) in scalars.enumerated() {
            guard let syllable = Syllable(scalar) else {
                result.append(scalar)
                moved = nil
                continue
            }
            let next = index + 1 < scalars.count ? Syllable(scalars[index + 1]) : nil
            let (coda, onset) = joint(syllable.final, next)
            result.append(contentsOf: (moved ?? initials[syllable.initial]).unicodeScalars)
            result.append(contentsOf: vowels[syllable.vowel].unicodeScalars)
            result.append(contentsOf: coda.unicodeScalars)
            moved = onset
        }
        return String(result)
    }

    /// The parts of a syllable, by their places in the order of Unicode.
    private struct Syllable {
        let initial: Int
        let vowel: Int
        let final: Int

        init?(_ scalar: Unicode.Scalar) {
            guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
            let place = Int(scalar.value) - 0xAC00
            (initial, vowel, final) = (place / 588, place % 588 / 28, place % 28)
        }

        var isVowelI: Bool { vowel == 20 }
    }

    /// The end of a syllable, and the beginning of the next one where it is not that syllable's own.
    private static func joint(_ final: Int, _ next: Syllable?) -> (String, String?) {
        let coda = codas[final]
        guard let next else { return (coda, nil) }
        switch next.initial {
        case 11:
            let (rest, onset) = linked[final]
            if next.isVowelI {
                if final == 7 { return ("", "j") }
                if final == 13 { return ("l", "ch") }
                if final == 25 { return ("", "ch") }
            }
            return (rest, onset)
        case 18:
            if final == 22 || final == 7 && (next.isVowelI || next.vowel == 6) { return ("", "ch") }
            if final == 5 { return ("n", "ch") }
            return ([27, 6, 15].contains(final) ? linked[final].rest : coda, nil)
        default:
            if [27, 6, 15].contains(final) { return breathy(final, next.initial) }
            return alike(coda, next.initial)
        }
    }

    /// What a final ㅎ does to the next consonant.
    private static func breathy(_ final: Int, _ initial: Int) -> (String, String?) {
        let rest = final == 27 ? "" : codas[final]
        switch initial {
        case 0: return (rest, "k")
        case 3: return (rest, "t")
        case 12: return (rest, "ch")
        case 2: return final == 15 ? ("l", "l") : ("n", "n")
        case 9: return (rest, "s")
        default: return alike(codas[final], initial)
        }
    }

    /// Consonants that become alike.
    private static func alike(_ coda: String, _ initial: Int) -> (String, String?) {
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

    /// Finals before a vowel: what stays, and what moves.
    private static let linked: [(rest: String, onset: String)] = [
        ("", ""), ("", "g"), ("", "kk"), ("k", "s"), ("", "n"), ("n", "j"), ("", "n"), ("", "d"), ("", "r"), ("l", "g"),
        ("l", "m"), ("l", "b"), ("l", "s"), ("l", "t"), ("l", "p"), ("", "r"), ("", "m"), ("", "b"), ("p", "s"),
        ("", "s"), ("", "ss"), ("ng", ""), ("", "j"), ("", "ch"), ("", "k"), ("", "t"), ("", "p"), ("", ""),
    ]
}
