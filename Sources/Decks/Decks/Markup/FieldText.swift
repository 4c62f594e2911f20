import Language

/// A text assembled from the pieces of a field, with white space collapsed.
protocol FieldText {
    /// Whether white space precedes the next character.
    var hasSpace: Bool { get set }

    /// Whether the text is for reading rather than for speech. In that case bracketed readings are dropped, and
    /// pictures do not separate words.
    static var isVisible: Bool { get }

    /// Appends a character that is not white space.
    mutating func append(_ scalar: Unicode.Scalar)

    /// Appends characters with a reading.
    mutating func add(_ base: String, reading: String)

    /// Ends a line.
    mutating func addBreak()
}

extension FieldText {
    /// Appends a text with character references resolved; invisible, silent characters are dropped.
    mutating func add(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: hasSpace = true
            // Joiners affect the shape of letters and emoji, and the pronunciation of Indic and Arabic text.
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: break
            default: append(scalar)
            }
        }
    }
}

/// A line assembled from the pieces of a field.
struct WrittenLine: FieldText {
    private var result = String.UnicodeScalarView()
    private var hasWord = false
    var hasSpace = false

    /// Whether the line is complete.
    private(set) var isEnded = false

    static let isVisible = true

    mutating func append(_ scalar: Unicode.Scalar) {
        if hasSpace, !result.isEmpty { result.append(" ") }
        hasSpace = false
        result.append(scalar)
        hasWord = hasWord || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    mutating func add(_ base: String, reading: String) { add(base) }

    /// Ends the line, unless it is empty.
    mutating func addBreak() {
        if hasWord { isEnded = true } else { self = WrittenLine() }
    }

    var text: String? { hasWord ? HeadwordFolding.composed(String(result)) : nil }
}
