/// A number of a JSON document, with the exact text it was written as.
package struct JSONNumber: Sendable, Hashable {
    /// The number as it stands in the file, for example `1.50` or `6e3`.
    package let text: String

    /// Creates a number from text that follows the grammar of RFC 8259 and does not exceed the range of `Double`.
    ///
    /// Returns `nil` for any other text, `1e999` among it.
    package init?(_ text: String) {
        guard case .success = JSONNumberSyntax.check(Array(text.utf8)), let value = Double(text), value.isFinite else {
            return nil
        }
        self.text = text
    }

    /// Creates a number from text that the reader has already checked.
    init(checked text: String) {
        self.text = text
    }

    /// The nearest double-precision number.
    ///
    /// Never infinite: a number beyond the range of `Double` is refused when the document is read. A number too near to
    /// zero for `Double` becomes zero.
    package var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The number as an integer when it is exactly one and fits, else `nil`; nothing is ever rounded.
    ///
    /// The value counts, not the notation: `1e3`, `1000` and `1000.0` are all 1000, and `-0` is 0. `0.5` and
    /// `9223372036854775808` give `nil`.
    package var int: Int? {
        JSONNumberSyntax.exactInteger(Array(text.utf8))
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as it stands in the file.
    package var description: String { text }
}
