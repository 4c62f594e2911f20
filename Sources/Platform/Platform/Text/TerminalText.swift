/// Text for display in a terminal.
package enum TerminalText {
    /// The width of a scalar in columns: two for East Asian characters and emoji, zero for combining marks.
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The width of a text without control characters, in columns.
    package static func columns(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// The text on one line, with control characters, line endings and bidirectional marks written as `\u{…}`.
    ///
    /// Use this for content that is displayed in a terminal and must stay exact, but must not control the terminal. For
    /// error messages, see ``OneLine`` and ``SystemFailure/quoted(_:)``.
    package static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if mustBeShown(scalar) {
                line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                line.append(scalar)
            }
        }
        return String(line)
    }

    private static func mustBeShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
