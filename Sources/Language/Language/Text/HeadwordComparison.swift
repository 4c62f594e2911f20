import CICUText

/// Compares the spelling of a text with headwords that have the same key.
package struct HeadwordComparison: Sendable {
    /// How closely two spellings agree, closest first.
    package enum Agreement: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// The same text, apart from the style of apostrophes and hyphens (*don’t*, *don't*) and surrounding spaces.
        case exact
        /// Different case, width, or compatibility forms.
        case letterCase
        /// Different accents, ligatures, or letters outside the basic alphabet.
        case accents
        /// Different punctuation, hyphens and spaces.
        case punctuation

        /// Whether the first agreement is closer than the second.
        package static func < (first: Agreement, second: Agreement) -> Bool { first.rawValue < second.rawValue }
    }

    private let folding: HeadwordFolding
    private let text: String
    /// Computed only when needed, because comparing bytes is sufficient for most headwords.
    private var forms: Forms?

    /// Prepares the comparison of one text with many headwords.
    package init(_ text: String, folding: HeadwordFolding) {
        self.folding = folding
        self.text = text
    }

    /// How closely the text agrees with a headword; `nil` if their keys differ.
    package mutating func agreement(with headword: String) -> Agreement? {
        if headword == text { return .exact }
        if isSameInASCII(headword) { return .letterCase }
        let forms = forms ?? Forms(text, language: folding.language)
        self.forms = forms
        let other = Forms(headword, language: folding.language)
        if other.plain == forms.plain { return .exact }
        if other.lower == forms.lower { return .letterCase }
        if other.bare == forms.bare { return .accents }
        return folding.key(headword) == folding.key(text) ? .punctuation : nil
    }

    /// Whether both texts are ASCII and differ at most in case, and the language maps the case of *I* in the usual way.
    private func isSameInASCII(_ headword: String) -> Bool {
        guard headword.utf8.count == text.utf8.count, folding.language != "tr", folding.language != "az" else {
            return false
        }
        return zip(headword.utf8, text.utf8).allSatisfy { first, second in
            guard first < 0x80, second < 0x80 else { return false }
            guard first != second else { return true }
            let low = first | 0x20
            return low == second | 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(low)
        }
    }

    /// A text at each level of normalisation.
    private struct Forms: Sendable {
        let plain: [UInt16]
        let lower: [UInt16]
        let bare: [UInt16]

        init(_ text: String, language: String) {
            let units = CodeUnits(text)
            plain = Self.typewritten(units.normalized(ICUTEXT_NFC)).units
            let low = units.normalized(ICUTEXT_NFKC).lowered(language: language).normalized(ICUTEXT_NFKC)
            lower = Self.typewritten(low).units
            let folded = HeadwordFolding.bare(low, keepsPunctuation: true).normalized(ICUTEXT_NFKC_CASEFOLD)
            bare = Self.typewritten(HeadwordFolding.plainLetters(folded)).units
        }

        /// A text with ASCII apostrophes and hyphens and single spaces, and without invisible characters.
        private static func typewritten(_ text: CodeUnits) -> CodeUnits {
            var result = CodeUnits(units: [])
            result.units.reserveCapacity(text.units.count)
            var isSpaced = false
            for scalar in text.scalars {
                let plain: Unicode.Scalar
                switch scalar.value {
                case 0x2018, 0x2019, 0x201B, 0x2BC, 0x2BB, 0xFF07, 0x60, 0xB4: plain = "'"
                case 0x2010, 0x2011, 0xFF0D: plain = "-"
                default:
                    switch icutext_role_of(scalar.value) {
                    case ICUTEXT_ROLE_SPACE:
                        isSpaced = !result.units.isEmpty
                        continue
                    case ICUTEXT_ROLE_INVISIBLE: continue
                    default: plain = scalar
                    }
                }
                if isSpaced { result.units.append(0x20) }
                isSpaced = false
                result.append(plain)
            }
            return result
        }
    }
}
