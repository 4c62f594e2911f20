import CICUText

/// Turns headwords, and texts that are looked up, into keys: what differs only in case, width, accents or punctuation has
/// the same key.
///
/// One look at a key finds all spellings; which of them a text meant is told afterwards by ``HeadwordComparison``. So a key
/// may lose much, but it never tells two spellings of one word apart. The rules, in their order:
///
/// 1. Width and compatibility forms are plain (NFKD): *ＡＢＣ*, *ﬁ*, *ｶﾞ* are *ABC*, *fi*, *ガ*.
/// 2. Marks that are no letters of their own are dropped: all general diacritics (U+0300 and the blocks like it), Hebrew
///    points, Arabic vowel signs, hamza and tatweel. Cyrillic keeps what makes another letter (*й*, *ў*, *ї*, *ѓ*, *ќ* and
///    those of the languages of Asia) and drops stress and the points of *ё*. Marks of other scripts are letters: voicing
///    of kana, vowel signs of India, vowels and tones of Thai.
/// 3. Spaces, hyphens, apostrophes, other punctuation, controls and formats are dropped. Symbols stay: *C++*, *$*.
/// 4. Case is folded and the result composed (NFKC_Casefold), so that *ß* is *ss*.
/// 5. Letters that the script has beside an equal of the basic alphabet become it: *œ* oe, *æ* ae, *ø* o, *ł* l, *đ* and
///    *ð* d, *þ* th, *ı* i, *ħ* h, *ŧ* t, *ŋ* n; Arabic *ٱ* and *ى* and the Persian *ک*, *ی* become *ا*, *ي*, *ك*, *ي*, and
///    *ة* is *ه*.
///
/// Hiragana and katakana stay apart. Of a text that is all punctuation, the key is the text without spaces.
package struct HeadwordFolding: Sendable {
    /// The language of the headwords, in ISO 639, without script and region.
    package let language: String

    /// Makes a folding.
    ///
    /// The key itself does not depend on the language; what makes two spellings equal but for case does, in Turkish.
    ///
    /// - Parameter language: A BCP 47 tag.
    package init(language: String) {
        let name = language.prefix { $0 != "-" && $0 != "_" }
        // What is no name of a language is compared by the rules that hold for all.
        self.language = name.utf8.count <= 8 && !name.utf8.contains(0) ? name.lowercased() : ""
    }

    /// The key of a text. It is empty only when the text has nothing but spaces, controls and formats.
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
        // All punctuation and marks: these are what the headword is made of.
        var rest = CodeUnits(units: [])
        for scalar in whole.normalized(ICUTEXT_NFKC_CASEFOLD).scalars {
            let role = icutext_role_of(scalar.value)
            if role != ICUTEXT_ROLE_SPACE, role != ICUTEXT_ROLE_INVISIBLE { rest.append(scalar) }
        }
        return rest.text
    }

    /// A text without the marks that are no letters, and without spaces and punctuation unless they are kept.
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

    /// A text in which letters beside the basic alphabet are written with it.
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

    /// The key of a single letter, in scalars; the letter itself where it has none.
    package static func key(ofLetter letter: Unicode.Scalar) -> [Unicode.Scalar] {
        let key = Array(HeadwordFolding(language: "").key(String(letter)).unicodeScalars)
        return key.isEmpty ? [letter] : key
    }
}
