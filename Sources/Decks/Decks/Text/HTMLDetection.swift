/// Finds out whether the fields of a deck that does not say so are HTML: there is a tag in them that cards have, or a
/// reference to a character that HTML needs.
///
/// A sign alone is no tag: *x < y > z* and *<unclear>* are plain text.
enum HTMLDetection {
    /// Goes by the first rows of a table.
    static func looksLikeHTML(_ rows: [[String]]) -> Bool { rows.contains { $0.contains(where: looksLikeHTML) } }

    /// Goes by one field.
    static func looksLikeHTML(_ field: String) -> Bool {
        var field = field
        return field.withUTF8 { bytes in
            bytes.indices.contains { place in
                switch bytes[place] {
                case UInt8(ascii: "<"): isTag(bytes[(place + 1)...])
                case UInt8(ascii: "&"): references.contains { bytes[(place + 1)...].starts(with: $0.utf8) }
                default: false
                }
            }
        }
    }

    /// What is said of a deck that is taken for HTML because of what stands in it.
    static func notices(_ options: DeckOpening.Options, looksLikeHTML: Bool) -> [String] {
        guard options.hasMarkup == nil, looksLikeHTML else { return [] }
        return ["the fields are taken for HTML, since there is markup in them; '--markup plain' says otherwise"]
    }

    /// Whether what stands behind a `<` goes on as a tag.
    private static func isTag(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let inner = rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest
        let name = inner.prefix { FieldCutter.isLetterOrDigit($0) }
        guard name.count <= longestName, elements.contains(String(decoding: name, as: UTF8.self).lowercased()) else {
            return false
        }
        let behind = inner.dropFirst(name.count)
        guard let next = behind.first, next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") else {
            return false
        }
        return behind.contains(UInt8(ascii: ">"))
    }

    private static let elements: Set<String> = [
        "a", "audio", "b", "big", "blockquote", "br", "center", "code", "div", "em", "font", "h1", "h2", "h3", "h4",
        "hr",
        "i", "img", "li", "ol", "p", "pre", "rt", "ruby", "s", "small", "span", "strong", "sub", "sup", "table",
        "tbody",
        "td", "th", "tr", "u", "ul",
    ]
    private static let longestName = 10
    private static let references = ["nbsp;", "amp;", "lt;", "gt;", "quot;"]
}
