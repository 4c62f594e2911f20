/// Tells texts apart that hold something from those that only look empty.
package enum BlankText {
    /// Whether nothing in `text` could be seen or spoken: it is empty, or all white space, control characters and
    /// characters without a shape (zero-width spaces and joiners, byte order marks, variation selectors).
    package static func isBlank(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.allSatisfy(isBlank)
    }

    /// Whether a scalar alone can be neither seen nor spoken.
    package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .control
    }
}
