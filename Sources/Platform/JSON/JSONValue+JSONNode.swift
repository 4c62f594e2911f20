import LanguageServices

extension JSONValue {
    /// Takes the value of a node and everything below it, without the positions.
    ///
    /// A number becomes `.integer` when its value, or the nearest double-precision number to it, is a whole number that
    /// fits, and `.number` otherwise; `-0` stays a `.number`, so that its sign is kept. Writing the result and reading
    /// it again therefore gives the same value.
    package init(_ node: JSONNode) {
        switch node.content {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = Self(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { JSONValue($0) })
        case .object(let members): self = .object(members.map { ($0.key, JSONValue($0.value)) })
        }
    }

    /// Takes the value of a number.
    package init(_ number: JSONNumber) {
        guard let double = number.double else {
            self = .null
            return
        }
        if double == 0, double.sign == .minus {
            self = .number(double)
        } else if let whole = number.int ?? WholeNumber.int(double) {
            self = .integer(whole)
        } else {
            self = .number(double)
        }
    }
}
