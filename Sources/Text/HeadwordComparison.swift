import CICUText

/// Tells how far the spelling of a text is from that of a headword that has the same key.
package struct HeadwordComparison: Sendable {
    /// How much two spellings agree, the closest first.
    package enum Agreement: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// They are the same text, perhaps with other apostrophes and hyphens (*don’t*, *don't*) or spaces around it.
        case exact
        /// They differ in case, width, or compatibility forms.
        case letterCase
        /// They differ in accents, ligatures, or letters beside the basic alphabet.
        case accents
        /// They differ in punctuation, hyphens and spaces.
        case punctuation

        /// Whether an agreement is closer than another.
        package static func < (first: Agreement, second: Agreement) -> Bool { first.rawValue < second.rawValue }
    }

    private let folding: HeadwordFolding
    private let text: String
    private let forms: Forms

    /// Prepares the comparison of one text with many headwords.
    package init(_ text: String, folding: HeadwordFolding) {
        self.folding = folding
        self.text = text
        forms = Forms(text, language: folding.language)
    }

    /// How much the text agrees with a headword; `nil` when their keys differ.
    package func agreement(with headword: String) -> Agreement? {
        // The same bytes, which is the usual case and far cheaper than what follows.
        if headword.utf8.elementsEqual(text.utf8) { return .exact }
        let other = Forms(headword, language: folding.language)
        if other.plain == forms.plain { return .exact }
        if other.lower == forms.lower { return .letterCase }
        if other.bare == forms.bare { return .accents }
        return folding.key(headword) == folding.key(text) ? .punctuation : nil
    }

    /// A text at the steps of likeness.
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

        /// A text with the apostrophe and the hyphen of a typewriter, single spaces, and nothing invisible.
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
