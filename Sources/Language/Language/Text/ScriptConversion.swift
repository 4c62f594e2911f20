/// Writes headwords in the script in which dictionaries have them: Chinese in simplified characters, pinyin with tone marks,
/// Japanese in kana.
///
/// It may be used from many threads: ICU's transliterators, which may not, are behind a lock, and opened when they are first
/// needed.
package final class ScriptConversion: Sendable {
    private let transliterators = Transliterators()

    /// Makes a converter; it costs nothing until it is used.
    package init() {}

    /// Other ways of writing a text that a dictionary may have.
    ///
    /// - Traditional characters as simplified ones: *學習* is *学习*.
    /// - Pinyin with digits for the tones: *xue2xi2* is *xuéxí*.
    /// - Japanese in Latin letters, in Hepburn's spelling or what people make of it: *taberu* is *たべる*.
    ///
    /// - Parameters:
    ///   - text: Any text; one of more than 64 scalars has none.
    ///   - language: A BCP 47 tag.
    package func headwords(_ text: String, language: String) -> [String] {
        guard text.unicodeScalars.prefix(65).count <= 64 else { return [] }
        switch language.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
        case "zh", "cmn":
            guard Self.isLatin(text) else { return simplified(text).map { [$0] } ?? [] }
            guard text.utf8.contains(where: { (UInt8(ascii: "1")...UInt8(ascii: "5")).contains($0) }),
                let syllables = Pinyin.syllables(text)
            else { return [] }
            return [Pinyin.word(syllables), syllables.joined(separator: " ")]
        case "ja":
            guard Self.isLatin(text), let kana = kana(text) else { return [] }
            // The particle that is said wa is written ha.
            return kana.last == "わ" ? [kana, kana.dropLast() + "は"] : [kana]
        default: return []
        }
    }

    /// A text in simplified Chinese characters; `nil` when it is so already.
    package func simplified(_ text: String) -> String? {
        guard let result = transliterators.text(text, by: ["Traditional-Simplified"]), result != text else {
            return nil
        }
        return result
    }

    private func kana(_ text: String) -> String? {
        // Hiragana have no mark for a long vowel; most long o are written with u, most long e with i.
        var spelt = ""
        for character in text.lowercased() {
            switch character {
            // Between two n a syllable ends.
            case "n" where spelt.last == "n": spelt += "'n"
            case "ō", "ô": spelt += "ou"
            case "ū", "û": spelt += "uu"
            case "ā", "â": spelt += "aa"
            case "ī", "î": spelt += "ii"
            case "ē", "ê": spelt += "ei"
            case " ", "-": continue
            default: spelt.append(character)
            }
        }
        guard let result = transliterators.text(spelt, by: ["Latin-Hiragana"]),
            result.unicodeScalars.allSatisfy({ (0x3041...0x3096).contains($0.value) || $0.value == 0x30FC })
        else { return nil }
        return result
    }

    /// Whether a text is of Latin letters, and what may stand between them.
    private static func isLatin(_ text: String) -> Bool {
        var hasLetters = false
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x370 { return false }
            if scalar.properties.isAlphabetic { hasLetters = true }
        }
        return hasLetters
    }
}
