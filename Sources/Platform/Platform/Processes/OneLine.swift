/// Makes foreign text fit for an error message.
package enum OneLine {
    /// How many scalars are kept.
    static let capacity = 200

    /// One line without control characters, so that what another program wrote cannot drive the user's terminal.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        text(String(decoding: bytes, as: UTF8.self))
    }

    /// One line without control characters; runs of white space become one blank, long text is cut.
    package static func text(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var gap = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || isInvisible(scalar) {
                gap = !result.isEmpty
                continue
            }
            guard result.count < capacity else {
                result.append("…")
                break
            }
            if gap { result.append(" ") }
            gap = false
            result.append(scalar)
        }
        return String(result)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }
}
