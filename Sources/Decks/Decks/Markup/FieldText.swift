import Language

/// A text that is put together from the pieces of a field, with single spaces.
protocol FieldText {
    /// Whether white space stands before what comes next.
    var hasSpace: Bool { get set }

    /// Whether it is to be seen and not heard: what stands in brackets goes, and pictures do not keep words apart.
    static var isSeen: Bool { get }

    /// Adds a character that is no white space.
    mutating func append(_ scalar: Unicode.Scalar)

    /// Adds characters that have a reading beside them.
    mutating func add(_ base: String, reading: String)

    /// Ends a line.
    mutating func addBreak()
}

extension FieldText {
    /// Adds a text as it reads, character references resolved; what has no shape and no sound goes.
    mutating func add(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: hasSpace = true
            // The joiners change how Indic and Arabic letters and emoji look and are read.
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: break
            default: append(scalar)
            }
        }
    }
}

/// A line that is put together from the pieces of a field.
struct WrittenLine: FieldText {
    private var result = String.UnicodeScalarView()
    private var hasWord = false
    var hasSpace = false

    /// Whether the line is whole.
    private(set) var isEnded = false

    static let isSeen = true

    mutating func append(_ scalar: Unicode.Scalar) {
        if hasSpace, !result.isEmpty { result.append(" ") }
        hasSpace = false
        result.append(scalar)
        hasWord = hasWord || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    mutating func add(_ base: String, reading: String) { add(base) }

    /// Ends the line, if there is something in it.
    mutating func addBreak() {
        if hasWord { isEnded = true } else { self = WrittenLine() }
    }

    var text: String? { hasWord ? HeadwordFolding.composed(String(result)) : nil }
}
