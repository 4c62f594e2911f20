extension FieldCutter {
    /// Elements whose content is no prose, or belongs together.
    private static let wholeElements: Set<String> = [
        "anki-mathjax", "audio", "math", "object", "ruby", "script", "style", "svg", "template", "textarea", "video",
    ]

    /// The end of a comment or a tag, or of a whole element that stays as it is.
    ///
    /// - Returns: `nil` when a `<` is a character like others.
    mutating func tagEnd(at place: Int) -> Int? {
        if starts("<!--", place) { return search.end(of: "-->", from: place + 4) }
        var index = place + 1
        guard index < bytes.count else { return nil }
        let isClosing = bytes[index] == UInt8(ascii: "/")
        if isClosing || bytes[index] == UInt8(ascii: "!") { index += 1 }
        let start = index
        while index < bytes.count, index - start < 40,
            Self.isLetterOrDigit(bytes[index]) || bytes[index] == UInt8(ascii: "-")
        {
            index += 1
        }
        guard index > start, !Self.isDigit(bytes[start]), bytes[start] != UInt8(ascii: "-"),
            let end = quotedEnd(from: index) ?? plainEnd(from: index)
        else { return nil }
        let name = string(start..<index).lowercased()
        guard !isClosing, Self.wholeElements.contains(name), bytes[end - 2] != UInt8(ascii: "/") else { return end }
        // Without its end, the tag alone is markup.
        return search.end(of: "</\(name)>", from: end) ?? end
    }

    /// The end of a tag in whose quoted values anything may stand.
    ///
    /// All calls for a field together take a time that grows with its length: of the tags that are read over other
    /// tags, no more than two can be within a quoted value at any place.
    private func quotedEnd(from place: Int) -> Int? {
        var quote: UInt8?
        for index in place..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            } else if byte == UInt8(ascii: "<") {
                return nil
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return nil
    }

    /// The end of a tag in which a quotation mark is missing.
    private func plainEnd(from place: Int) -> Int? {
        guard let index = bytes[place...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") })
        else { return nil }
        return bytes[index] == UInt8(ascii: ">") ? index + 1 : nil
    }
}
