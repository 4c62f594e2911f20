/// Which marks make no other letter.
enum HeadwordMarks {
    /// Whether a mark is dropped from a headword.
    ///
    /// - Parameters:
    ///   - scalar: Any scalar of a decomposed text.
    ///   - base: The letter before it.
    static func isDropped(_ scalar: Unicode.Scalar, on base: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            isCyrillic(base) ? isDroppedFromCyrillic(scalar, base) : true
        // Hebrew accents and points.
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7: true
        // Arabic vowel signs, hamza and madda above and below, signs of the Quran, and the tatweel, which stretches a word.
        case 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED:
            true
        default: false
        }
    }

    /// Whether a letter only modifies others, as an apostrophe or a stress mark does: *ʼ*, *ʻ*, *ʹ*, *ˈ*.
    static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        (0x2B9...0x2BF).contains(scalar.value) || scalar.value == 0x2C8 || scalar.value == 0x2CC
    }

    private static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool {
        (0x400...0x52F).contains(scalar.value) || (0x1C80...0x1C8F).contains(scalar.value)
    }

    /// Stress is dropped from vowels, and the points from *ё*; the rest makes letters: *й*, *ї*, *ѓ*.
    private static func isDroppedFromCyrillic(_ mark: Unicode.Scalar, _ base: Unicode.Scalar) -> Bool {
        switch mark.value {
        // The acute of Macedonian and the grave of nothing.
        case 0x301: !["г", "Г", "к", "К"].contains(base)
        case 0x300, 0x30F, 0x311, 0x340, 0x341: true
        case 0x308: base == "е" || base == "Е"
        case 0x483...0x487: true
        default: false
        }
    }
}
