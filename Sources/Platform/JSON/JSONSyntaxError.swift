package import LanguageServices

/// Why a JSON document could not be read, and where.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// What was found and what was expected, in one line without a trailing full stop.
    ///
    /// Text taken from the file is shortened, and its control and invisible characters are escaped, so that a message
    /// never changes the terminal.
    package var message: String

    /// The place to look at.
    package var position: JSONPosition

    /// The file's name, as the reader was given it.
    package var source: String

    /// What to change, as an instruction, when that is known.
    package var remedy: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - message: What was found and what was expected.
    ///   - position: The place to look at.
    ///   - source: The file's name.
    ///   - remedy: What to change.
    package init(_ message: String, at position: JSONPosition, source: String, remedy: String? = nil) {
        self.message = message
        self.position = position
        self.source = source
        self.remedy = remedy
    }

    /// The same error for users of the services, its message led by `file:line:column:`.
    package var serviceError: ServiceError {
        let place = "\(JSONExcerpt.escaped(source)):\(position.line):\(position.column)"
        return ServiceError(.configuration, "\(place): \(message)", remedy: remedy)
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The place, the message, and the remedy when there is one.
    package var description: String { serviceError.description }
}

/// A place in a JSON document, as an editor shows it.
///
/// Lines end with LF, CR or CRLF, each of which counts once. Columns count Unicode scalars, not bytes and not what looks
/// like one character: a tab is one column, `👍` is one, and `é` written as `e` plus a combining accent is two. A byte
/// order mark at the start of the file takes no column.
package struct JSONPosition: Sendable, Hashable {
    /// The line, counted from 1.
    package var line: Int

    /// The Unicode scalar within the line, counted from 1.
    package var column: Int

    /// The distance from the start of the file in bytes of UTF-8, counted from 0, a byte order mark included.
    package var offset: Int

    /// Where every document starts.
    package static let start = Self(line: 1, column: 1, offset: 0)

    /// Creates a position.
    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }
}

extension JSONPosition: Comparable, CustomStringConvertible {
    /// Whether one place comes before another in the same document.
    package static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }

    /// Line and column: `3:14`.
    package var description: String { "\(line):\(column)" }
}

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
