/// Which values an option or a positional accepts.
package enum ValueRule: Sendable, Hashable {
    /// Any text, including an empty string.
    case anything
    /// Exactly one of these words.
    case oneOf([String])
    /// A finite decimal number, within the range if one is set.
    case number(ClosedRange<Double>?)
    /// An integer, within the range if one is set.
    case integer(ClosedRange<Int>?)

    /// The maximum number of choices that a message lists.
    private static let maximumListed = 16

    /// Whether `text` is accepted.
    package func accepts(_ text: String) -> Bool {
        switch self {
        case .anything:
            return true
        case .oneOf(let choices):
            return choices.contains { $0.isSpelled(text) }
        case .number(let range):
            guard let number = Decimal.number(text) else { return false }
            return range?.contains(number) ?? true
        case .integer(let range):
            guard let number = Decimal.integer(text) else { return false }
            return range?.contains(number) ?? true
        }
    }

    /// A description of the accepted values to follow "takes": `a number from 0.3 to 3`.
    package var expectation: String {
        switch self {
        case .anything: "a value"
        case .oneOf(let choices) where choices.count > Self.maximumListed:
            "one of the \(choices.count) values in its help"
        case .oneOf(let choices): WordList.alternatives(choices.map(VisibleText.shown))
        case .number: "a number\(limits.map { " \($0)" } ?? "")"
        case .integer: "a whole number\(limits.map { " \($0)" } ?? "")"
        }
    }

    /// The limits as shown in the help: `from 0.3 to 3`, `one of: wav, ogg`.
    package var limits: String? {
        switch self {
        case .anything, .number(nil), .integer(nil): nil
        case .oneOf(let choices): "one of: \(choices.map(VisibleText.shown).joined(separator: ", "))"
        case .number(let range?): "from \(Decimal.text(range.lowerBound)) to \(Decimal.text(range.upperBound))"
        case .integer(let range?): "from \(range.lowerBound) to \(range.upperBound)"
        }
    }

    /// The accepted words; empty if the value is not limited to a list.
    package var choices: [String] {
        if case .oneOf(let choices) = self { choices } else { [] }
    }
}

/// A number that an option can take.
package protocol DecimalValue: Comparable, Sendable {
    /// The placeholder for the value in the help, unless the option sets another.
    static var defaultPlaceholder: String { get }

    /// The rule for numbers within a range.
    static func rule(_ range: ClosedRange<Self>?) -> ValueRule

    /// Parses a number, or returns `nil` if the text is not one.
    @Sendable static func read(_ text: String) -> Self?
}

extension Int: DecimalValue {
    package static var defaultPlaceholder: String { "COUNT" }
    package static func rule(_ range: ClosedRange<Int>?) -> ValueRule { .integer(range) }
    @Sendable package static func read(_ text: String) -> Int? { Decimal.integer(text) }
}

extension Double: DecimalValue {
    package static var defaultPlaceholder: String { "NUMBER" }
    package static func rule(_ range: ClosedRange<Double>?) -> ValueRule { .number(range) }
    @Sendable package static func read(_ text: String) -> Double? { Decimal.number(text) }
}

/// Parses and formats numbers as written on a command line.
enum Decimal {
    /// Parses a finite decimal number. This is stricter than `Double.init`, which also accepts `nan`, `infinity` and
    /// `0x1p3`.
    static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy(isPartOfNumber), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// Parses a decimal integer.
    static func integer(_ text: String) -> Int? {
        Int(text)
    }

    /// Formats `number` without a trailing `.0`: `3`, `0.3`.
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Whether `byte` is an ASCII digit.
    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || "+-.eE".utf8.contains(byte)
    }
}
