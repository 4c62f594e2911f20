import HTTPTransport
package import LanguageServices

/// Takes a key out of what a server says, which may hold it cut, shortened in its middle or written as in an address.
package struct KeyTraces {
    /// The key in the forms in which it is sent.
    private let forms: [[Unicode.Scalar]]

    /// So many characters in a row that also stand in the key are no accident.
    private static let shortest = 8

    /// Creates it for a key; without one there is nothing to be taken out.
    package init(_ key: Secret?) {
        let text = key?.reveal() ?? ""
        forms = Set([text, FormEncoding.encoded(text)]).filter { !$0.isEmpty }.map { Array($0.unicodeScalars) }
    }

    /// The text with three dots in place of the key, and of all parts of it.
    package func removed(from text: String) -> String {
        guard !forms.isEmpty else { return text }
        let scalars = Array(text.unicodeScalars)
        var kept = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let length = longestTrace(in: scalars[place...])
            if length > 0 {
                kept.append(contentsOf: Secret.redacted.unicodeScalars)
                place += length
            } else {
                kept.append(scalars[place])
                place += 1
            }
        }
        return String(kept)
    }

    /// How many scalars at the beginning of a text stand in the key; 0 when these are too few to tell anything.
    private func longestTrace(in text: ArraySlice<Unicode.Scalar>) -> Int {
        var longest = 0
        for form in forms {
            let least = min(Self.shortest, form.count)
            for start in form.indices where form.count - start >= max(least, longest + 1) {
                var length = 0
                for (one, other) in zip(text, form[start...]) {
                    guard one == other else { break }
                    length += 1
                }
                if length >= least { longest = max(longest, length) }
            }
        }
        return longest
    }
}
