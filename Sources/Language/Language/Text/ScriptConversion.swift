/// Converts queries to the script of dictionary headwords: Chinese to simplified characters, pinyin to tone marks,
/// romanised Japanese to kana.
///
/// The type is thread-safe: ICU's transliterators, which are not thread-safe, are opened on demand and protected by a
/// lock.
package final class ScriptConversion: Sendable {
    private let transliterators = Transliterators()

    /// Creates a converter; nothing is loaded until it is used.
    package init() {}

    /// Alternative forms of a text that a dictionary may contain.
    ///
    /// - Traditional characters are simplified: *學習* becomes *学习*.
    /// - Tone numbers in pinyin become tone marks: *xue2xi2* becomes *xuéxí*.
    /// - Romanised Japanese, in Hepburn or other common spellings, becomes kana: *taberu* becomes *たべる*.
    ///
    /// - Parameters:
    ///   - text: Any text; a text of more than 64 scalars has no alternatives.
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
            // The particle pronounced *wa* is written *ha*.
            return kana.last == "わ" ? [kana, kana.dropLast() + "は"] : [kana]
        default: return []
        }
    }

    /// A text converted to simplified Chinese characters; `nil` if that changes nothing.
    package func simplified(_ text: String) -> String? {
        guard let result = transliterators.text(text, by: ["Traditional-Simplified"]), result != text else {
            return nil
        }
        return result
    }

    private func kana(_ text: String) -> String? {
        // Hiragana has no mark for long vowels. A long *o* is usually spelled with *u*, and a long *e* with *i*.
        var spelt = ""
        for character in text.lowercased() {
            switch character {
            // A syllable ends between two *n*s.
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

    /// Whether a text consists of Latin letters and the characters allowed between them.
    private static func isLatin(_ text: String) -> Bool {
        var hasLetters = false
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x370 { return false }
            if scalar.properties.isAlphabetic { hasLetters = true }
        }
        return hasLetters
    }
}
