/// The white space around a text, which services add to and take from as they like.
package enum OuterSpace {
    /// A text in three: the space before it, itself, the space behind it.
    package static func cut(_ text: String) -> (before: String, core: String, behind: String) {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return (text, "", "") }
        let end = scalars.index(after: last)
        return (String(scalars[..<first]), String(scalars[first..<end]), String(scalars[end...]))
    }

    /// A text without the white space around it.
    package static func trimmed(_ text: String) -> String { cut(text).core }
}
