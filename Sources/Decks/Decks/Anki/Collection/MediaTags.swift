/// Replaces media tags with the names of their files.
enum MediaTags {
    private static let elements = ["img", "audio", "video", "object", "source"]

    /// A text with ` name ` in place of `<img src="name">` and similar tags.
    static func replaced(in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // No media tag begins before this position, so no part of the text is scanned twice.
        var noTagBefore = 0
        guard let last = bytes.lastIndex(of: UInt8(ascii: ">")) else { return bytes }
        var position = 0
        while position < bytes.count {
            if position >= noTagBefore, position < last, bytes[position] == UInt8(ascii: "<"),
                let tag = tag(at: position, bytes, last, &noTagBefore)
            {
                result.append(UInt8(ascii: " "))
                result.append(contentsOf: bytes[tag.name])
                result.append(UInt8(ascii: " "))
                position = tag.end
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }

    /// The media tag at a position, if there is one: the range of the file name and the end of the tag.
    private static func tag(at start: Int, _ bytes: [UInt8], _ last: Int, _ noTagBefore: inout Int) -> (
        name: Range<Int>, end: Int
    )? {
        guard
            let element = elements.first(where: {
                MarkSearch.matches($0, bytes, start + 1) && !isWord(bytes, start + 1 + $0.utf8.count)
            })
        else { return nil }
        var position = start + 1 + element.utf8.count
        // A ">" before this position is inside a quoted value.
        var quoted = position
        while position <= last, bytes[position] != UInt8(ascii: ">") || position < quoted {
            let byte = bytes[position]
            if position >= quoted, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
                let end = bytes[(position + 1)...].firstIndex(of: byte)
            {
                quoted = end
            }
            // Like Anki, this also finds the attribute inside the quoted value of another one.
            if !isWord(bytes, position - 1),
                let mark = ["src=", "data="].first(where: { MarkSearch.matches($0, bytes, position) }),
                let tag = value(at: position + mark.utf8.count, bytes, last)
            {
                return tag
            }
            position += 1
        }
        noTagBefore = position
        return nil
    }

    private static func value(at start: Int, _ bytes: [UInt8], _ last: Int) -> (name: Range<Int>, end: Int)? {
        // After the last ">" no tag can end.
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

    private static func isWord(_ bytes: [UInt8], _ position: Int) -> Bool {
        guard bytes.indices.contains(position) else { return false }
        switch bytes[position] {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
        default: return false
        }
    }
}
