import Platform

/// A short name for a text that is too long to be one.
package enum TextHash {
    /// Sixteen hexadecimal digits.
    package static func hexadecimal(_ text: String) -> String {
        let digits = String(StableHash.of(text), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
