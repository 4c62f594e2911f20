/// Tells texts apart that hold something from those that only look empty.
package enum BlankText {
    /// Whether nothing in `text` could be seen or spoken: it is empty, or all white space, control characters and
    /// characters without a shape (zero-width spaces and joiners, byte order marks, variation selectors).
    package static func isBlank(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.allSatisfy(isBlank)
    }

    /// Whether nothing in `text` could be seen or spoken.
    package static func isBlank(_ text: String) -> Bool {
        // Most texts begin with something.
        if let first = text.utf8.first, 0x21..<0x7F ~= first { return false }
        return text.unicodeScalars.allSatisfy(isBlank)
    }

    /// Whether a scalar alone can be neither seen nor spoken.
    package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value <= 0x20 }
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .control
    }
}
