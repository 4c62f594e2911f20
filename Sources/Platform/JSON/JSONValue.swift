import LanguageServices

/// A JSON value that a program builds and writes.
///
/// It can be written as a literal: `["text": "hola", "score": 0.5, "tags": ["a", "b"], "note": nil]`. Members keep
/// their order. Keys are not checked for duplicates, but the parser rejects documents with duplicate keys.
package enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A floating-point number; a non-finite number is written as `null`, because JSON cannot represent it.
    case number(Double)
    /// A string.
    case string(String)
    /// The elements in order.
    case array([JSONValue])
    /// The members in order, each a key and its value.
    case object([(String, JSONValue)])
}

extension JSONValue: Hashable {
    /// Whether two values are equal.
    ///
    /// Numbers are compared by value, so `.integer(2)` equals `.number(2)`. Members are compared by key, value and
    /// order.
    package static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): WholeNumber.int(b) == a
        case (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a.elementsEqual(b) { $0 == $1 }
        default: false
        }
    }

    /// Hashes the value; equal numbers have equal hashes.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value):
            if let whole = WholeNumber.int(value) { hasher.combine(whole) } else { hasher.combine(value) }
        case .string(let text): hasher.combine(text)
        case .array(let elements): hasher.combine(elements)
        case .object(let members):
            hasher.combine(members.count)
            for (key, value) in members {
                hasher.combine(key)
                hasher.combine(value)
            }
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    package init(nilLiteral: ()) { self = .null }

    /// Creates a Boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an integer.
    package init(integerLiteral value: Int) { self = .integer(value) }

    /// Creates a number.
    package init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a string.
    package init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object with its members in literal order.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements)
    }
}

extension JSONValue {
    /// A duration in seconds, with microsecond precision.
    package static func seconds(_ duration: Duration) -> JSONValue {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !microseconds.overflow else { return .number(Double(seconds)) }
        // The number is computed with a single division so that rounding does not add digits.
        return .number((Double(microseconds.partialValue) + Double(attoseconds / 1_000_000_000_000)) / 1e6)
    }

    /// Converts a node and its descendants, without positions.
    ///
    /// A number becomes `.integer` if its value, or the nearest `Double`, is an integer in range, otherwise `.number`.
    /// `-0` stays a `.number` to keep its sign. Writing the result and parsing it therefore yields the same value.
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

    /// Converts a number.
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
