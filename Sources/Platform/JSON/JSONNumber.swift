/// A number in a JSON document, with its original text.
package struct JSONNumber: Sendable, Hashable {
    /// The number as it appears in the file, for example `1.50` or `6e3`.
    package let text: String

    /// Creates a number from a string that follows the grammar of RFC 8259 and is in the range of `Double`.
    ///
    /// Returns `nil` for any other string, including `1e999`.
    package init?(_ text: String) {
        guard case .success = JSONNumberSyntax.check(Array(text.utf8)), let value = Double(text), value.isFinite else {
            return nil
        }
        self.text = text
    }

    /// Creates a number from text that the parser has already checked.
    init(checked text: String) {
        self.text = text
    }

    /// The nearest `Double`.
    ///
    /// It is never infinite, since the parser rejects numbers beyond the range of `Double`. Numbers too close to zero
    /// to be represented become zero.
    package var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The exact integer value if there is one in range, otherwise `nil`; nothing is rounded.
    ///
    /// Only the value matters, not the notation: `1e3`, `1000` and `1000.0` are all 1000, and `-0` is 0. `0.5` and
    /// `9223372036854775808` result in `nil`.
    package var int: Int? {
        JSONNumberSyntax.exactInteger(text)
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as it appears in the file.
    package var description: String { text }
}

/// The grammar of JSON numbers and their exact integer value.
enum JSONNumberSyntax {
    /// A syntax error in a number.
    enum Problem: Error {
        case leadingZero
        case plusSign
        case hexadecimal
        case noDigits
        case noDigitBeforePoint
        case noDigitAfterPoint
        case noDigitInExponent
        case separator
        case other
    }

    /// Checks `text` against the grammar of RFC 8259: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
    static func check(_ text: [UInt8]) -> Result<Void, Problem> {
        var rest = text[...]
        if rest.first == UInt8(ascii: "+") { return .failure(.plusSign) }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        guard let first = rest.first else { return .failure(.noDigits) }
        if first == UInt8(ascii: ".") { return .failure(.noDigitBeforePoint) }
        let whole = takeDigits(&rest)
        guard whole > 0 else { return .failure(.noDigits) }
        if first == UInt8(ascii: "0") {
            if whole > 1 { return .failure(.leadingZero) }
            if let next = rest.first, next | 0x20 == UInt8(ascii: "x") { return .failure(.hexadecimal) }
        }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard takeDigits(&rest) > 0 else { return .failure(.noDigitAfterPoint) }
        }
        if let next = rest.first, next | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
            guard takeDigits(&rest) > 0 else { return .failure(.noDigitInExponent) }
        }
        if rest.first == UInt8(ascii: "_") { return .failure(.separator) }
        return rest.isEmpty ? .success(()) : .failure(.other)
    }

    /// The exact value of grammatical `text`, if it is an integer in range.
    static func exactInteger(_ text: String) -> Int? {
        if let plain = Int(text) { return plain }
        let parts = text.utf8.split { $0 | 0x20 == UInt8(ascii: "e") }
        let sides = parts[0].split(separator: UInt8(ascii: "."))
        // The digits include the sign.
        let digits = sides.flatMap { Array($0) }
        guard let last = digits.lastIndex(where: { $0 > UInt8(ascii: "0") }) else { return 0 }
        guard let exponent = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0 else { return nil }
        let fraction = sides.count > 1 ? sides[1].count : 0
        // The number of zeros after the last non-zero digit.
        let (zeros, isFar) = exponent.addingReportingOverflow(digits.count - 1 - last - fraction)
        guard !isFar, 0..<19 ~= zeros else { return nil }
        return Int(String(decoding: digits[...last] + repeatElement(UInt8(ascii: "0"), count: zeros), as: UTF8.self))
    }

    private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> Int {
        let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        rest = rest.dropFirst(digits.count)
        return digits.count
    }
}
