/// Finds the name that a user probably meant.
///
/// This rule is used for options, keys, kinds, accents and providers. The match is the name with the smallest
/// Damerau–Levenshtein distance (optimal string alignment: insertion, deletion, substitution, transposition of adjacent
/// characters), ignoring case. The distance may be at most one, or a third of the longer name's length if that is more.
package enum ClosestMatch {
    /// The candidate closest to `name`, or `nil` if none is close enough.
    ///
    /// If several candidates are equally close, the first one is returned.
    package static func to(_ name: String, in candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars.prefix(maximumLength + 1))
        guard !wanted.isEmpty, wanted.count <= maximumLength else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().unicodeScalars.prefix(maximumLength + 1))
            let allowed = max(1, max(wanted.count, other.count) / 3)
            guard other.count <= maximumLength, abs(other.count - wanted.count) <= allowed else { continue }
            let distance = distance(wanted, other)
            if distance <= allowed, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.candidate
    }

    /// A suggestion to append to a message, such as `; did you mean 'x'?`, or an empty string.
    package static func hint(for name: String, in candidates: some Sequence<String>) -> String {
        guard let match = to(name, in: candidates) else { return "" }
        return "; did you mean '\(match)'?"
    }

    /// The maximum length of names that are compared.
    private static let maximumLength = 64

    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        var current = last
        for i in 1...a.count {
            current[0] = i
            for j in 1...b.count {
                let cost = a[i - 1] == b[j - 1] ? 0 : 1
                current[j] = min(last[j] + 1, current[j - 1] + 1, last[j - 1] + cost)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    current[j] = min(current[j], beforeLast[j - 2] + 1)
                }
            }
            (beforeLast, last, current) = (last, current, beforeLast)
        }
        return last[b.count]
    }
}

/// Detects texts that look empty.
package enum BlankText {
    /// Whether `text` contains nothing that can be seen or spoken: it is empty or consists of white space, control
    /// characters and invisible characters (zero-width spaces and joiners, byte order marks, variation selectors).
    package static func isBlank(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.allSatisfy(isBlank)
    }

    /// Whether `text` contains nothing that can be seen or spoken.
    package static func isBlank(_ text: String) -> Bool {
        // Fast path: most texts start with a visible ASCII character.
        if let first = text.utf8.first, 0x21..<0x7F ~= first { return false }
        return text.unicodeScalars.allSatisfy(isBlank)
    }

    /// Whether a scalar can be neither seen nor spoken on its own.
    package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value <= 0x20 }
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .control
    }
}
