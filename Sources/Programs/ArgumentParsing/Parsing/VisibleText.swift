/// Shows text that a user typed inside a message of one line.
///
/// Whatever would break the line, hide in it or reorder it is written as an escape: control characters, line and
/// paragraph separators, invisible formatting (zero-width characters, direction marks), spaces other than the plain
/// one, unassigned and private code points, and a combining mark without a letter or sign to stand on. Long text is cut.
package enum VisibleText {
    /// The greatest length of a shown text in code points, escapes included.
    package static let maximumLength = 60

    /// `text` made visible, in single quotes.
    package static func quoted(_ text: String) -> String {
        "'\(shown(text))'"
    }

    /// `text` made visible.
    package static func shown(_ text: String) -> String {
        var result = ""
        var length = 0
        var canCarryMark = false
        for scalar in text.unicodeScalars {
            let isEscaped = isInvisible(scalar) || (isMark(scalar) && !canCarryMark)
            let piece = isEscaped ? escape(scalar) : String(scalar)
            length += piece.unicodeScalars.count
            guard length <= maximumLength else { return "\(result)…" }
            result += piece
            canCarryMark = !isEscaped && !isPunctuationOrSpace(scalar)
        }
        return result
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .spaceSeparator: scalar != " "
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// A mark on a dash or a quotation mark would look like another sign.
    private static func isPunctuationOrSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .spaceSeparator:
            true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\0": "\\0"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\r": "\\r"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}
