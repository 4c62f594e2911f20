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
    private static let mostListed = 16

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
        case .oneOf(let choices) where choices.count > Self.mostListed: "one of the \(choices.count) values in its help"
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
