import Language

/// The text that Anki derives from a field for sorting notes and for finding duplicate first fields.
///
/// Comments, styles, scripts and tags are removed, media tags are replaced with file names, and character references
/// are resolved. Anki recomputes both values on import; they are written for other readers.
enum SortField {
    /// The sort text of a field.
    static func text(of field: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(field)
        guard bytes.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return bytes }
        return decoded(withoutMarkup(MediaTags.replaced(in: bytes)))
    }

    /// The first four bytes of the SHA-1 hash of a sort text.
    static func checksum(of text: [UInt8]) -> Int64 {
        SecureHash1.of(text).prefix(4).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Removes comments, styles, scripts and tags. Unclosed markup is kept.
    private static func withoutMarkup(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // Caches failed searches for closing marks, so that a field full of "<" takes linear time.
        var search = MarkSearch(bytes)
        var position = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), let end = end(ofMarkupAt: position, bytes, &search) {
                position = end
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }

    private static func end(ofMarkupAt position: Int, _ bytes: [UInt8], _ search: inout MarkSearch) -> Int? {
        if MarkSearch.matches("<!--", bytes, position), let end = search.end(of: "-->", from: position + 4) {
            return end
        }
        for (start, finish) in [("<style", "</style>"), ("<script", "</script>")]
        where MarkSearch.matches(start, bytes, position) {
            if let open = search.end(of: ">", from: position + start.utf8.count),
                let end = search.end(of: finish, from: open)
            {
                return end
            }
        }
        return search.end(of: ">", from: position + 1)
    }

    /// Resolves character references. As in Anki, a text with an unknown reference is left unchanged.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "&") else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let remaining = bytes[(position + 1)...].prefix(40)
            guard let end = remaining.firstIndex(of: UInt8(ascii: ";")),
                let scalar = CharacterReference.scalar(
                    named: String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
                )
            else { return bytes }
            // A no-break space sorts as a space.
            result.append(contentsOf: Array(String(scalar == "\u{A0}" ? " " : Character(scalar)).utf8))
            position = end + 1
        }
        return result
    }
}
