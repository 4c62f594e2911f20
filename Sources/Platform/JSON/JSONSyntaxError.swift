package import LanguageServices

/// A syntax error in a JSON document, with its position.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// What was found and what was expected: one line without a trailing full stop.
    ///
    /// Text from the file is shortened, and control and invisible characters are escaped, so a message cannot control
    /// the terminal.
    package var message: String

    /// The position of the error.
    package var position: JSONPosition

    /// The file's name, as passed to the parser.
    package var source: String

    /// What to change, as an instruction, if known.
    package var remedy: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - message: What was found and what was expected.
    ///   - position: The position of the error.
    ///   - source: The file's name.
    ///   - remedy: What to change.
    package init(_ message: String, at position: JSONPosition, source: String, remedy: String? = nil) {
        self.message = message
        self.position = position
        self.source = source
        self.remedy = remedy
    }

    /// The error as a `ServiceError`, with the message prefixed by `file:line:column:`.
    package var serviceError: ServiceError {
        let location = "\(JSONExcerpt.escaped(source)):\(position.line):\(position.column)"
        return ServiceError(.configuration, "\(location): \(message)", remedy: remedy)
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The location, the message, and the remedy if there is one.
    package var description: String { serviceError.description }
}

/// A position in a JSON document, as editors display it.
///
/// Lines end with LF, CR or CRLF. Columns count Unicode scalars, not bytes or grapheme clusters: a tab is one column,
/// `👍` is one column, and `é` written as `e` plus a combining accent is two columns. A byte order mark at the start of
/// the file does not occupy a column.
package struct JSONPosition: Sendable, Hashable {
    /// The line, counted from 1.
    package var line: Int

    /// The column in Unicode scalars, counted from 1.
    package var column: Int

    /// The offset in UTF-8 bytes, counted from 0, including a byte order mark.
    package var offset: Int

    /// The start of a document.
    package static let start = Self(line: 1, column: 1, offset: 0)

    /// Creates a position.
    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }
}

extension JSONPosition: Comparable, CustomStringConvertible {
    /// Whether one position is before another in the same document.
    package static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }

    /// Line and column: `3:14`.
    package var description: String { "\(line):\(column)" }
}

/// Excerpts of a JSON document for syntax errors.
///
/// The excerpt is shortened and quoted; invisible characters become `\u{…}` or `U+00A0`, so the reader can identify
/// them. For other external text, see `OneLine`, and for paths `SystemFailure.quoted(_:)`.
package enum JSONExcerpt {
    /// The text in double quotes, shortened and escaped.
    package static func quoted(_ text: String) -> String {
        "\"\(shortened(text))\""
    }

    /// The text in single quotes, shortened and escaped.
    package static func singleQuoted(_ text: String) -> String {
        "'\(shortened(text))'"
    }

    /// A character in single quotes, or only its code point if it is invisible or would combine with the quote.
    package static func character(_ scalar: Unicode.Scalar) -> String {
        isVisible(scalar, alone: true) ? "'\(scalar)'" : codePoint(scalar)
    }

    /// The code point in Unicode notation: `U+00A0`.
    package static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The text with invisible characters written as `\u{…}`.
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
