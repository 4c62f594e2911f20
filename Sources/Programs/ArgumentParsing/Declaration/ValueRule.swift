/// Which values an option or a word accepts.
package enum ValueRule: Sendable, Hashable {
    /// Every text, the empty one included.
    case anything
    /// One of these words, spelled exactly.
    case oneOf([String])
    /// A finite decimal number, within the range when there is one.
    case number(ClosedRange<Double>?)
    /// A whole number, within the range when there is one.
    case integer(ClosedRange<Int>?)

    /// The number of choices up to which a message lists them.
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

    /// What is accepted, to stand behind "takes": `a number from 0.3 to 3`.
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

    /// The limits as the help shows them: `from 0.3 to 3`, `one of: wav, ogg`.
    package var limits: String? {
        switch self {
        case .anything, .number(nil), .integer(nil): nil
        case .oneOf(let choices): "one of: \(choices.map(VisibleText.shown).joined(separator: ", "))"
        case .number(let range?): "from \(Decimal.text(range.lowerBound)) to \(Decimal.text(range.upperBound))"
        case .integer(let range?): "from \(range.lowerBound) to \(range.upperBound)"
        }
    }

    /// The words among which a value must be, empty when it is free.
    package var choices: [String] {
        if case .oneOf(let choices) = self { choices } else { [] }
    }
}

/// A number that an option can take.
package protocol DecimalValue: Comparable, Sendable {
    /// The word that stands for the value in the help, unless the option names another.
    static var defaultPlaceholder: String { get }

    /// The rule for numbers within a range.
    static func rule(_ range: ClosedRange<Self>?) -> ValueRule

    /// The number that a text spells.
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

/// Reads and writes numbers the way a command line means them.
enum Decimal {
    /// The finite number that `text` spells in decimal digits.
    ///
    /// Narrower than `Double.init`, which also knows `nan`, `infinity` and `0x1p3`.
    static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy(isPartOfNumber), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// The whole number that `text` spells in decimal digits.
    static func integer(_ text: String) -> Int? {
        Int(text)
    }

    /// `number` without a needless `.0`: `3`, `0.3`.
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
