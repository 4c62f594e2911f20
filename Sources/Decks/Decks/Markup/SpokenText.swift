import Language

/// A text for speech, assembled from the pieces of a field.
///
/// White space is collapsed, silent characters (soft hyphens, zero-width spaces, direction marks) are removed, and each
/// line gets sentence-final punctuation, since line breaks are not audible.
struct SpokenText: FieldText {
    private var result = String.UnicodeScalarView()
    var hasSpace = false
    private var hasBreak = false

    static let isVisible = false

    mutating func add(_ base: String, reading: String) { add(Self.saying(base, reading: reading)) }

    mutating func addBreak() { hasBreak = true }

    mutating func append(_ scalar: Unicode.Scalar) {
        defer { (hasSpace, hasBreak) = (false, false) }
        if let last = result.last {
            if hasBreak, !isAtEndOfClause {
                let isIdeographic = last.properties.isIdeographic || Self.isKana(last)
                result.append(isIdeographic ? "。" : ".")
            }
            if hasBreak || hasSpace { result.append(" ") }
        }
        result.append(scalar)
    }

    /// Whether the text ends with pausing punctuation, ignoring closing quotation marks and brackets.
    private var isAtEndOfClause: Bool {
        for scalar in result.reversed() {
            switch scalar.properties.generalCategory {
            case .closePunctuation, .finalPunctuation, .initialPunctuation: continue
            case .otherPunctuation:
                if scalar == "\"" || scalar == "'" { continue }
                return !"%&#@*/\\†‡§¶°′″".unicodeScalars.contains(scalar)
            case .dashPunctuation: return true
            default: return false
            }
        }
        return true
    }

    /// The text in NFC; `nil` if it contains nothing but punctuation.
    var text: String? {
        let isAudible = result.contains { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .mathSymbol, .currencySymbol, .otherSymbol:
                true
            default: false
            }
        }
        return isAudible ? HeadwordFolding.composed(String(result)) : nil
    }

    private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
        (0x3040...0x30FF).contains(scalar.value) || (0xFF66...0xFF9F).contains(scalar.value)
    }

    /// The spoken form of characters with a reading.
    ///
    /// Readings in kana and Hangul give the pronunciation, which a voice would otherwise guess. Other readings (pinyin)
    /// are not spoken, because the voice pronounces the characters better.
    private static func saying(_ base: String, reading: String) -> String {
        // Some note types append the pitch accent to the reading.
        let sound = reading.prefix { $0 != ";" && $0 != "," }
        let letters = sound.unicodeScalars.filter { $0 != " " && $0 != "・" }
        let isSound = letters.allSatisfy { isKana($0) || (0xAC00...0xD7A3).contains($0.value) }
        return letters.isEmpty || !isSound ? base : String(sound)
    }
}
