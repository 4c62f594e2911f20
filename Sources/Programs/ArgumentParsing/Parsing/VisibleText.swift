/// Makes user input safe to show in a one-line message.
///
/// Characters that would break the line, reorder it or be invisible are escaped: control characters, line and paragraph
/// separators, invisible formatting (zero-width characters, direction marks), spaces other than the plain one,
/// unassigned and private-use code points, and combining marks without a base character. Long text is truncated.
package enum VisibleText {
    /// The maximum length of the output in code points, including escapes.
    package static let maximumLength = 60

    /// `text` with escapes, in single quotes.
    package static func quoted(_ text: String) -> String {
        "'\(shown(text))'"
    }

    /// `text` with escapes.
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

    /// A combining mark on a dash or a quotation mark would make it look like another character.
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
