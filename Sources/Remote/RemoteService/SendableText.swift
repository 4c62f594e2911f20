/// Takes from a text what no service can do anything with.
package enum SendableText {
    /// A text without control characters; tabs and line ends stay.
    package static func cleaned(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isControl(scalar) { scalars.append(scalar) }
        return String(scalars)
    }

    /// Whether a scalar is taken out.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9, 10, 13: false
        case 0..<32, 127..<160: true
        default: false
        }
    }
}
