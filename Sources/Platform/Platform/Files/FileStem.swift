/// A human-readable file name derived from a text.
///
/// Letters, digits and marks of every script are kept; spaces become `_`.
package struct FileStem {
    /// The name; empty if no character in the text can be used.
    package let name: String

    /// Whether the name contains everything that the text contains.
    package let isFaithful: Bool

    /// Derives a name from a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - signs: Other characters to keep, except where they would create a hidden file, an option or a doubled
    ///     delimiter.
    ///   - limit: The maximum length, in UTF-8 bytes.
    package init(_ text: String, signs: String, limit: Int) {
        let signs = Set(signs.unicodeScalars)
        var name = String.UnicodeScalarView()
        var isFaithful = true
        var bytes = 0
        for scalar in text.unicodeScalars {
            var kept: Unicode.Scalar?
            if scalar == " " {
                kept = "_"
            } else if Self.isLetterOrDigit(scalar) || Self.isMark(scalar) || signs.contains(scalar) {
                kept = scalar
            }
            if name.isEmpty, let first = kept, !Self.isLetterOrDigit(first) { kept = nil }
            guard let kept else {
                isFaithful = false
                continue
            }
            bytes += UTF8.width(kept)
            if bytes > limit {
                isFaithful = false
                break
            }
            name.append(kept)
        }
        while let last = name.last, !Self.isLetterOrDigit(last), !Self.isMark(last) {
            name.removeLast()
            isFaithful = false
        }
        self.name = String(name)
        self.isFaithful = isFaithful
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        default: false
        }
    }

    /// Whether a character modifies the previous one.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
