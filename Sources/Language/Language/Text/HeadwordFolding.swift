import CICUText

/// Maps headwords and queries to keys: spellings that differ only in case, width, accents or punctuation have the same
/// key.
///
/// A single lookup of a key finds all spellings; ``HeadwordComparison`` then determines which of them matches the query
/// best. Different words may therefore have the same key, but spellings of the same word never have different keys. The
/// rules, in order:
///
/// 1. Width and compatibility forms are normalised (NFKD): *ＡＢＣ*, *ﬁ*, *ｶﾞ* become *ABC*, *fi*, *ガ*.
/// 2. Marks that do not form separate letters are dropped: all general diacritics (U+0300 and similar blocks), Hebrew
///   points, Arabic vowel signs, hamza and tatweel. In Cyrillic, marks that form another letter are kept (*й*, *ў*,
///   *ї*, *ѓ*, *ќ* and those in Asian languages), but stress marks and the dots of *ё* are dropped. In other scripts,
///   marks are kept like letters: kana voicing, Indic vowel signs, Thai vowels and tones.
/// 3. Spaces, hyphens, apostrophes, other punctuation, control and format characters are dropped. Symbols are kept:
///   *C++*, *$*.
/// 4. Case is folded and the result composed (NFKC_Casefold), so *ß* becomes *ss*.
/// 5. Letters with an equivalent in the basic alphabet are replaced with it: *œ* oe, *æ* ae, *ø* o, *ł* l, *đ* and *ð*
///   d, *þ* th, *ı* i, *ħ* h, *ŧ* t, *ŋ* n; Arabic *ٱ* and *ى* and Persian *ک*, *ی* become *ا*, *ي*, *ك*, *ي*, and *ة*
///   becomes *ه*.
///
/// Hiragana and katakana have different keys. If a text consists only of punctuation, its key is the text without
/// spaces.
package struct HeadwordFolding: Sendable {
    /// The language of the headwords, as an ISO 639 code without script and region.
    package let language: String

    /// Creates a folding.
    ///
    /// Keys do not depend on the language, but case-insensitive comparison is different for Turkish.
    ///
    /// - Parameter language: A BCP 47 tag.
    package init(language: String) {
        let name = language.prefix { $0 != "-" && $0 != "_" }
        // For a string that is not a language code, the language-independent rules are used.
        self.language = name.utf8.count <= 8 && !name.utf8.contains(0) ? name.lowercased() : ""
    }

    /// The key of a text. It is empty only if the text contains nothing but spaces, control characters and format
    /// characters.
    package func key(_ text: String) -> String {
        if let key = text.utf8.withContiguousStorageIfAvailable(LatinKey.of) {
            switch key {
            case .same: return text
            case .other(let key): return key
            case .unknown: break
            }
        }
        return Self.unicodeKey(text)
    }

    // MARK: Every script

    static func unicodeKey(_ text: String) -> String {
        let whole = CodeUnits(text)
        let key = plainLetters(bare(whole, keepsPunctuation: false).normalized(ICUTEXT_NFKC_CASEFOLD))
        if !key.units.isEmpty { return key.text }
        // The headword consists only of punctuation and marks, so they are kept.
        var remainder = CodeUnits(units: [])
        for scalar in whole.normalized(ICUTEXT_NFKC_CASEFOLD).scalars {
            let role = icutext_role_of(scalar.value)
            if role != ICUTEXT_ROLE_SPACE, role != ICUTEXT_ROLE_INVISIBLE { remainder.append(scalar) }
        }
        return remainder.text
    }

    /// A text without diacritics, and without spaces and punctuation unless they are kept.
    static func bare(_ text: CodeUnits, keepsPunctuation: Bool) -> CodeUnits {
        var result = CodeUnits(units: [])
        result.units.reserveCapacity(text.units.count)
        var base: Unicode.Scalar = " "
        for scalar in text.normalized(ICUTEXT_NFKD).scalars {
            if scalar.isASCII, scalar.properties.isAlphabetic {
                base = scalar
                result.append(scalar)
                continue
            }
            if HeadwordMarks.isDropped(scalar, on: base) { continue }
            if icutext_combining_class(scalar.value) == 0 { base = scalar }
            if HeadwordMarks.isModifier(scalar), !keepsPunctuation { continue }
            switch icutext_role_of(scalar.value) {
            case ICUTEXT_ROLE_INVISIBLE: continue
            case ICUTEXT_ROLE_SPACE, ICUTEXT_ROLE_PUNCTUATION: if keepsPunctuation { result.append(scalar) }
            default: result.append(scalar)
            }
        }
        return result
    }

    /// A text in which letters outside the basic alphabet are replaced with their equivalents.
    static func plainLetters(_ text: CodeUnits) -> CodeUnits {
        var result = CodeUnits(units: [])
        result.units.reserveCapacity(text.units.count + 4)
        for unit in text.units {
            switch unit {
            case ..<0xDF: result.units.append(unit)
            case 0xDF: result.units += [0x73, 0x73]
            case 0xE6: result.units += [0x61, 0x65]
            case 0xF0, 0x111: result.units.append(0x64)
            case 0xF8: result.units.append(0x6F)
            case 0xFE: result.units += [0x74, 0x68]
            case 0x127: result.units.append(0x68)
            case 0x131: result.units.append(0x69)
            case 0x142: result.units.append(0x6C)
            case 0x14B: result.units.append(0x6E)
            case 0x153: result.units += [0x6F, 0x65]
            case 0x167: result.units.append(0x74)
            case 0x671: result.units.append(0x627)
            case 0x649, 0x6CC: result.units.append(0x64A)
            case 0x6A9: result.units.append(0x643)
            case 0x629: result.units.append(0x647)
            default: result.units.append(unit)
            }
        }
        return result
    }
}

extension HeadwordFolding {
    /// A text in NFC.
    package static func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : CodeUnits(text).normalized(ICUTEXT_NFC).text
    }

    /// The scalars of the key of a single letter; the letter itself if it has no key.
    package static func key(ofLetter letter: Unicode.Scalar) -> [Unicode.Scalar] {
        let key = Array(HeadwordFolding(language: "").key(String(letter)).unicodeScalars)
        return key.isEmpty ? [letter] : key
    }
}

/// Classifies marks that do not form separate letters.
enum HeadwordMarks {
    /// Whether a mark is dropped from a headword.
    ///
    /// - Parameters:
    ///   - scalar: Any scalar in a decomposed text.
    ///   - base: The letter before it.
    static func isDropped(_ scalar: Unicode.Scalar, on base: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            isCyrillic(base) ? isDroppedFromCyrillic(scalar, base) : true
        // Hebrew accents and points.
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7: true
        // Arabic vowel signs, hamza and madda above and below, Quranic signs, and the tatweel, which lengthens a word.
        case 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED:
            true
        default: false
        }
    }

    /// Whether a letter is a modifier such as an apostrophe or a stress mark: *ʼ*, *ʻ*, *ʹ*, *ˈ*.
    static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        (0x2B9...0x2BF).contains(scalar.value) || scalar.value == 0x2C8 || scalar.value == 0x2CC
    }

    private static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool {
        (0x400...0x52F).contains(scalar.value) || (0x1C80...0x1C8F).contains(scalar.value)
    }

    /// Whether a mark is dropped from a Cyrillic letter: stress marks on vowels, and the dots of *ё*. Other marks form
    /// separate letters: *й*, *ї*, *ѓ*.
    private static func isDroppedFromCyrillic(_ mark: Unicode.Scalar, _ base: Unicode.Scalar) -> Bool {
        switch mark.value {
        // The acute accent forms Macedonian letters; the grave accent is always dropped.
        case 0x301: !["г", "Г", "к", "К"].contains(base)
        case 0x300, 0x30F, 0x311, 0x340, 0x341: true
        case 0x308: base == "е" || base == "Е"
        case 0x483...0x487: true
        default: false
        }
    }
}
