/// What of a text can stand in the name of a file, so that a person recognises it.
///
/// Letters, digits and marks of every script stay, spaces become `_`.
package struct FileStem {
    /// The name; empty when nothing is left of the text.
    package let name: String

    /// Whether the name says all that the text says.
    package let isFaithful: Bool

    /// Makes a name of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - signs: What stays besides letters and digits, within the name: a hidden file, an option and a doubled separator
    ///     are not what anybody expects.
    ///   - limit: The longest name, in bytes of UTF-8.
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

    /// Whether a character only changes the one before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
