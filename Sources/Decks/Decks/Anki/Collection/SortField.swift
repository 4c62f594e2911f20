import Language

/// What Anki makes of a field to sort notes by it and to find notes with an equal first field.
///
/// Comments, styles, scripts and tags are taken out, the names of media files are left in, and character references are
/// resolved. Anki computes both values anew when it imports a deck; they are written for the readers that do not.
enum SortField {
    /// The text of a field by which its note is sorted.
    static func text(of field: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(field)
        guard bytes.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return bytes }
        return decoded(withoutMarkup(MediaTags.replaced(in: bytes)))
    }

    /// The first four bytes of the SHA-1 of a sort text.
    static func checksum(of text: [UInt8]) -> Int64 {
        SecureHash1.of(text).prefix(4).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Takes comments, styles, scripts and tags out. What is not closed stays.
    private static func withoutMarkup(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // How far each closing mark has been looked for in vain, so that a field of "<" is not read over and over.
        var search = MarkSearch(bytes)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "<"), let end = end(ofMarkupAt: place, bytes, &search) {
                place = end
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return result
    }

    private static func end(ofMarkupAt place: Int, _ bytes: [UInt8], _ search: inout MarkSearch) -> Int? {
        if MarkSearch.matches("<!--", bytes, place), let end = search.end(of: "-->", from: place + 4) { return end }
        for (start, finish) in [("<style", "</style>"), ("<script", "</script>")]
        where MarkSearch.matches(start, bytes, place) {
            if let open = search.end(of: ">", from: place + start.utf8.count),
                let end = search.end(of: finish, from: open)
            {
                return end
            }
        }
        return search.end(of: ">", from: place + 1)
    }

    /// Resolves character references. A text with one that is not known stays as it is, as in Anki.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "&") else {
                result.append(bytes[place])
                place += 1
                continue
            }
            let rest = bytes[(place + 1)...].prefix(40)
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")),
                let scalar = CharacterReference.scalar(named: String(decoding: bytes[(place + 1)..<end], as: UTF8.self))
            else { return bytes }
            // A space that is not broken sorts as a space.
            result.append(contentsOf: Array(String(scalar == "\u{A0}" ? " " : Character(scalar)).utf8))
            place = end + 1
        }
        return result
    }
}
