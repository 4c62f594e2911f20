/// Puts the names of media files in the place of the tags that show or play them.
enum MediaTags {
    private static let elements = ["img", "audio", "video", "object", "source"]

    /// A text with ` name ` instead of each `<img src="name">` and its like.
    static func replaced(in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // Up to where no tag is to be found any more, so that no part of a text is looked through twice.
        var barren = 0
        guard let last = bytes.lastIndex(of: UInt8(ascii: ">")) else { return bytes }
        var place = 0
        while place < bytes.count {
            if place >= barren, place < last, bytes[place] == UInt8(ascii: "<"),
                let tag = tag(at: place, bytes, last, &barren)
            {
                result.append(UInt8(ascii: " "))
                result.append(contentsOf: bytes[tag.name])
                result.append(UInt8(ascii: " "))
                place = tag.end
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return result
    }

    /// The tag of a media file at a place, if there is one: where the name stands, and where the tag ends.
    private static func tag(at start: Int, _ bytes: [UInt8], _ last: Int, _ barren: inout Int) -> (
        name: Range<Int>, end: Int
    )? {
        guard
            let element = elements.first(where: {
                MarkSearch.matches($0, bytes, start + 1) && !isWord(bytes, start + 1 + $0.utf8.count)
            })
        else { return nil }
        var place = start + 1 + element.utf8.count
        // Up to where a ">" belongs to a quoted value.
        var quoted = place
        while place <= last, bytes[place] != UInt8(ascii: ">") || place < quoted {
            let byte = bytes[place]
            if place >= quoted, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
                let end = bytes[(place + 1)...].firstIndex(of: byte)
            {
                quoted = end
            }
            // Anki finds the attribute also within the quoted value of another.
            if !isWord(bytes, place - 1),
                let mark = ["src=", "data="].first(where: { MarkSearch.matches($0, bytes, place) }),
                let tag = value(at: place + mark.utf8.count, bytes, last)
            {
                return tag
            }
            place += 1
        }
        barren = place
        return nil
    }

    private static func value(at start: Int, _ bytes: [UInt8], _ last: Int) -> (name: Range<Int>, end: Int)? {
        // Behind the last ">" no tag ends, and no place is worth a look.
        guard start <= last else { return nil }
        let name: Range<Int>
        let quote = bytes[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = bytes[(start + 1)...].firstIndex(of: quote), end > start + 1
        {
            name = start + 1..<end
        } else {
            name = start..<(bytes[start...].firstIndex(where: " >".utf8.contains) ?? bytes.count)
        }
        guard !name.isEmpty else { return nil }
        return bytes[name.upperBound...].firstIndex(of: UInt8(ascii: ">")).map { (name, $0 + 1) }
    }

    private static func isWord(_ bytes: [UInt8], _ place: Int) -> Bool {
        guard bytes.indices.contains(place) else { return false }
        switch bytes[place] {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
        default: return false
        }
    }
}
