import Language

/// A text for a voice, put together from the pieces of a field.
///
/// White space becomes single spaces, what cannot be heard (soft hyphens, zero-width spaces, direction marks) goes, and a
/// line ends as a sentence does, since a voice does not hear lines.
struct SpokenText: FieldText {
    private var result = String.UnicodeScalarView()
    var hasSpace = false
    private var hasBreak = false

    static let isSeen = false

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

    /// Whether the text ends with a mark at which a voice pauses, whatever quotation marks and brackets follow it.
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

    /// The text in NFC; `nil` when there is nothing in it to be spoken, but punctuation at most.
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

    /// What is said for characters that have a reading beside them.
    ///
    /// Kana and Hangul say how the characters sound here, which a voice would have to guess. Other readings (pinyin) are for
    /// the eye, and the voice knows better.
    private static func saying(_ base: String, reading: String) -> String {
        // Behind the reading some note types keep the pitch accent.
        let sound = reading.prefix { $0 != ";" && $0 != "," }
        let letters = sound.unicodeScalars.filter { $0 != " " && $0 != "・" }
        let isSound = letters.allSatisfy { isKana($0) || (0xAC00...0xD7A3).contains($0.value) }
        return letters.isEmpty || !isSound ? base : String(sound)
    }
}
