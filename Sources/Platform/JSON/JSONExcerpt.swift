/// Makes text from a file fit for a message: short, on one line, and with nothing invisible in it.
package enum JSONExcerpt {
    /// The text in double quotes, shortened and escaped.
    package static func quoted(_ text: String) -> String {
        "\"\(shortened(text))\""
    }

    /// The text in single quotes, shortened and escaped.
    package static func singleQuoted(_ text: String) -> String {
        "'\(shortened(text))'"
    }

    /// One character in single quotes, or its number alone when it cannot be seen or would stick to the quote.
    package static func character(_ scalar: Unicode.Scalar) -> String {
        isVisible(scalar, alone: true) ? "'\(scalar)'" : codePoint(scalar)
    }

    /// The scalar's number in the usual notation: `U+00A0`.
    package static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The whole text with everything invisible written as `\u{…}`.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            append(scalar, to: &result)
        }
        return result
    }

    private static let maximumLength = 40

    private static func shortened(_ text: String) -> String {
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < maximumLength else { return result + "…" }
            append(scalar, to: &result)
            count += 1
        }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where isVisible(scalar, alone: false): result.unicodeScalars.append(scalar)
        default: result += "\\u{\(String(scalar.value, radix: 16))}"
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar, alone: Bool) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        case .nonspacingMark, .enclosingMark, .spacingMark: !alone
        default: true
        }
    }
}
