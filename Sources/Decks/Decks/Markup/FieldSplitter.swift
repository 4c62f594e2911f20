import Language
import LanguageServices

/// Parses the markup of a field.
struct FieldSplitter {
    let bytes: [UInt8]
    let isHTML: Bool
    var search: MarkSearch
    private var pieces: [FieldMarkup.Piece] = []
    /// The start of the text that has not been assigned to a piece yet.
    private var start = 0
    private var openClozes = 0

    /// Splits a field that is not a single text. Joining the raw forms of the pieces yields the field.
    static func pieces(of field: String, isHTML: Bool) -> [FieldMarkup.Piece] {
        let bytes = Array(field.utf8)
        var cutter = FieldSplitter(bytes: bytes, isHTML: isHTML, search: MarkSearch(bytes))
        cutter.cut()
        return cutter.pieces
    }

    /// Whether a field is a single text, which is the common case; determined from its bytes.
    static func isPlainly(_ field: String) -> Bool {
        var field = field
        return field.withUTF8 { bytes in
            guard let first = bytes.first, let last = bytes.last, isLetterOrDigit(first), !isDigit(first),
                (0x21..<0x7F).contains(last)
            else { return false }
            for position in bytes.indices where mayBeMarkup(bytes[position]) {
                // A dot within a word is the only sign of `www.example.org`.
                guard bytes[position] == UInt8(ascii: "."),
                    position + 1 == bytes.count || bytes[position + 1] == UInt8(ascii: " ")
                else { return false }
            }
            return true
        }
    }

    /// Whether a byte may be part of something other than text: a control character, one of `&.:<@[\\{`, or the first
    /// byte of a non-ASCII line end. Stored as a bit set because it is tested for every byte of a deck.
    private static func mayBeMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x40: (0x1400_4040_FFFF_FFFF as UInt64) &>> UInt64(byte) & 1 != 0
        case 0x40..<0x80: (0x8800_0000_1800_0001 as UInt64) &>> UInt64(byte & 0x3F) & 1 != 0
        default: byte == 0xC2 || byte == 0xE2
        }
    }

    private mutating func cut() {
        var position = 0
        var isTokenStart = true
        while position < bytes.count {
            if let end = markupEnd(at: position) {
                finishRun(at: position)
                pieces.append(.markup(string(position..<end)))
                start = end
                position = end
                isTokenStart = true
            } else if bytes[position] == UInt8(ascii: "["), let reading = reading(at: position) {
                finishRun(at: reading.lowerBound)
                pieces.append(.plain(string(reading)))
                start = reading.upperBound
                position = reading.upperBound
                isTokenStart = true
            } else if isTokenStart, let end = addressEnd(at: position) {
                finishRun(at: position)
                pieces.append(.plain(string(position..<end)))
                start = end
                position = end
                isTokenStart = false
            } else {
                isTokenStart = bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
                position += 1
            }
        }
        finishRun(at: position)
    }

    // MARK: Markup

    private mutating func markupEnd(at position: Int) -> Int? {
        switch bytes[position] {
        case UInt8(ascii: "<"): return isHTML ? tagEnd(at: position) : nil
        case UInt8(ascii: "&"):
            // A character reference that can be resolved is part of the text.
            guard isHTML, let reference = CharacterReference.at(position, bytes), reference.scalar == nil else {
                return nil
            }
            return reference.end
        case UInt8(ascii: "["): return bracketEnd(at: position)
        case UInt8(ascii: "\\"):
            if starts("\\(", position) { return search.end(of: "\\)", from: position + 2) }
            return starts("\\[", position) ? search.end(of: "\\]", from: position + 2) : nil
        case UInt8(ascii: "{"): return starts("{{", position) ? bracesEnd(at: position) : nil
        case UInt8(ascii: ":"):
            guard openClozes > 0, starts("::", position), let end = search.end(of: "}}", from: position + 2) else {
                return nil
            }
            openClozes -= 1
            return end
        case UInt8(ascii: "}"):
            guard openClozes > 0, starts("}}", position) else { return nil }
            openClozes -= 1
            return position + 2
        case UInt8(ascii: "\r"): return starts("\r\n", position) ? position + 2 : position + 1
        case UInt8(ascii: "\t"): return nil
        case 0..<0x20, 0x7F: return position + 1
        case 0xE2:
            // The line and paragraph separators, U+2028 and U+2029.
            guard position + 2 < bytes.count, bytes[position + 1] == 0x80 else { return nil }
            return bytes[position + 2] & 0xFE == 0xA8 ? position + 3 : nil
        case 0xC2: return position + 1 < bytes.count && bytes[position + 1] == 0x85 ? position + 2 : nil
        default: return nil
        }
    }

    private mutating func bracketEnd(at position: Int) -> Int? {
        if starts("[anki:tts", position), let end = search.end(of: "[/anki:tts]", from: position) { return end }
        if starts("[sound:", position) || starts("[anki:", position) { return search.end(of: "]", from: position) }
        for (opening, closing) in [("[latex]", "[/latex]"), ("[$$]", "[/$$]"), ("[$]", "[/$]")]
        where starts(opening, position) {
            return search.end(of: closing, from: position + opening.utf8.count)
        }
        return nil
    }

    private mutating func bracesEnd(at position: Int) -> Int? {
        var index = position + 2
        if index < bytes.count, bytes[index] == UInt8(ascii: "c") {
            index += 1
            let digits = index
            while index < bytes.count, Self.isDigit(bytes[index]), index - digits < 4 { index += 1 }
            if index > digits, starts("::", index), search.end(of: "}}", from: index) != nil {
                openClozes += 1
                return index + 2
            }
        }
        return search.end(of: "}}", from: position + 2)
    }

    // MARK: Untranslated content

    /// A reading in brackets after Chinese characters, including the characters and the space before them.
    private func reading(at bracket: Int) -> Range<Int>? {
        guard bracket > start, let end = bytes[bracket...].prefix(200).firstIndex(of: UInt8(ascii: "]")),
            end > bracket + 1,
            string(bracket + 1..<end).unicodeScalars.allSatisfy({
                $0.properties.isAlphabetic || "・ー ;,".unicodeScalars.contains($0)
            })
        else { return nil }
        // The base begins after the preceding space, and is limited to the length of a sentence.
        let limit = max(start, bracket - 200)
        var base = bracket
        while base > limit, bytes[base - 1] != UInt8(ascii: " ") { base -= 1 }
        guard base > limit || limit == start,
            string(base..<bracket).unicodeScalars.last?.properties.isIdeographic == true
        else { return nil }
        return (base > start ? base - 1 : base)..<end + 1
    }

    private static let schemes = ["http://", "https://", "ftp://", "mailto:", "www."]

    /// The end of a web or mail address.
    private func addressEnd(at position: Int) -> Int? {
        guard Self.isLetterOrDigit(bytes[position]) else { return nil }
        if let scheme = Self.schemes.first(where: { starts($0, position) }) {
            var end = position
            while end < bytes.count, bytes[end] > 0x20, !"<>\"{}[]\\".utf8.contains(bytes[end]) { end += 1 }
            while end > position, ".,;:!?)".utf8.contains(bytes[end - 1]) { end -= 1 }
            return end > position + scheme.utf8.count ? end : nil
        }
        // The parts of a mail address have length limits (RFC 5321).
        guard let at = end(of: "._%+-", from: position, limit: 64), at < bytes.count, bytes[at] == UInt8(ascii: "@"),
            var end = end(of: ".-", from: at + 1, limit: 255)
        else { return nil }
        while end > at, !Self.isLetterOrDigit(bytes[end - 1]) { end -= 1 }
        return bytes[at..<end].contains(UInt8(ascii: ".")) ? end : nil
    }

    /// The end of a run of ASCII letters, digits and the given characters.
    private func end(of marks: String, from position: Int, limit: Int) -> Int? {
        var end = position
        while end < bytes.count, end - position < limit,
            Self.isLetterOrDigit(bytes[end]) || marks.utf8.contains(bytes[end])
        {
            end += 1
        }
        return end > position ? end : nil
    }

    // MARK: Runs

    /// Adds the pieces of the run that ends at a position: its text and the surrounding white space.
    private mutating func finishRun(at end: Int) {
        guard start < end else { return }
        let run = start..<end
        start = end
        let whole = string(run)
        guard resolved(whole).unicodeScalars.contains(where: \.properties.isAlphabetic) else {
            pieces.append(.plain(whole))
            return
        }
        var first = run.lowerBound
        while first < run.upperBound {
            let next = scalarEnd(at: first)
            guard isBlank(first..<next) else { break }
            first = next
        }
        var last = run.upperBound
        while last > first {
            let previous = scalarStart(before: last, notBefore: first)
            guard isBlank(previous..<last) else { break }
            last = previous
        }
        if first > run.lowerBound { pieces.append(.plain(string(run.lowerBound..<first))) }
        let raw = string(first..<last)
        pieces.append(.text(raw: raw, text: resolved(raw)))
        if last < run.upperBound { pieces.append(.plain(string(last..<run.upperBound))) }
    }

    private func resolved(_ text: String) -> String { isHTML ? CharacterReference.resolved(text) : text }

    private func isBlank(_ range: Range<Int>) -> Bool { BlankText.isBlank(resolved(string(range))) }

    /// The end of the character or character reference that begins at a position.
    private func scalarEnd(at position: Int) -> Int {
        if isHTML, bytes[position] == UInt8(ascii: "&"), let reference = CharacterReference.at(position, bytes) {
            return reference.end
        }
        var end = position + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    /// The start of the character or character reference that ends at a position.
    private func scalarStart(before end: Int, notBefore limit: Int) -> Int {
        if isHTML, bytes[end - 1] == UInt8(ascii: ";"),
            let start = bytes[max(limit, end - 34)..<end].lastIndex(of: UInt8(ascii: "&")),
            CharacterReference.at(start, bytes)?.end == end
        {
            return start
        }
        var start = end - 1
        while start > limit, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    // MARK: Bytes

    func starts(_ mark: String, _ position: Int) -> Bool { MarkSearch.matches(mark, bytes, position) }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) }
}

extension FieldSplitter {
    /// Elements that contain no prose or must stay together.
    private static let wholeElements: Set<String> = [
        "anki-mathjax", "audio", "math", "object", "ruby", "script", "style", "svg", "template", "textarea", "video",
    ]

    /// The end of a comment, a tag, or an element that is preserved as a whole.
    ///
    /// - Returns: `nil` if a `<` is an ordinary character.
    mutating func tagEnd(at position: Int) -> Int? {
        if starts("<!--", position) { return search.end(of: "-->", from: position + 4) }
        var index = position + 1
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
        // Without an end tag, only the start tag is markup.
        return search.end(of: "</\(name)>", from: end) ?? end
    }

    /// The end of a tag, whose quoted values may contain anything.
    ///
    /// All calls for one field together take linear time: at any position, at most two overlapping tags can be within a
    /// quoted value.
    private func quotedEnd(from position: Int) -> Int? {
        var quote: UInt8?
        for index in position..<bytes.count {
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

    /// The end of a tag with an unclosed quotation mark.
    private func plainEnd(from position: Int) -> Int? {
        guard let index = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") })
        else { return nil }
        return bytes[index] == UInt8(ascii: ">") ? index + 1 : nil
    }
}
